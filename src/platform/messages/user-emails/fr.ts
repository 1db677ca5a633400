import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

export const fr: Translation<typeof en> = {
  greeting: 'Bonjour,',
  invitation: {
    subject: 'Votre invitation à Peye',
    sentence: 'On vous invite à utiliser la console de Peye. Ouvrez ce lien pour choisir un mot de passe\u00a0:',
    lasts: 'Le lien fonctionne une seule fois et expire dans 72 heures.',
  },
  reset: {
    subject: 'Réinitialisation de votre mot de passe Peye',
    sentence: 'Ouvrez ce lien pour choisir un nouveau mot de passe pour la console de Peye\u00a0:',
    lasts: 'Le lien fonctionne une seule fois et expire dans une heure.',
  },
  otherAccount: {
    subject: 'Votre invitation à Peye',
    sentence:
      'On vous invite à gérer un autre site dans la console de Peye, mais votre adresse e-mail a déjà un compte.',
    lasts:
      'Rien n’a changé dans votre compte. Pour accéder à ce site, demandez à l’opérateur de Peye d’ajouter ce site à votre compte.',
  },
  notExpected: 'Si vous n’attendiez pas cet e-mail, supprimez-le.',
  notMeant: 'Si vous n’attendiez pas cet e-mail, supprimez-le et ne transmettez le lien à personne.',
};
