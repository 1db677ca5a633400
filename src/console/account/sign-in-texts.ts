import type { Language } from '../../messages/language.ts';

interface SignInTexts {
  readonly signIn: string;
  readonly email: string;
  readonly password: string;
  readonly wrong: string;
  readonly busy: string;
  readonly wait: string;
  readonly noPassword: string;
  readonly factor: string;
  readonly factorText: string;
  readonly stepUp: string;
  readonly stepUpText: string;
  readonly code: string;
  readonly codeHint: string;
  readonly recovery: string;
  readonly recoveryHint: string;
  readonly wrongCode: string;
  readonly goOn: string;
  readonly usePasskey: string;
  readonly passkeyFailed: string;
  readonly signOut: string;
  readonly welcome: string;
  readonly newPassword: string;
  readonly firstOwner: string;
  readonly invited: string;
  readonly resetText: string;
  readonly firstOwnerText: string;
  readonly name: string;
  readonly language: string;
  readonly choosePassword: string;
  readonly passwordHint: string;
  readonly linkOver: string;
}

/** What is said to who signs in. */
export const SIGN_IN_TEXTS: Readonly<Record<Language, SignInTexts>> = {
  en: {
    signIn: 'Sign in',
    email: 'E-mail address',
    password: 'Password',
    wrong: 'This e-mail address and password do not go together.',
    busy: 'Too many people sign in at this moment. Try again in a few seconds.',
    wait: 'Too many attempts. Try again in {seconds} seconds.',
    noPassword: 'No password yet, or forgotten it? Whoever invited you can give you a new link.',
    factor: 'Your second factor',
    factorText: 'Your password was right. Now show that it is you.',
    stepUp: 'Show that it is still you',
    stepUpText: 'This takes your second factor again. It is then good for five minutes.',
    code: 'Code of your authenticator',
    codeHint: 'Six digits. Each code works once.',
    recovery: 'Or one of your recovery codes',
    recoveryHint: 'Each works once.',
    wrongCode: 'This code is wrong, or was used already. Wait for the next one.',
    goOn: 'Continue',
    usePasskey: 'Use a passkey',
    passkeyFailed: 'The passkey was not accepted. Try again, or use a code.',
    signOut: 'Sign out',
    welcome: 'Welcome to Peye',
    newPassword: 'Choose a new password',
    firstOwner: 'Become the owner of this gateway',
    invited: 'You are invited as {email}. Choose a password, and you are in.',
    resetText: 'Choose a new password for {email}. All other sessions end.',
    firstOwnerText: 'You are the first here. Choose how you sign in from now on.',
    name: 'Your name',
    language: 'Language',
    choosePassword: 'New password',
    passwordHint: '12 to 128 characters. Several words in a row are easy to remember.',
    linkOver: 'This link does not work',
  },
  fr: {
    signIn: 'Se connecter',
    email: 'Adresse e-mail',
    password: 'Mot de passe',
    wrong: 'Cette adresse e-mail et ce mot de passe ne vont pas ensemble.',
    busy: 'Trop de personnes se connectent en ce moment. Réessayez dans quelques secondes.',
    wait: 'Trop de tentatives. Réessayez dans {seconds} secondes.',
    noPassword:
      'Pas encore de mot de passe, ou mot de passe oublié ? La personne qui vous a invité peut vous donner un nouveau lien.',
    factor: 'Votre second facteur',
    factorText: 'Votre mot de passe est bon. Montrez maintenant que c’est bien vous.',
    stepUp: 'Montrez que c’est encore vous',
    stepUpText: 'Cette action demande à nouveau votre second facteur. Il vaut ensuite cinq minutes.',
    code: 'Code de votre application d’authentification',
    codeHint: 'Six chiffres. Chaque code sert une fois.',
    recovery: 'Ou l’un de vos codes de secours',
    recoveryHint: 'Chacun sert une fois.',
    wrongCode: 'Ce code est faux ou a déjà servi. Attendez le suivant.',
    goOn: 'Continuer',
    usePasskey: 'Utiliser une clé d’accès',
    passkeyFailed: 'La clé d’accès n’a pas été acceptée. Réessayez, ou utilisez un code.',
    signOut: 'Se déconnecter',
    welcome: 'Bienvenue sur Peye',
    newPassword: 'Choisissez un nouveau mot de passe',
    firstOwner: 'Devenez propriétaire de cette passerelle',
    invited: 'Vous êtes invité sous {email}. Choisissez un mot de passe, et vous y êtes.',
    resetText: 'Choisissez un nouveau mot de passe pour {email}. Toutes les autres sessions se terminent.',
    firstOwnerText: 'Vous êtes la première personne ici. Choisissez comment vous connecter désormais.',
    name: 'Votre nom',
    language: 'Langue',
    choosePassword: 'Nouveau mot de passe',
    passwordHint: '12 à 128 caractères. Plusieurs mots à la suite se retiennent facilement.',
    linkOver: 'Ce lien ne fonctionne pas',
  },
  ht: {
    signIn: 'Konekte',
    email: 'Adrès imel',
    password: 'Modpas',
    wrong: 'Adrès imel sa a ak modpas sa a pa mache ansanm.',
    busy: 'Twòp moun ap konekte kounye a. Eseye ankò nan kèk segonn.',
    wait: 'Twòp esè. Eseye ankò nan {seconds} segonn.',
    noPassword: 'Ou poko gen modpas, oswa ou bliye li? Moun ki te envite ou a ka ba ou yon nouvo lyen.',
    factor: 'Dezyèm prèv ou',
    factorText: 'Modpas ou bon. Kounye a, montre se ou menm.',
    stepUp: 'Montre se ou menm toujou',
    stepUpText: 'Sa mande dezyèm prèv ou ankò. Apre sa li bon pou senk minit.',
    code: 'Kòd aplikasyon otantifikasyon ou',
    codeHint: 'Sis chif. Chak kòd sèvi yon sèl fwa.',
    recovery: 'Oswa youn nan kòd sekou ou yo',
    recoveryHint: 'Chak sèvi yon sèl fwa.',
    wrongCode: 'Kòd sa a pa bon, oswa li sèvi deja. Tann pwochen an.',
    goOn: 'Kontinye',
    usePasskey: 'Sèvi ak yon kle aksè',
    passkeyFailed: 'Kle aksè a pa pase. Eseye ankò, oswa sèvi ak yon kòd.',
    signOut: 'Dekonekte',
    welcome: 'Byenveni sou Peye',
    newPassword: 'Chwazi yon nouvo modpas',
    firstOwner: 'Vin pwopriyetè sistèm sa a',
    invited: 'Yo envite ou kòm {email}. Chwazi yon modpas, epi ou antre.',
    resetText: 'Chwazi yon nouvo modpas pou {email}. Tout lòt sesyon yo ap fini.',
    firstOwnerText: 'Se ou ki premye moun isit la. Chwazi kijan w ap konekte apati kounye a.',
    name: 'Non ou',
    language: 'Lang',
    choosePassword: 'Nouvo modpas',
    passwordHint: '12 jiska 128 karaktè. Plizyè mo youn dèyè lòt fasil pou sonje.',
    linkOver: 'Lyen sa a pa mache',
  },
};
