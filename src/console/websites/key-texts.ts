import type { Language } from '../../messages/language.ts';

interface KeyTexts {
  readonly keys: string;
  readonly key: string;
  readonly none: string;
  readonly addTest: string;
  readonly addLive: string;
  readonly test: string;
  readonly live: string;
  readonly mode: string;
  readonly name: string;
  readonly nameHint: string;
  readonly unnamed: string;
  readonly ends: string;
  readonly state: string;
  readonly active: string;
  readonly inactive: string;
  readonly expired: string;
  readonly expires: string;
  readonly expiresHint: string;
  readonly never: string;
  readonly addresses: string;
  readonly addressesHint: string;
  readonly everywhere: string;
  readonly scopes: string;
  readonly read: string;
  readonly create: string;
  readonly created: string;
  readonly lastUsed: string;
  readonly lastUsedHint: string;
  readonly change: string;
  readonly save: string;
  readonly roll: string;
  readonly rollText: string;
  readonly overlap: string;
  readonly overlapHint: string;
  readonly deactivate: string;
  readonly activate: string;
  readonly once: string;
  readonly oldText: string;
  readonly oldUntil: string;
  readonly oldEnded: string;
  readonly made: string;
  readonly rolled: string;
  readonly already: string;
  readonly make: string;
  readonly firstTitle: string;
  readonly firstText: string;
}

/** Of the pages of keys. A native speaker should confirm the Kreyòl. */
export const KEY_TEXTS: Readonly<Record<Language, KeyTexts>> = {
  en: {
    keys: 'API keys',
    key: 'API key',
    none: 'No key yet. A test key simulates payments; a live key moves money.',
    addTest: 'Make a test key',
    addLive: 'Make a live key',
    test: 'test',
    live: 'live',
    mode: 'Mode',
    name: 'Name',
    nameHint: 'What people call it, such as the server that has it. Empty for none.',
    unnamed: 'without a name',
    ends: 'Key',
    state: 'State',
    active: 'active',
    inactive: 'deactivated',
    expired: 'expired',
    expires: 'Expires',
    expiresHint: 'The last day on which it is accepted, in Haiti. Empty for no end.',
    never: 'never',
    addresses: 'Allowed addresses',
    addressesHint: 'IP addresses or subnets such as 203.0.113.0/24, one a line, 20 at most. Empty: from everywhere.',
    everywhere: 'from everywhere',
    scopes: 'Scopes',
    read: 'read: look at payments, verify them, follow events',
    create: 'create: make payments, end test payments',
    created: 'Made',
    lastUsed: 'Last used',
    lastUsedHint: 'exact to some minutes',
    change: 'Change',
    save: 'Save',
    roll: 'Roll the key',
    rollText: 'The key gets a new text, which is shown once. It keeps its id and its payments.',
    overlap: 'The old text still works for',
    overlapHint: 'Within ten seconds: for a key that has leaked.',
    deactivate: 'Deactivate',
    activate: 'Activate',
    once: 'This is the key. Keep it now: it is not shown again.',
    oldText: 'Old text',
    oldUntil: 'The old text works until {time}.',
    oldEnded: 'The old key is refused within ten seconds.',
    made: 'The key is made',
    rolled: 'The key is rolled',
    already:
      'This key was made already: the form was sent twice. Its text was shown the first time; roll it if you do not have that.',
    firstTitle: 'A first payment',
    firstText:
      'In a terminal, now: it creates a payment of 500 gourdes in test mode. Open the payment_url of the answer, and pay.',
    make: 'Make the key',
  },
  fr: {
    keys: 'Clés API',
    key: 'Clé API',
    none: 'Aucune clé pour l’instant. Une clé de test simule les paiements ; une clé réelle déplace de l’argent.',
    addTest: 'Créer une clé de test',
    addLive: 'Créer une clé réelle',
    test: 'test',
    live: 'réelle',
    mode: 'Mode',
    name: 'Nom',
    nameHint: 'Comment on l’appelle, par exemple le serveur qui l’a. Vide pour aucun.',
    unnamed: 'sans nom',
    ends: 'Clé',
    state: 'État',
    active: 'active',
    inactive: 'désactivée',
    expired: 'expirée',
    expires: 'Expire',
    expiresHint: 'Le dernier jour où elle est acceptée, en Haïti. Vide pour aucune fin.',
    never: 'jamais',
    addresses: 'Adresses autorisées',
    addressesHint: 'Adresses IP ou sous-réseaux comme 203.0.113.0/24, un par ligne, 20 au plus. Vide : de partout.',
    everywhere: 'de partout',
    scopes: 'Portées',
    read: 'read : voir les paiements, les vérifier, suivre les événements',
    create: 'create : créer des paiements, terminer des paiements de test',
    created: 'Créée',
    lastUsed: 'Dernière utilisation',
    lastUsedHint: 'à quelques minutes près',
    change: 'Modifier',
    save: 'Enregistrer',
    roll: 'Renouveler la clé',
    rollText: 'La clé reçoit un nouveau texte, affiché une seule fois. Elle garde son identifiant et ses paiements.',
    overlap: 'L’ancien texte fonctionne encore pendant',
    overlapHint: 'Tout de suite : pour une clé qui a fuité.',
    deactivate: 'Désactiver',
    activate: 'Activer',
    once: 'Voici la clé. Gardez-la maintenant : elle ne sera plus affichée.',
    oldText: 'Ancien texte',
    oldUntil: 'L’ancien texte fonctionne jusqu’au {time}.',
    oldEnded: 'L’ancienne clé est refusée dans les dix secondes.',
    made: 'La clé est créée',
    rolled: 'La clé est renouvelée',
    already:
      'Cette clé a déjà été créée : le formulaire a été envoyé deux fois. Son texte a été affiché la première fois ; renouvelez-la si vous ne l’avez pas.',
    firstTitle: 'Un premier paiement',
    firstText:
      'Dans un terminal, dès maintenant : cette commande crée un paiement de 500 gourdes en mode test. Ouvrez le payment_url de la réponse, et payez.',
    make: 'Créer la clé',
  },
  ht: {
    keys: 'Kle API',
    key: 'Kle API',
    none: 'Poko gen kle. Yon kle tès fè similasyon peman; yon kle live deplase lajan.',
    addTest: 'Fè yon kle tès',
    addLive: 'Fè yon kle live',
    test: 'tès',
    live: 'live',
    mode: 'Mòd',
    name: 'Non',
    nameHint: 'Jan moun rele li, pa egzanp sèvè ki genyen li a. Kite li vid si pa genyen.',
    unnamed: 'san non',
    ends: 'Kle',
    state: 'Eta',
    active: 'aktif',
    inactive: 'dezaktive',
    expired: 'ekspire',
    expires: 'Ekspire',
    expiresHint: 'Dènye jou nou aksepte li, an Ayiti. Kite li vid si pa gen fen.',
    never: 'janm',
    addresses: 'Adrès ki gen dwa',
    addressesHint: 'Adrès IP oswa sous rezo tankou 203.0.113.0/24, youn pa liy, 20 pi plis. Vid: toupatou.',
    everywhere: 'toupatou',
    scopes: 'Dwa',
    read: 'read: wè peman yo, verifye yo, swiv evènman yo',
    create: 'create: fè peman, fini peman tès',
    created: 'Fèt',
    lastUsed: 'Dènye fwa li sèvi',
    lastUsedHint: 'a kèk minit prè',
    change: 'Modifye',
    save: 'Anrejistre',
    roll: 'Renouvle kle a',
    rollText: 'Kle a resevwa yon nouvo tèks, nou montre li yon sèl fwa. Li kenbe ID li ak peman li yo.',
    overlap: 'Ansyen tèks la mache ankò pandan',
    overlapHint: 'Touswit: pou yon kle ki tonbe nan men lòt moun.',
    deactivate: 'Dezaktive',
    activate: 'Aktive',
    once: 'Men kle a. Konsève li kounye a: nou p ap montre li ankò.',
    oldText: 'Ansyen tèks',
    oldUntil: 'Ansyen tèks la mache jiska {time}.',
    oldEnded: 'Nou refize ansyen kle a nan dis segonn.',
    made: 'Kle a fèt',
    rolled: 'Kle a renouvle',
    already:
      'Kle sa a te deja fèt: fòm nan te voye de fwa. Nou te montre tèks li premye fwa a; renouvle li si ou pa genyen li.',
    firstTitle: 'Yon premye peman',
    firstText:
      'Nan yon tèminal, kounye a: kòmand sa a kreye yon peman 500 goud an mòd tès. Louvri payment_url ki nan repons lan, epi peye.',
    make: 'Fè kle a',
  },
};
