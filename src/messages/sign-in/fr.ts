import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

export const fr: Translation<typeof en> = {
  signIn: 'Se connecter',
  email: 'Adresse e-mail',
  password: 'Mot de passe',
  wrong: 'E-mail ou mot de passe incorrect.',
  busy: 'Trop de connexions en ce moment. Réessayez dans quelques secondes.',
  wait: 'Trop de tentatives. Réessayez dans {seconds} secondes.',
  noPassword:
    'Pas encore de mot de passe, ou mot de passe oublié\u202f? La personne qui vous a invité peut vous donner un nouveau lien.',
  factor: 'Authentification à deux facteurs',
  factorText: 'Votre mot de passe est bon. Montrez maintenant que c’est bien vous.',
  stepUp: 'Confirmez votre identité',
  stepUpText:
    'Cette action demande l’authentification à deux facteurs. Elle ne sera pas redemandée pendant cinq minutes.',
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
  invited: 'Vous êtes invité avec l’adresse {email}. Choisissez un mot de passe pour commencer.',
  resetText: 'Choisissez un nouveau mot de passe pour {email}. Toutes les autres sessions se terminent.',
  firstOwnerText: 'Vous êtes la première personne ici. Choisissez comment vous connecter désormais.',
  name: 'Votre nom',
  language: 'Langue',
  choosePassword: 'Nouveau mot de passe',
  passwordHint: '12 à 128 caractères. Plusieurs mots à la suite se retiennent facilement.',
  linkOver: 'Ce lien ne fonctionne pas',
};
