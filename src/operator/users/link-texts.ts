import type { UserLanguage } from '../../storage/users/users.ts';

interface LinkText {
  readonly subject: string;
  readonly sentence: string;
  readonly lasts: string;
}

/** What stands in the e-mails that bring a link. */
interface LinkTexts {
  readonly greeting: (name: string) => string;
  readonly invitation: LinkText;
  readonly reset: LinkText;
  readonly notMeant: string;
}

/** In every language that a user can choose. */
export const LINK_TEXTS: Readonly<Record<UserLanguage, LinkTexts>> = {
  en: {
    greeting: (name) => `Hello ${name},`,
    invitation: {
      subject: 'Your invitation to Peye',
      sentence: 'You are invited to the console of Peye. Open this link to choose a password:',
      lasts: 'The link works once, within 72 hours.',
    },
    reset: {
      subject: 'A new password for Peye',
      sentence: 'Open this link to choose a new password for the console of Peye:',
      lasts: 'The link works once, within one hour.',
    },
    notMeant: 'If you expected nothing of this, delete this e-mail, and give the link to nobody.',
  },
  fr: {
    greeting: (name) => `Bonjour ${name},`,
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
    notMeant: 'Si vous n’attendiez pas ce message, supprimez-le et ne donnez le lien à personne.',
  },
  ht: {
    greeting: (name) => `Bonjou ${name},`,
    invitation: {
      subject: 'Envitasyon ou pou Peye',
      sentence: 'Yo envite ou sou konsòl Peye a. Ouvri lyen sa a pou chwazi yon modpas:',
      lasts: 'Lyen an ap mache yon sèl fwa, nan 72 èdtan.',
    },
    reset: {
      subject: 'Yon nouvo modpas pou Peye',
      sentence: 'Ouvri lyen sa a pou chwazi yon nouvo modpas pou konsòl Peye a:',
      lasts: 'Lyen an ap mache yon sèl fwa, nan inèdtan.',
    },
    notMeant: 'Si ou pa t ap tann mesaj sa a, efase li epi pa bay pèsonn lyen an.',
  },
};
