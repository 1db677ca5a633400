import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

export const fr: Translation<typeof en> = {
  signIn: 'Se connecter',
  email: 'Adresse e-mail',
  password: 'Mot de passe',
  wrong: 'E-mail ou mot de passe incorrect.',
  busy: 'Trop de connexions en ce moment. Réessayez dans quelques secondes.',
  wait: 'Trop de tentatives. Réessayez dans {seconds, plural, one {# seconde} other {# secondes}}.',
  noPassword:
    'Pas encore de mot de passe, ou mot de passe oublié\u202f? Demandez un nouveau lien à la personne qui vous a envoyé l’invitation.',
  ended: 'Votre session a pris fin. Reconnectez-vous.',
  endedKept: 'Votre session a pris fin. Reconnectez-vous\u00a0: votre saisie est conservée.',
  endedLost:
    'Votre session a pris fin. Reconnectez-vous. Votre saisie est trop longue pour être conservée\u00a0: revenez en arrière dans votre navigateur pour la copier.',
  keptShown: 'Voici ce que vous aviez saisi. Rien n’a été envoyé. Vérifiez, puis envoyez.',
  lostLink: 'Mot de passe oublié\u202f?',
  lostTitle: 'Mot de passe oublié',
  lostText: 'Saisissez l’adresse e-mail de votre compte. Vous recevrez un lien pour choisir un nouveau mot de passe.',
  lostSend: 'Envoyer le lien',
  lostSent:
    'Si un compte existe avec cette adresse, un lien vient de lui être envoyé. Il fonctionne une seule fois, pendant une heure.',
  lostLater:
    'Rien après quelques minutes\u202f? Vérifiez vos courriers indésirables et l’adresse. Une adresse reçoit au plus 3 liens par heure. Si vous n’avez pas encore accepté votre invitation, ouvrez-la d’abord.',
  noPasswordYet:
    'Pas encore de mot de passe\u202f? Demandez un nouveau lien à la personne qui vous a envoyé l’invitation.',
  factor: 'Authentification à deux facteurs',
  factorText: 'Votre mot de passe est correct. Confirmez que c’est bien vous.',
  stepUp: 'Confirmez que c’est bien vous',
  stepUpText:
    'Cette action exige l’authentification à deux facteurs. Pendant les cinq minutes suivantes, le code ne vous sera plus demandé.',
  code: 'Code de l’application d’authentification',
  codeHint: '6 chiffres. Chaque code fonctionne une seule fois.',
  recovery: 'Ou un code de secours',
  recoveryHint: 'Chaque code de secours fonctionne une seule fois.',
  wrongCode:
    'Code incorrect ou déjà utilisé. Attendez le code suivant de l’application, ou saisissez un autre code de secours.',
  goOn: 'Continuer',
  usePasskey: 'Utiliser une clé d’accès',
  passkeyFailed: 'La clé d’accès n’a pas été acceptée. Réessayez, ou utilisez un code.',
  signOut: 'Se déconnecter',
  welcome: 'Bienvenue sur Peye',
  newPassword: 'Choisissez un nouveau mot de passe',
  firstOwner: 'Devenez propriétaire de cette passerelle',
  invited: 'Cette invitation est pour {email}. Choisissez un mot de passe pour commencer.',
  resetText: 'Choisissez un nouveau mot de passe pour {email}. Vos autres sessions seront fermées.',
  firstOwnerText: 'Vous êtes le premier utilisateur. Choisissez comment vous connecter.',
  name: 'Votre nom',
  language: 'Langue',
  choosePassword: 'Nouveau mot de passe',
  passwordHint: '12 à 128 caractères. Conseil\u00a0: plusieurs mots pris au hasard se retiennent facilement.',
  linkOver: 'Ce lien ne fonctionne plus',
};
