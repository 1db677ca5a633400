import type { UserLanguage } from '../../storage/users/users.ts';

interface LinkText {
  readonly subject: string;
  readonly sentence: string;
  readonly lasts: string;
}

/** What stands in the e-mails that bring a link. */
interface LinkTexts {
  readonly greeting: string;
  readonly invitation: LinkText;
  readonly reset: LinkText;
  /** To a person who was invited and has an account: no link. */
  readonly otherAccount: LinkText;
  readonly notMeant: string;
}

/** In every language that a user can choose. */
export const LINK_TEXTS: Readonly<Record<UserLanguage, LinkTexts>> = {
  en: {
    greeting: 'Hello,',
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
    otherAccount: {
      subject: 'Your invitation to Peye',
      sentence: 'You are invited to another website in the console of Peye, but this address has an account already.',
      lasts: 'Nothing has changed in your account. To get that website, ask the operator of this gateway to add it.',
    },
    notMeant: 'If you expected nothing of this, delete this e-mail, and give the link to nobody.',
  },
  fr: {
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
  },
  ht: {
    greeting: 'Bonjou,',
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
    otherAccount: {
      subject: 'Envitasyon ou pou Peye',
      sentence: 'Yo envite ou sou yon lòt sit nan konsòl Peye a, men adrès sa a gen yon kont deja.',
      lasts: 'Anyen pa chanje nan kont ou. Pou w jwenn sit sa a, mande operatè sistèm nan ajoute l.',
    },
    notMeant: 'Si ou pa t ap tann mesaj sa a, efase li epi pa bay pèsonn lyen an.',
  },
};
