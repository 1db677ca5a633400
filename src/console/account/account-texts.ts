import type { Language } from '../../messages/language.ts';

interface AccountTexts {
  readonly account: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly factors: string;
  readonly factorsNone: string;
  readonly factorNeeded: string;
  readonly addFactor: string;
  readonly totp: string;
  readonly totpAdd: string;
  readonly totpScan: string;
  readonly totpKey: string;
  readonly totpHere: string;
  readonly totpCopy: string;
  readonly totpCode: string;
  readonly passkey: string;
  readonly passkeyAdd: string;
  readonly passkeyText: string;
  readonly passkeyNoScript: string;
  readonly passkeyNowhere: string;
  readonly factorName: string;
  readonly factorNameHint: string;
  readonly added: string;
  readonly lastUsed: string;
  readonly never: string;
  readonly remove: string;
  readonly confirm: string;
  readonly codes: string;
  readonly codesLeft: string;
  readonly codesNew: string;
  readonly codesText: string;
  readonly codesKept: string;
  readonly copy: string;
  readonly sessions: string;
  readonly thisSession: string;
  readonly since: string;
  readonly seen: string;
  readonly address: string;
  readonly browser: string;
  readonly end: string;
  readonly endOthers: string;
  readonly password: string;
  readonly present: string;
  readonly newPassword: string;
  readonly passwordHint: string;
  readonly change: string;
  readonly changed: string;
  readonly ended: string;
  readonly removed: string;
  readonly profile: string;
  readonly language: string;
  readonly save: string;
  readonly saved: string;
  readonly unknownBrowser: string;
  readonly browserOn: string;
  readonly kind: string;
  readonly actions: string;
  readonly qrCode: string;
  readonly removeTitle: string;
  readonly removeText: string;
  readonly removeLast: string;
  readonly keep: string;
}

/** Of the pages of one's own account. */
export const ACCOUNT_TEXTS: Readonly<Record<Language, AccountTexts>> = {
  en: {
    account: 'Your account',
    name: 'Name',
    email: 'E-mail address',
    role: 'Role',
    factors: 'Second factors',
    factorsNone: 'You have none yet. Whoever may change something needs one.',
    factorNeeded: 'To change anything you need a second factor. Add one now; it takes a minute.',
    addFactor: 'Add a second factor',
    totp: 'Authenticator',
    totpAdd: 'Add an authenticator app',
    totpScan: 'Scan this with an authenticator app, or type the key into it. Then give the code that it shows.',
    totpKey: 'Key',
    totpHere: 'Open the app on this device',
    totpCopy: 'Copy the key',
    totpCode: 'The code that it shows now',
    passkey: 'Passkey',
    passkeyAdd: 'Add a passkey',
    passkeyText:
      'Your phone, your computer or a security key. Quicker than codes, and nobody can ask you for it by e-mail.',
    passkeyNoScript: 'Passkeys need JavaScript. An authenticator works without it.',
    passkeyNowhere:
      'Not here: browsers make passkeys only where the console is reached by https:// and a name. PUBLIC_URL says how it is reached.',
    factorName: 'What you call it',
    factorNameHint: 'So that you know it again: “my phone”.',
    added: 'Added',
    lastUsed: 'Last used',
    never: 'never',
    remove: 'Remove',
    confirm: 'Confirm',
    codes: 'Recovery codes',
    codesLeft: '{count} left',
    codesNew: 'New recovery codes',
    codesText:
      'Each signs you in once when you have lost your second factor. Keep them where others cannot read them. They are shown now and never again.',
    codesKept: 'I have kept them',
    copy: 'Copy',
    sessions: 'Where you are signed in',
    thisSession: 'this browser',
    since: 'Since',
    seen: 'Last seen',
    address: 'Address',
    browser: 'Browser',
    end: 'End',
    endOthers: 'End all others',
    password: 'Password',
    present: 'Present password',
    newPassword: 'New password',
    passwordHint: '12 to 128 characters. Your other sessions end.',
    change: 'Change password',
    changed: 'Your password was changed, and your other sessions have ended.',
    ended: 'Ended.',
    removed: 'Removed.',
    profile: 'Name and language',
    language: 'Language',
    save: 'Save',
    saved: 'Saved.',
    unknownBrowser: 'unknown browser',
    browserOn: '{browser} on {system}',
    kind: 'Kind',
    actions: 'Action',
    qrCode: 'QR code of the key below',
    removeTitle: 'Remove this second factor?',
    removeText: 'You can no longer sign in with “{name}” afterwards.',
    removeLast: 'It is the last one: your recovery codes go with it, and your password alone signs you in.',
    keep: 'Keep it',
  },
  fr: {
    account: 'Votre compte',
    name: 'Nom',
    email: 'Adresse e-mail',
    role: 'Rôle',
    factors: 'Seconds facteurs',
    factorsNone: 'Vous n’en avez pas encore. Il en faut un pour modifier quoi que ce soit.',
    factorNeeded: 'Pour modifier quelque chose, il vous faut un second facteur. Ajoutez-en un ; cela prend une minute.',
    addFactor: 'Ajouter un second facteur',
    totp: 'Application d’authentification',
    totpAdd: 'Ajouter une application d’authentification',
    totpScan:
      'Scannez ceci avec une application d’authentification, ou saisissez-y la clé. Donnez ensuite le code qu’elle affiche.',
    totpKey: 'Clé',
    totpHere: 'Ouvrir l’application sur cet appareil',
    totpCopy: 'Copier la clé',
    totpCode: 'Le code affiché maintenant',
    passkey: 'Clé d’accès',
    passkeyAdd: 'Ajouter une clé d’accès',
    passkeyText:
      'Votre téléphone, votre ordinateur ou une clé de sécurité. Plus rapide que les codes, et personne ne peut vous la demander par e-mail.',
    passkeyNoScript: 'Les clés d’accès demandent JavaScript. Une application d’authentification s’en passe.',
    passkeyNowhere:
      'Pas ici : les navigateurs n’en créent que là où la console s’ouvre par https:// et un nom. PUBLIC_URL dit comment elle s’ouvre.',
    factorName: 'Comment vous l’appelez',
    factorNameHint: 'Pour la reconnaître : « mon téléphone ».',
    added: 'Ajouté',
    lastUsed: 'Dernier usage',
    never: 'jamais',
    remove: 'Retirer',
    confirm: 'Confirmer',
    codes: 'Codes de secours',
    codesLeft: '{count} restants',
    codesNew: 'Nouveaux codes de secours',
    codesText:
      'Chacun vous connecte une fois si vous avez perdu votre second facteur. Gardez-les à l’abri des regards. Ils sont montrés maintenant, et plus jamais.',
    codesKept: 'Je les ai gardés',
    copy: 'Copier',
    sessions: 'Où vous êtes connecté',
    thisSession: 'ce navigateur',
    since: 'Depuis',
    seen: 'Vu',
    address: 'Adresse',
    browser: 'Navigateur',
    end: 'Terminer',
    endOthers: 'Terminer toutes les autres',
    password: 'Mot de passe',
    present: 'Mot de passe actuel',
    newPassword: 'Nouveau mot de passe',
    passwordHint: '12 à 128 caractères. Vos autres sessions se terminent.',
    change: 'Changer le mot de passe',
    changed: 'Votre mot de passe a été changé, et vos autres sessions sont terminées.',
    ended: 'Terminé.',
    removed: 'Retiré.',
    profile: 'Nom et langue',
    language: 'Langue',
    save: 'Enregistrer',
    saved: 'Enregistré.',
    unknownBrowser: 'navigateur inconnu',
    browserOn: '{browser} sur {system}',
    kind: 'Genre',
    actions: 'Action',
    qrCode: 'Code QR de la clé ci-dessous',
    removeTitle: 'Retirer ce second facteur ?',
    removeText: 'Vous ne pourrez plus vous connecter avec « {name} ».',
    removeLast:
      'C’est le dernier : vos codes de secours disparaissent avec lui, et votre mot de passe seul vous connecte.',
    keep: 'Le garder',
  },
  ht: {
    account: 'Kont ou',
    name: 'Non',
    email: 'Adrès imel',
    role: 'Wòl',
    factors: 'Dezyèm prèv',
    factorsNone: 'Ou poko gen youn. Moun ki gen dwa chanje yon bagay bezwen youn.',
    factorNeeded: 'Pou chanje yon bagay, fòk ou gen yon dezyèm prèv. Ajoute youn kounye a; sa pran yon minit.',
    addFactor: 'Ajoute yon dezyèm prèv',
    totp: 'Aplikasyon otantifikasyon',
    totpAdd: 'Ajoute yon aplikasyon otantifikasyon',
    totpScan: 'Eskane sa a ak yon aplikasyon otantifikasyon, oswa tape kle a ladan l. Apre sa bay kòd li montre a.',
    totpKey: 'Kle',
    totpHere: 'Louvri aplikasyon an sou aparèy sa a',
    totpCopy: 'Kopye kle a',
    totpCode: 'Kòd li montre kounye a',
    passkey: 'Kle aksè',
    passkeyAdd: 'Ajoute yon kle aksè',
    passkeyText:
      'Telefòn ou, òdinatè ou oswa yon kle sekirite. Li pi rapid pase kòd, epi pèsonn pa ka mande w li pa imel.',
    passkeyNoScript: 'Kle aksè bezwen JavaScript. Yon aplikasyon otantifikasyon pa bezwen l.',
    passkeyNowhere:
      'Pa isit la: navigatè yo fè kle aksè sèlman lè konsòl la gen yon adrès https:// ak yon non. PUBLIC_URL di ki adrès li.',
    factorName: 'Kijan ou rele li',
    factorNameHint: 'Pou ou rekonèt li: “telefòn mwen”.',
    added: 'Ajoute',
    lastUsed: 'Dènye fwa',
    never: 'jamè',
    remove: 'Retire',
    confirm: 'Konfime',
    codes: 'Kòd sekou',
    codesLeft: '{count} rete',
    codesNew: 'Nouvo kòd sekou',
    codesText:
      'Chak ap konekte ou yon fwa si ou pèdi dezyèm prèv ou. Sere yo kote lòt moun pa ka li yo. N ap montre yo kounye a, epi jamè ankò.',
    codesKept: 'Mwen sere yo',
    copy: 'Kopye',
    sessions: 'Kote ou konekte',
    thisSession: 'navigatè sa a',
    since: 'Depi',
    seen: 'Dènye fwa',
    address: 'Adrès',
    browser: 'Navigatè',
    end: 'Fini',
    endOthers: 'Fini tout lòt yo',
    password: 'Modpas',
    present: 'Modpas kounye a',
    newPassword: 'Nouvo modpas',
    passwordHint: '12 jiska 128 karaktè. Lòt sesyon ou yo ap fini.',
    change: 'Chanje modpas la',
    changed: 'Modpas ou chanje, epi lòt sesyon ou yo fini.',
    ended: 'Li fini.',
    removed: 'Li retire.',
    profile: 'Non ak lang',
    language: 'Lang',
    save: 'Anrejistre',
    saved: 'Li anrejistre.',
    unknownBrowser: 'navigatè nou pa konnen',
    browserOn: '{browser} sou {system}',
    kind: 'Kalite',
    actions: 'Aksyon',
    qrCode: 'Kòd QR pou kle ki anba a',
    removeTitle: 'Retire dezyèm prèv sa a?',
    removeText: 'Apre sa ou p ap ka konekte ankò ak “{name}”.',
    removeLast: 'Se dènye a: kòd sekou ou yo ap ale ak li, epi modpas ou sèlman ap konekte w.',
    keep: 'Kite l',
  },
};
