import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

export const fr: Translation<typeof en> = {
  people: 'Équipe',
  none: 'Aucun utilisateur pour l’instant.',
  noMatch: 'Aucun utilisateur ne correspond.',
  name: 'Nom',
  email: 'Adresse e-mail',
  role: 'Rôle',
  anyRole: 'tous les rôles',
  websites: 'Sites',
  allWebsites: 'tous',
  anyWebsite: 'tous les sites',
  language: 'Langue',
  state: 'État',
  anyState: 'tous les états',
  states: {
    invited: 'invité',
    active: 'actif',
    deactivated: 'désactivé',
  },
  search: 'Nom ou e-mail',
  invited: 'Invité le',
  accepted: 'Invitation acceptée le',
  factors: 'Authentification à deux facteurs',
  factorsNone: 'non configurée',
  codesLeft: '{count, plural, one {# code de secours restant} other {# codes de secours restants}}',
  lastSeen: 'Dernière activité',
  signedOut: 'non connecté',
  you: 'vous',
  invite: 'Inviter un utilisateur',
  inviteText:
    'L’utilisateur reçoit un lien pour choisir son mot de passe. Le lien fonctionne une seule fois, pendant 72 heures.',
  nameHint: 'L’utilisateur peut changer ce nom.',
  optional: 'facultatif',
  websitesHint: 'Pour les utilisateurs d’un marchand seulement. Les utilisateurs de l’opérateur voient tous les sites.',
  websiteIds: 'Identifiants des sites',
  websiteIdsHint:
    'Un identifiant par ligne, comme dans la liste des sites. Pour les utilisateurs d’un marchand seulement.',
  sendInvitation: 'Inviter',
  linkTitle: 'Envoyez ce lien',
  linkText: 'Ce lien n’est affiché qu’une fois et ne fonctionne qu’une fois.',
  linkUntil: 'Valable jusqu’au {time}.',
  mailed: {
    sent: 'Ce lien a aussi été envoyé à {email}.',
    failed: 'Ce lien n’a pas pu être envoyé à {email}. Envoyez-le vous-même.',
    off: 'L’opérateur de Peye n’a pas activé l’envoi d’e-mails. Envoyez vous-même le lien à {email}.',
  },
  mailTitle: 'Lien envoyé par e-mail',
  mailedAlone: {
    sent: 'Un lien a été envoyé par e-mail à {email}. Ce lien fonctionne une seule fois et ne figure que dans l’e-mail.',
    failed: 'Le lien n’a pas pu être envoyé à {email}. Vérifiez l’adresse, puis envoyez un autre lien.',
  },
  addsText:
    'Si vous ajoutez un site ou un rôle d’opérateur que cet utilisateur n’a pas encore, son mot de passe et son authentification à deux facteurs sont supprimés. Toutes ses sessions sont fermées et un nouveau lien est créé.',
  unverified:
    'Rien ne prouve que cette adresse e-mail appartient à cet utilisateur. Les liens suivants ont été affichés à l’écran, et la personne qui les a vus a pu les utiliser\u00a0:',
  shownLink: {
    invitation: '{time}\u00a0: invitation, affichée à {name}',
    reset: '{time}\u00a0: réinitialisation, affichée à {name}',
  },
  placeholder:
    'Cette adresse e-mail appartient à un autre compte\u00a0: l’invitation ne peut pas être acceptée. Ajoutez le site à l’autre compte, puis désactivez cet utilisateur.',
  copy: 'Copier',
  toPerson: 'Terminé',
  change: 'Modifier, réinitialiser ou désactiver',
  changeText:
    'Si vous modifiez le rôle, toutes les sessions de cet utilisateur sont fermées. Toute modification annule aussi le lien d’invitation ou de réinitialisation qui n’a pas encore servi.',
  changeSubmit: 'Enregistrer le rôle et les sites',
  changed: 'Enregistré.',
  reset: 'Mot de passe oublié ou appareil perdu',
  resetText:
    'Cette action supprime le mot de passe, ferme toutes les sessions et crée un lien, valable une heure, pour choisir un nouveau mot de passe.',
  resetFactors: 'Supprimer aussi l’authentification à deux facteurs et les codes de secours',
  resetFactorsHint:
    'Seulement si l’appareil est perdu aussi. Vérifiez l’identité de la personne par téléphone ou en personne.',
  resetSubmit: 'Réinitialiser et créer un lien',
  inviteAgain: 'Inviter à nouveau',
  inviteAgainText: 'Cette action crée un nouveau lien, valable 72 heures. Le précédent ne fonctionnera plus.',
  deactivate: 'Désactiver',
  deactivateText:
    'Toutes les sessions sont fermées, et cet utilisateur ne peut plus se connecter avant sa réactivation. Rien n’est supprimé.',
  deactivateSubmit: 'Désactiver',
  deactivated: 'Utilisateur désactivé. Toutes ses sessions sont fermées.',
  activate: 'Activer',
  activated: 'Utilisateur activé. Il peut se connecter à nouveau.',
  newState: 'Vos modifications n’ont pas été enregistrées. Le formulaire affiche les valeurs actuelles.',
  record: 'Modifications apportées à cet utilisateur',
  theirChanges: 'Modifications faites par cet utilisateur',
};
