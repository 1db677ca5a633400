import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

export const fr: Translation<typeof en> = {
  greeting: 'Bonjour,',
  invitation: {
    subject: 'Votre invitation à Peye',
    sentence: 'Vous êtes invité à la console de Peye. Ouvrez ce lien pour choisir un mot de passe\u00a0:',
    lasts: 'Le lien fonctionne une seule fois, dans les 72\u00a0heures.',
  },
  reset: {
    subject: 'Un nouveau mot de passe pour Peye',
    sentence: 'Ouvrez ce lien pour choisir un nouveau mot de passe pour la console de Peye\u00a0:',
    lasts: 'Le lien fonctionne une seule fois, dans l’heure.',
  },
  otherAccount: {
    subject: 'Votre invitation à Peye',
    sentence: 'Vous êtes invité à un autre site dans la console de Peye, mais cette adresse a déjà un compte.',
    lasts:
      'Rien n’a changé dans votre compte. Pour obtenir ce site, demandez à l’opérateur de cette passerelle de l’ajouter.',
  },
  notMeant: 'Si vous n’attendiez pas ce message, supprimez-le et ne donnez le lien à personne.',
};
