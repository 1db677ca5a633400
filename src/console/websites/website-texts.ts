import type { Language } from '../../messages/language.ts';

interface WebsiteTexts {
  readonly websites: string;
  readonly website: string;
  readonly none: string;
  readonly noneFound: string;
  readonly noneOwn: string;
  readonly add: string;
  readonly name: string;
  readonly nameHint: string;
  readonly id: string;
  readonly state: string;
  readonly active: string;
  readonly inactive: string;
  readonly any: string;
  readonly search: string;
  readonly methods: string;
  readonly methodsNone: string;
  readonly created: string;
  readonly callback: string;
  readonly callbackHint: string;
  readonly callbackChange: string;
  readonly callbackMissing: string;
  readonly return: string;
  readonly returnHint: string;
  readonly contact: string;
  readonly contactHint: string;
  readonly colour: string;
  readonly colourHint: string;
  readonly preview: string;
  readonly pay: string;
  readonly receipts: string;
  readonly receiptsHint: string;
  readonly on: string;
  readonly off: string;
  readonly edit: string;
  readonly save: string;
  readonly logo: string;
  readonly logoFile: string;
  readonly logoNone: string;
  readonly logoSend: string;
  readonly logoRemove: string;
  readonly card: string;
  readonly approved: string;
  readonly notApproved: string;
  readonly approve: string;
  readonly revoke: string;
  readonly deactivate: string;
  readonly activate: string;
  readonly activeText: string;
  readonly inactiveText: string;
  readonly secret: string;
  readonly secretText: string;
  readonly secretNext: string;
  readonly secretRoll: string;
  readonly secretAfter: string;
  readonly secretAfterHint: string;
  readonly secretOnce: string;
  readonly signsFrom: string;
  readonly copy: string;
  readonly kept: string;
  readonly now: string;
  readonly hour: string;
  readonly day: string;
  readonly week: string;
  readonly month: string;
  readonly already: string;
  readonly changed: string;
  readonly meanwhile: string;
  readonly nothing: string;
  readonly testCallback: string;
  readonly testCallbackHint: string;
  readonly testAsLive: string;
  readonly testSecret: string;
  readonly testSecretText: string;
  readonly testSecretNone: string;
  readonly testSecretMake: string;
  readonly testSecretRemove: string;
  readonly testSecretOnce: string;
  readonly testSendLive: string;
  readonly test: string;
  readonly testText: string;
  readonly testSend: string;
  readonly testGood: string;
  readonly testBad: string;
  readonly testRedirect: string;
  readonly testGone: string;
  readonly testFailed: string;
  readonly reason: string;
  readonly request: string;
  readonly answer: string;
  readonly status: string;
  readonly duration: string;
  readonly answerStart: string;
  readonly answerEmpty: string;
  readonly headers: string;
  readonly body: string;
  readonly back: string;
  readonly newText: string;
  readonly registered: string;
}

/** Of the pages of websites. A native speaker should confirm the Kreyòl. */
export const WEBSITE_TEXTS: Readonly<Record<Language, WebsiteTexts>> = {
  en: {
    websites: 'Websites',
    website: 'Website',
    none: 'No website yet.',
    noneFound: 'No website matches. Clear the filters to see all.',
    noneOwn: 'You have no website yet. Ask the operator to add you to one.',
    add: 'Register a website',
    name: 'Name',
    nameHint: 'Customers read it on payment pages.',
    id: 'Id',
    state: 'State',
    active: 'active',
    inactive: 'deactivated',
    any: 'All',
    search: 'Name or id contains',
    methods: 'Payment methods',
    methodsNone: 'none',
    created: 'Registered',
    callback: 'Callback URL',
    callbackHint: 'A public https:// address. Signed events of payments go there; empty for none.',
    callbackChange: 'Change the callback URL',
    callbackMissing: 'No callback URL is set, so no events are sent.',
    return: 'Return URL',
    returnHint: 'Where customers are sent back to after paying; empty for none.',
    contact: 'Contact for customers',
    contactHint: 'A number or an address, in one line. It stands on receipts and where something went wrong.',
    colour: 'Colour',
    colourHint: 'Such as #0b6459: white text must be easy to read on it. Empty for ours.',
    preview: 'Preview',
    pay: 'Pay',
    receipts: 'Receipts by e-mail',
    receiptsHint: 'Customers whose address is known get one when the gateway has a mail server.',
    on: 'on',
    off: 'off',
    edit: 'Edit',
    save: 'Save',
    logo: 'Logo',
    logoFile: 'A PNG, JPEG or WebP of at most 10,000 bytes',
    logoNone: 'No logo',
    logoSend: 'Use this logo',
    logoRemove: 'Remove the logo',
    card: 'Live cards',
    approved: 'approved',
    notApproved: 'not approved',
    approve: 'Approve live cards',
    revoke: 'Withdraw the approval',
    deactivate: 'Deactivate',
    activate: 'Activate',
    activeText:
      'Deactivating refuses every key of this website within ten seconds. Events of its payments are still sent.',
    inactiveText: 'All keys of this website are refused.',
    secret: 'Webhook secret',
    secretText:
      'It signs the events that are sent to you. It was shown when it was made, and is not shown again; a new one replaces it.',
    secretNext: 'A new secret signs from {time} on.',
    secretRoll: 'Make a new secret',
    secretAfter: 'The old secret still signs for',
    secretAfterHint: 'Until then, let your receiver accept either. At once: for a secret that has leaked.',
    secretOnce: 'This is the new webhook secret. Keep it now: it is not shown again.',
    signsFrom: 'It signs from {time} on, and the old one until then.',
    copy: 'Copy',
    kept: 'I have kept it',
    now: 'at once',
    hour: '1 hour',
    day: '24 hours',
    week: '7 days',
    month: '30 days',
    already: 'This was registered already: the form was sent twice. Its secret was shown the first time.',
    changed: 'The change was saved. It counts everywhere within ten seconds.',
    meanwhile:
      'Somebody else has changed this while you were looking at it. Nothing of yours was saved. This is how it is now; send the form again to replace it.',
    nothing: 'none',
    testCallback: 'Callback URL for test events',
    testCallbackHint: 'A public https:// address for events of test payments. Empty: they go to the callback URL.',
    testAsLive: 'same as the callback URL',
    testSecret: 'Webhook secret for test events',
    testSecretText: 'It signs the events of test payments. The live secret never signs them.',
    testSecretNone:
      'Test events are signed with the live webhook secret. A separate secret makes sure that a test event never passes for a live one.',
    testSecretMake: 'Create a secret for test events',
    testSecretRemove: 'Remove the secret for test events',
    testSecretOnce: 'This is the webhook secret for test events. Save it now: it is not shown again.',
    testSendLive: 'Send in live mode',
    test: 'Test event',
    testText:
      'Sends one signed event named test to the callback URL now, and shows what your receiver answers. No payment belongs to it.',
    testSend: 'Send in test mode',
    testGood: 'Your receiver accepted it.',
    testBad: 'Your receiver answered, but not with a 2xx: a real event would be sent again later.',
    testRedirect:
      'Your receiver answered with a redirect, which is not followed. Set the callback URL to where it leads.',
    testGone: 'Your receiver answered 410: it wants no further attempts of an event.',
    testFailed: 'No answer came.',
    reason: 'Reason',
    request: 'What was sent',
    answer: 'What came back',
    status: 'Status',
    duration: 'Duration',
    answerStart: 'First of the body',
    answerEmpty: 'The body was empty.',
    headers: 'Headers',
    body: 'Body',
    back: 'Back to the website',
    newText: 'A new website has all four payment methods. Its webhook secret is shown once, on the next page.',
    registered: 'The website is registered.',
  },
  fr: {
    websites: 'Sites',
    website: 'Site',
    none: 'Aucun site pour l’instant.',
    noneFound: 'Aucun site ne correspond. Effacez les filtres pour tout voir.',
    noneOwn: 'Vous n’avez pas encore de site. Demandez à l’opérateur de vous ajouter à un site.',
    add: 'Enregistrer un site',
    name: 'Nom',
    nameHint: 'Les clients le lisent sur les pages de paiement.',
    id: 'Identifiant',
    state: 'État',
    active: 'actif',
    inactive: 'désactivé',
    any: 'Tous',
    search: 'Nom ou identifiant contient',
    methods: 'Moyens de paiement',
    methodsNone: 'aucun',
    created: 'Enregistré',
    callback: 'URL de rappel',
    callbackHint: 'Une adresse https:// publique. Les événements signés des paiements y vont ; vide pour aucune.',
    callbackChange: 'Changer l’URL de rappel',
    callbackMissing: 'Aucune URL de rappel n’est définie : aucun événement n’est envoyé.',
    return: 'URL de retour',
    returnHint: 'Où les clients sont renvoyés après le paiement ; vide pour aucune.',
    contact: 'Contact pour les clients',
    contactHint: 'Un numéro ou une adresse, sur une ligne. Il figure sur les reçus et là où quelque chose a échoué.',
    colour: 'Couleur',
    colourHint: 'Par exemple #0b6459 : un texte blanc doit s’y lire facilement. Vide pour la nôtre.',
    preview: 'Aperçu',
    pay: 'Payer',
    receipts: 'Reçus par e-mail',
    receiptsHint: 'Les clients dont l’adresse est connue en reçoivent un si la passerelle a un serveur de courrier.',
    on: 'activés',
    off: 'désactivés',
    edit: 'Modifier',
    save: 'Enregistrer',
    logo: 'Logo',
    logoFile: 'Un PNG, JPEG ou WebP de 10 000 octets au plus',
    logoNone: 'Pas de logo',
    logoSend: 'Utiliser ce logo',
    logoRemove: 'Retirer le logo',
    card: 'Cartes en mode réel',
    approved: 'approuvées',
    notApproved: 'non approuvées',
    approve: 'Approuver les cartes réelles',
    revoke: 'Retirer l’approbation',
    deactivate: 'Désactiver',
    activate: 'Activer',
    activeText:
      'La désactivation refuse toutes les clés de ce site en moins de dix secondes. Les événements de ses paiements sont encore envoyés.',
    inactiveText: 'Toutes les clés de ce site sont refusées.',
    secret: 'Secret de webhook',
    secretText:
      'Il signe les événements qui vous sont envoyés. Il a été affiché à sa création et ne l’est plus ; un nouveau le remplace.',
    secretNext: 'Un nouveau secret signe à partir du {time}.',
    secretRoll: 'Créer un nouveau secret',
    secretAfter: 'L’ancien secret signe encore pendant',
    secretAfterHint:
      'D’ici là, faites accepter les deux à votre récepteur. Tout de suite : pour un secret qui a fuité.',
    secretOnce: 'Voici le nouveau secret de webhook. Gardez-le maintenant : il ne sera plus affiché.',
    signsFrom: 'Il signe à partir du {time}, et l’ancien jusque-là.',
    copy: 'Copier',
    kept: 'Je l’ai gardé',
    now: 'tout de suite',
    hour: '1 heure',
    day: '24 heures',
    week: '7 jours',
    month: '30 jours',
    already: 'C’est déjà enregistré : le formulaire a été envoyé deux fois. Le secret a été affiché la première fois.',
    changed: 'La modification est enregistrée. Elle vaut partout en moins de dix secondes.',
    meanwhile:
      'Quelqu’un d’autre a modifié ceci pendant que vous le regardiez. Rien de votre saisie n’a été enregistré. Voici l’état actuel ; renvoyez le formulaire pour le remplacer.',
    nothing: 'aucun',
    testCallback: 'URL de rappel pour les événements de test',
    testCallbackHint:
      'Une adresse https:// publique pour les événements des paiements de test. Vide : ils vont à l’URL de rappel.',
    testAsLive: 'comme l’URL de rappel',
    testSecret: 'Secret de webhook pour les événements de test',
    testSecretText: 'Il signe les événements des paiements de test. Le secret de production ne les signe jamais.',
    testSecretNone:
      'Les événements de test sont signés avec le secret de production. Un secret distinct garantit qu’un événement de test ne passe jamais pour un vrai.',
    testSecretMake: 'Créer un secret pour les événements de test',
    testSecretRemove: 'Supprimer le secret des événements de test',
    testSecretOnce:
      'Voici le secret de webhook pour les événements de test. Enregistrez-le maintenant : il ne sera plus affiché.',
    testSendLive: 'Envoyer en mode réel',
    test: 'Événement de test',
    testText:
      'Envoie maintenant à l’URL de rappel un événement signé nommé test, et montre ce que votre récepteur répond. Aucun paiement n’y correspond.',
    testSend: 'Envoyer en mode test',
    testGood: 'Votre récepteur l’a accepté.',
    testBad: 'Votre récepteur a répondu, mais pas avec un 2xx : un véritable événement serait renvoyé plus tard.',
    testRedirect:
      'Votre récepteur a répondu par une redirection, qui n’est pas suivie. Indiquez directement l’adresse où elle mène.',
    testGone: 'Votre récepteur a répondu 410 : il ne veut plus d’essais d’un événement.',
    testFailed: 'Aucune réponse n’est arrivée.',
    reason: 'Raison',
    request: 'Ce qui a été envoyé',
    answer: 'Ce qui est revenu',
    status: 'Statut',
    duration: 'Durée',
    answerStart: 'Début du corps',
    answerEmpty: 'Le corps était vide.',
    headers: 'En-têtes',
    body: 'Corps',
    back: 'Retour au site',
    newText:
      'Un nouveau site a les quatre moyens de paiement. Son secret de webhook est affiché une seule fois, sur la page suivante.',
    registered: 'Le site est enregistré.',
  },
  ht: {
    websites: 'Sit entènèt',
    website: 'Sit',
    none: 'Poko gen sit.',
    noneFound: 'Pa gen sit ki koresponn. Efase filtè yo pou wè tout.',
    noneOwn: 'Ou poko gen sit. Mande operatè a mete ou nan youn.',
    add: 'Anrejistre yon sit',
    name: 'Non',
    nameHint: 'Kliyan yo li li sou paj peman yo.',
    id: 'ID',
    state: 'Eta',
    active: 'aktif',
    inactive: 'dezaktive',
    any: 'Tout',
    search: 'Non oswa ID a genyen',
    methods: 'Mwayen peman',
    methodsNone: 'okenn',
    created: 'Anrejistre',
    callback: 'Callback URL',
    callbackHint: 'Yon adrès https:// piblik. Evènman peman yo, ki siyen, ale la; kite li vid si pa genyen.',
    callbackChange: 'Chanje callback URL la',
    callbackMissing: 'Pa gen callback URL, kidonk nou pa voye evènman.',
    return: 'URL retou',
    returnHint: 'Kote nou voye kliyan an tounen apre li peye; kite li vid si pa genyen.',
    contact: 'Kontak pou kliyan yo',
    contactHint: 'Yon nimewo oswa yon adrès, sou yon sèl liy. Li parèt sou resi yo ak kote yon bagay pa mache.',
    colour: 'Koulè',
    colourHint: 'Pa egzanp #0b6459: yon tèks blan dwe fasil pou li sou li. Kite li vid pou pa nou an.',
    preview: 'Aperisi',
    pay: 'Peye',
    receipts: 'Resi pa imel',
    receiptsHint: 'Kliyan ki bay adrès imel yo resevwa youn lè pasrèl la gen yon sèvè imel.',
    on: 'aktive',
    off: 'dezaktive',
    edit: 'Modifye',
    save: 'Anrejistre',
    logo: 'Logo',
    logoFile: 'Yon PNG, JPEG oswa WebP ki pa depase 10.000 bayt',
    logoNone: 'Pa gen logo',
    logoSend: 'Sèvi ak logo sa a',
    logoRemove: 'Retire logo a',
    card: 'Kat an mòd live',
    approved: 'apwouve',
    notApproved: 'pa apwouve',
    approve: 'Apwouve kat live yo',
    revoke: 'Retire apwobasyon an',
    deactivate: 'Dezaktive',
    activate: 'Aktive',
    activeText:
      'Lè ou dezaktive sit la, nou refize tout kle li yo nan dis segonn. Nou toujou voye evènman peman li yo.',
    inactiveText: 'Nou refize tout kle sit sa a.',
    secret: 'Sekrè webhook',
    secretText:
      'Li siyen evènman nou voye ba ou. Nou te montre li lè nou te fè li, nou pa montre li ankò; yon nouvo ranplase li.',
    secretNext: 'Yon nouvo sekrè ap siyen apati {time}.',
    secretRoll: 'Fè yon nouvo sekrè',
    secretAfter: 'Ansyen sekrè a siyen ankò pandan',
    secretAfterHint: 'Jiska lè sa a, fè pwogram ou a aksepte toude. Touswit: pou yon sekrè ki tonbe nan men lòt moun.',
    secretOnce: 'Men nouvo sekrè webhook la. Konsève li kounye a: nou p ap montre li ankò.',
    signsFrom: 'Li siyen apati {time}, ansyen an siyen jiska lè sa a.',
    copy: 'Kopye',
    kept: 'Mwen konsève li',
    now: 'touswit',
    hour: '1 èdtan',
    day: '24 èdtan',
    week: '7 jou',
    month: '30 jou',
    already: 'Li te deja anrejistre: fòm nan te voye de fwa. Nou te montre sekrè a premye fwa a.',
    changed: 'Chanjman an anrejistre. Li aplike toupatou nan dis segonn.',
    meanwhile:
      'Yon lòt moun chanje sa pandan ou t ap gade li. Nou pa anrejistre anyen nan sa ou te antre. Men jan li ye kounye a; voye fòm nan ankò pou ranplase li.',
    nothing: 'okenn',
    testCallback: 'Callback URL pou evènman tès yo',
    testCallbackHint: 'Yon adrès https:// piblik pou evènman peman tès yo. Kite li vid: yo ale nan callback URL la.',
    testAsLive: 'menm ak callback URL la',
    testSecret: 'Sekrè webhook pou evènman tès yo',
    testSecretText: 'Li siyen evènman peman tès yo. Sekrè live la pa janm siyen yo.',
    testSecretNone:
      'Sekrè webhook live la siyen evènman tès yo. Ak yon sekrè apa, yon evènman tès pa janm ka pase pou yon evènman live.',
    testSecretMake: 'Kreye yon sekrè pou evènman tès yo',
    testSecretRemove: 'Retire sekrè evènman tès yo',
    testSecretOnce: 'Men sekrè webhook pou evènman tès yo. Konsève li kounye a: nou p ap montre li ankò.',
    testSendLive: 'Voye an mòd live',
    test: 'Evènman tès',
    testText:
      'Voye yon evènman siyen ki rele test nan callback URL la kounye a, epi montre sa pwogram ou a reponn. Pa gen peman ki mache avè li.',
    testSend: 'Voye an mòd tès',
    testGood: 'Pwogram ou a aksepte li.',
    testBad: 'Pwogram ou a reponn, men se pa yon 2xx: nou t ap voye yon vrè evènman ankò pita.',
    testRedirect:
      'Pwogram ou a reponn ak yon redireksyon, nou pa swiv sa. Mete callback URL la sou adrès li mennen an.',
    testGone: 'Pwogram ou a reponn 410: li pa vle lòt esè pou evènman an.',
    testFailed: 'Pa gen repons ki rive.',
    reason: 'Rezon',
    request: 'Sa nou voye',
    answer: 'Sa ki tounen',
    status: 'Estati',
    duration: 'Dire',
    answerStart: 'Kòmansman kò a',
    answerEmpty: 'Kò a te vid.',
    headers: 'Antèt',
    body: 'Kò',
    back: 'Tounen nan sit la',
    newText: 'Yon nouvo sit gen kat mwayen peman yo. Nou montre sekrè webhook li yon sèl fwa, nan pwochen paj la.',
    registered: 'Sit la anrejistre.',
  },
};
