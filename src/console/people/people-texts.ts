import type { Language } from '../../messages/language.ts';
import type { UserState } from '../../storage/users/page-users.ts';

interface PeopleTexts {
  readonly people: string;
  readonly none: string;
  readonly noMatch: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly anyRole: string;
  readonly websites: string;
  readonly allWebsites: string;
  readonly anyWebsite: string;
  readonly language: string;
  readonly state: string;
  readonly anyState: string;
  readonly states: Readonly<Record<UserState, string>>;
  readonly search: string;
  readonly invited: string;
  readonly accepted: string;
  readonly factors: string;
  readonly factorsNone: string;
  readonly codesLeft: string;
  readonly lastSeen: string;
  readonly signedOut: string;
  readonly you: string;
  readonly invite: string;
  readonly inviteText: string;
  readonly nameHint: string;
  readonly optional: string;
  readonly websitesHint: string;
  readonly websiteIds: string;
  readonly websiteIdsHint: string;
  readonly sendInvitation: string;
  readonly linkTitle: string;
  readonly linkText: string;
  readonly linkUntil: string;
  readonly mailed: Readonly<Record<'sent' | 'failed' | 'off', string>>;
  /** Where the one who makes a link does not see it. */
  readonly mailTitle: string;
  readonly mailedAlone: Readonly<Record<'sent' | 'failed', string>>;
  /** Of what the operator gives a merchant's user. */
  readonly addsText: string;
  readonly unproved: string;
  readonly shownLink: Readonly<Record<'invitation' | 'reset', string>>;
  readonly placeholder: string;
  readonly copy: string;
  readonly toPerson: string;
  readonly change: string;
  readonly changeText: string;
  readonly changeSubmit: string;
  readonly changed: string;
  readonly reset: string;
  readonly resetText: string;
  readonly resetFactors: string;
  readonly resetFactorsHint: string;
  readonly resetSubmit: string;
  readonly inviteAgain: string;
  readonly inviteAgainText: string;
  readonly deactivate: string;
  readonly deactivateText: string;
  readonly deactivateSubmit: string;
  readonly deactivated: string;
  readonly activate: string;
  readonly activated: string;
  readonly newState: string;
  readonly record: string;
  readonly theirChanges: string;
}

/** Of the pages of people. */
export const PEOPLE_TEXTS: Readonly<Record<Language, PeopleTexts>> = {
  en: {
    people: 'People',
    none: 'Nobody yet.',
    noMatch: 'Nobody matches.',
    name: 'Name',
    email: 'E-mail address',
    role: 'Role',
    anyRole: 'any role',
    websites: 'Websites',
    allWebsites: 'all',
    anyWebsite: 'any website',
    language: 'Language',
    state: 'State',
    anyState: 'any state',
    states: { invited: 'invited', active: 'active', deactivated: 'deactivated' },
    search: 'Name or e-mail',
    invited: 'Invited',
    accepted: 'Accepted',
    factors: 'Second factors',
    factorsNone: 'none',
    codesLeft: '{count} recovery codes left',
    lastSeen: 'Last seen',
    signedOut: 'not signed in',
    you: 'you',
    invite: 'Invite somebody',
    inviteText: 'They get a link that works once, within 72 hours, and choose their password with it.',
    nameHint: 'They can change it.',
    optional: 'optional',
    websitesHint: 'For a merchant’s people only; the operator’s people see all websites.',
    websiteIds: 'Ids of websites',
    websiteIdsHint: 'One a line, as the list of websites shows them. For a merchant’s people only.',
    sendInvitation: 'Invite',
    linkTitle: 'Hand over this link',
    linkText: 'It is shown now and never again. It works once.',
    linkUntil: 'It works until {time}.',
    mailed: {
      sent: 'It was also sent to {email}.',
      failed: 'It could not be sent to {email}: hand it over yourself.',
      off: 'This gateway sends no e-mail: hand it over to {email} yourself.',
    },
    mailTitle: 'Link by e-mail',
    mailedAlone: {
      sent: 'A link was sent to {email}. It works once, and only the e-mail contains it.',
      failed: 'The link could not be sent to {email}. Check the address, then send another.',
    },
    addsText:
      'A website or a role of the operator’s team that this user did not have removes password and second factors, ends all sessions, and makes a new link.',
    unproved:
      'Nobody has proved that this e-mail address belongs to this user. A link that was shown on a screen may have been used by the person who saw it:',
    shownLink: { invitation: '{time}: invitation, shown to {name}', reset: '{time}: reset, shown to {name}' },
    placeholder:
      'This e-mail address has another account, so this invitation cannot be accepted. Give that account the website, then deactivate this one.',
    copy: 'Copy',
    toPerson: 'Done',
    change: 'Change, reset or deactivate',
    changeText:
      'With another role, all sessions of this user end. After any change, a link that was not used works no more.',
    changeSubmit: 'Save role and websites',
    changed: 'Saved.',
    reset: 'Password forgotten, or device lost',
    resetText: 'Takes the password and all sessions away, and makes a link for a new password that works for one hour.',
    resetFactors: 'Take second factors and recovery codes away too',
    resetFactorsHint: 'Only when the device is lost as well. Be sure who is asking: by telephone, or face to face.',
    resetSubmit: 'Reset and make a link',
    inviteAgain: 'Invite again',
    inviteAgainText: 'Makes a new link that works for 72 hours. The former one works no more.',
    deactivate: 'Deactivate',
    deactivateText:
      'All sessions end, and nobody can sign in as this user until it is activated again. Nothing is deleted.',
    deactivateSubmit: 'Deactivate',
    deactivated: 'Deactivated. All sessions have ended.',
    activate: 'Activate',
    activated: 'Activated. This user may sign in again.',
    newState: 'This is so now. What you had chosen was not saved.',
    record: 'What was done to this user',
    theirChanges: 'What this user has done',
  },
  fr: {
    people: 'Personnes',
    none: 'Personne pour l’instant.',
    noMatch: 'Personne ne correspond.',
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
    states: { invited: 'en attente', active: 'actif', deactivated: 'désactivé' },
    search: 'Nom ou e-mail',
    invited: 'Invitation',
    accepted: 'Acceptée',
    factors: 'Seconds facteurs',
    factorsNone: 'aucun',
    codesLeft: 'codes de secours restants : {count}',
    lastSeen: 'Dernier passage',
    signedOut: 'pas de session ouverte',
    you: 'vous',
    invite: 'Inviter quelqu’un',
    inviteText:
      'La personne reçoit un lien qui fonctionne une seule fois, dans les 72 heures, et choisit ainsi son mot de passe.',
    nameHint: 'La personne peut le changer.',
    optional: 'facultatif',
    websitesHint: 'Seulement pour l’équipe d’un marchand ; celle de l’opérateur voit tous les sites.',
    websiteIds: 'Identifiants des sites',
    websiteIdsHint: 'Un par ligne, comme dans la liste des sites. Seulement pour l’équipe d’un marchand.',
    sendInvitation: 'Inviter',
    linkTitle: 'Remettez ce lien',
    linkText: 'Il est montré maintenant, et plus jamais. Il fonctionne une seule fois.',
    linkUntil: 'Il fonctionne jusqu’au {time}.',
    mailed: {
      sent: 'Il a aussi été envoyé à {email}.',
      failed: 'Il n’a pas pu être envoyé à {email} : remettez-le vous-même.',
      off: 'Cette passerelle n’envoie pas d’e-mails : remettez-le vous-même à {email}.',
    },
    mailTitle: 'Lien par e-mail',
    mailedAlone: {
      sent: 'Un lien a été envoyé à {email}. Il fonctionne une seule fois, et seul l’e-mail le contient.',
      failed: 'Le lien n’a pas pu être envoyé à {email}. Vérifiez l’adresse, puis envoyez-en un autre.',
    },
    addsText:
      'Un site, ou un rôle de l’équipe de l’opérateur, que cette personne n’avait pas retire le mot de passe et les seconds facteurs, termine toutes les sessions et crée un nouveau lien.',
    unproved:
      'Rien ne prouve que cette adresse e-mail appartient à cette personne. Un lien montré à l’écran a pu être utilisé par la personne qui l’a vu :',
    shownLink: {
      invitation: '{time} : invitation, montrée à {name}',
      reset: '{time} : réinitialisation, montrée à {name}',
    },
    placeholder:
      'Cette adresse e-mail a un autre compte, donc cette invitation ne peut pas être acceptée. Donnez le site à ce compte, puis désactivez celui-ci.',
    copy: 'Copier',
    toPerson: 'Terminé',
    change: 'Modifier, réinitialiser ou désactiver',
    changeText:
      'Avec un autre rôle, toutes les sessions de cette personne se terminent. Après toute modification, un lien qui n’a pas servi ne fonctionne plus.',
    changeSubmit: 'Enregistrer le rôle et les sites',
    changed: 'Enregistré.',
    reset: 'Mot de passe oublié, ou appareil perdu',
    resetText:
      'Retire le mot de passe et toutes les sessions, et crée un lien pour un nouveau mot de passe, valable une heure.',
    resetFactors: 'Retirer aussi les seconds facteurs et les codes de secours',
    resetFactorsHint:
      'Seulement si l’appareil est perdu aussi. Assurez-vous de qui demande : par téléphone, ou de vive voix.',
    resetSubmit: 'Réinitialiser et créer un lien',
    inviteAgain: 'Inviter à nouveau',
    inviteAgainText: 'Crée un nouveau lien, valable 72 heures. Le précédent ne fonctionne plus.',
    deactivate: 'Désactiver',
    deactivateText:
      'Toutes les sessions se terminent, et personne ne peut se connecter avec ce compte avant sa réactivation. Rien n’est supprimé.',
    deactivateSubmit: 'Désactiver',
    deactivated: 'Désactivé. Toutes les sessions sont terminées.',
    activate: 'Activer',
    activated: 'Activé. Cette personne peut se connecter à nouveau.',
    newState: 'Voici l’état actuel. Ce que vous aviez choisi n’a pas été enregistré.',
    record: 'Ce qui a été fait à ce compte',
    theirChanges: 'Ce que cette personne a fait',
  },
  ht: {
    people: 'Moun',
    none: 'Poko gen pèsonn.',
    noMatch: 'Pa gen pèsonn konsa.',
    name: 'Non',
    email: 'Adrès imel',
    role: 'Wòl',
    anyRole: 'tout wòl',
    websites: 'Sit entènèt',
    allWebsites: 'tout',
    anyWebsite: 'tout sit',
    language: 'Lang',
    state: 'Eta',
    anyState: 'tout eta',
    states: { invited: 'envite', active: 'aktif', deactivated: 'dezaktive' },
    search: 'Non oswa imel',
    invited: 'Envite',
    accepted: 'Aksepte',
    factors: 'Dezyèm prèv',
    factorsNone: 'okenn',
    codesLeft: '{count} kòd sekou ki rete',
    lastSeen: 'Dènye fwa',
    signedOut: 'li pa konekte',
    you: 'ou menm',
    invite: 'Envite yon moun',
    inviteText: 'Moun nan ap resevwa yon lyen ki mache yon sèl fwa, nan 72 èdtan, epi l ap chwazi modpas li ak li.',
    nameHint: 'Moun nan ka chanje l.',
    optional: 'pa obligatwa',
    websitesHint: 'Pou ekip yon machann sèlman; moun operatè a wè tout sit yo.',
    websiteIds: 'Idantifyan sit yo',
    websiteIdsHint: 'Youn pa liy, jan lis sit yo montre yo. Pou ekip yon machann sèlman.',
    sendInvitation: 'Envite',
    linkTitle: 'Bay moun nan lyen sa a',
    linkText: 'N ap montre l kounye a, epi jamè ankò. Li mache yon sèl fwa.',
    linkUntil: 'Li mache jiska {time}.',
    mailed: {
      sent: 'Nou voye l bay {email} tou.',
      failed: 'Nou pa t ka voye l bay {email}: ba li l ou menm.',
      off: 'Sistèm sa a pa voye imel: bay {email} lyen an ou menm.',
    },
    mailTitle: 'Lyen pa imel',
    mailedAlone: {
      sent: 'Nou voye yon lyen bay {email}. Li mache yon sèl fwa, epi se imel la sèl ki genyen l.',
      failed: 'Nou pa t ka voye lyen an bay {email}. Verifye adrès la, epi voye yon lòt.',
    },
    addsText:
      'Yon sit, oswa yon wòl nan ekip operatè a, moun sa a pa t genyen retire modpas la ak dezyèm prèv yo, fini tout sesyon yo, epi fè yon nouvo lyen.',
    unproved: 'Anyen pa montre adrès imel sa a se pou moun sa a. Moun ki te wè yon lyen sou ekran an te ka sèvi ak li:',
    shownLink: { invitation: '{time}: envitasyon, {name} te wè l', reset: '{time}: rekòmanse, {name} te wè l' },
    placeholder:
      'Adrès imel sa a gen yon lòt kont, kidonk pèsonn pa ka aksepte envitasyon sa a. Bay lòt kont lan sit la, epi dezaktive sa a.',
    copy: 'Kopye',
    toPerson: 'Fini',
    change: 'Chanje, rekòmanse oswa dezaktive',
    changeText:
      'Ak yon lòt wòl, tout sesyon moun sa a ap fini. Apre nenpòt chanjman, yon lyen ki poko sèvi pa mache ankò.',
    changeSubmit: 'Anrejistre wòl ak sit yo',
    changed: 'Li anrejistre.',
    reset: 'Modpas bliye, oswa aparèy pèdi',
    resetText: 'Sa retire modpas la ak tout sesyon yo, epi fè yon lyen pou yon nouvo modpas ki bon pou inèdtan.',
    resetFactors: 'Retire dezyèm prèv ak kòd sekou yo tou',
    resetFactorsHint: 'Sèlman si aparèy la pèdi tou. Asire w ki moun k ap mande: nan telefòn, oswa fasafas.',
    resetSubmit: 'Rekòmanse epi fè yon lyen',
    inviteAgain: 'Envite ankò',
    inviteAgainText: 'Sa fè yon nouvo lyen ki bon pou 72 èdtan. Lyen anvan an pa mache ankò.',
    deactivate: 'Dezaktive',
    deactivateText:
      'Tout sesyon yo ap fini, epi pèsonn pa ka konekte ak kont sa a jiskaske li aktive ankò. Anyen pa efase.',
    deactivateSubmit: 'Dezaktive',
    deactivated: 'Li dezaktive. Tout sesyon yo fini.',
    activate: 'Aktive',
    activated: 'Li aktive. Moun sa a ka konekte ankò.',
    newState: 'Men jan l ye kounye a. Sa ou te chwazi a pa anrejistre.',
    record: 'Sa ki fèt sou kont sa a',
    theirChanges: 'Sa moun sa a fè',
  },
};
