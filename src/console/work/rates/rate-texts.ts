import type { Language } from '../../../messages/language.ts';

interface RateTexts {
  readonly current: string;
  readonly from: string;
  readonly byHand: string;
  readonly bySettings: string;
  readonly bySource: string;
  readonly since: string;
  readonly setBy: string;
  readonly takenBack: string;
  readonly source: string;
  readonly noSource: string;
  readonly health: string;
  readonly well: string;
  readonly silent: string;
  readonly neverSaid: string;
  readonly old: string;
  readonly lastSeen: string;
  readonly nextAsked: string;
  readonly refresh: string;
  readonly refreshedNew: string;
  readonly refreshedSame: string;
  readonly notRefreshed: string;
  readonly history: string;
  readonly chart: string;
  readonly rate: string;
  readonly published: string;
  readonly firstSeen: string;
  readonly none: string;
  readonly set: string;
  readonly setTitle: string;
  readonly setHint: string;
  readonly newRate: string;
  readonly newRateHint: string;
  readonly wrongRate: string;
  readonly preview: string;
  readonly change: string;
  readonly what: string;
  readonly checked: string;
  readonly confirm: string;
  readonly takeBack: string;
  readonly takeBackHint: string;
  readonly doneSet: string;
  readonly doneBack: string;
  readonly back: string;
}

/** What is said of the exchange rate. */
export const RATE_TEXTS: Readonly<Record<Language, RateTexts>> = {
  en: {
    current: 'In use',
    from: 'Comes from',
    byHand: 'set by hand',
    bySettings: 'the settings (EXCHANGE_RATE)',
    bySource: 'the source {source}',
    since: 'As of',
    setBy: 'Set by',
    takenBack: 'taken back',
    source: 'Source',
    noSource: 'none: the settings fix the rate',
    health: 'Health of the source',
    well: 'It responds',
    silent: 'It has said nothing usable for too long: see the worker’s log',
    neverSaid: 'It has said nothing yet',
    old: 'What it says is older than three days',
    lastSeen: 'Last seen there',
    nextAsked: 'Asked again',
    refresh: 'Ask the source now',
    refreshedNew: 'There is a new rate of the source.',
    refreshedSame: 'The source says the same as before.',
    notRefreshed: 'The source gave no usable rate: {reason}',
    history: 'History',
    chart: 'The rate over time',
    rate: 'Gourdes for a dollar',
    published: 'Published',
    firstSeen: 'First seen',
    none: 'There are no rates yet: that of the settings is used.',
    set: 'Set by hand',
    setTitle: 'Set the exchange rate by hand',
    setHint: 'It is used for every payment created from then on, whatever the source says, until it is taken back.',
    newRate: 'Gourdes for one dollar',
    newRateHint: 'Such as 131.25; at most four decimals.',
    wrongRate: 'This is not a rate. Write it as 131.25, with at most four decimals.',
    preview: 'Look at the change',
    change: 'From {from} to {to}: {percent} %.',
    what: 'A payment of 100 USD then costs {amount}. Payments that exist keep their rate.',
    checked: 'I have made sure that this rate is right, although it is far from the one in use.',
    confirm: 'Use {rate} from now on',
    takeBack: 'Take the rate by hand back',
    takeBackHint: 'From then on the rate of the source, or of the settings, is used again.',
    doneSet: 'The rate is set. Other processes use it within ten seconds.',
    doneBack: 'The rate by hand was taken back.',
    back: 'Back',
  },
  fr: {
    current: 'Utilisé',
    from: 'Provient de',
    byHand: 'fixé à la main',
    bySettings: 'la configuration (EXCHANGE_RATE)',
    bySource: 'la source {source}',
    since: 'En date du',
    setBy: 'Fixé par',
    takenBack: 'retiré',
    source: 'Source',
    noSource: 'aucune : la configuration fixe le taux',
    health: 'État de la source',
    well: 'Elle répond',
    silent: 'Elle ne dit rien d’utilisable depuis trop longtemps : voir le journal du worker',
    neverSaid: 'Elle n’a encore rien dit',
    old: 'Ce qu’elle dit a plus de trois jours',
    lastSeen: 'Vu là pour la dernière fois',
    nextAsked: 'Interrogée de nouveau',
    refresh: 'Interroger la source maintenant',
    refreshedNew: 'Il y a un nouveau taux de la source.',
    refreshedSame: 'La source dit la même chose qu’avant.',
    notRefreshed: 'La source n’a donné aucun taux utilisable : {reason}',
    history: 'Historique',
    chart: 'Le taux au fil du temps',
    rate: 'Gourdes pour un dollar',
    published: 'Publié',
    firstSeen: 'Vu d’abord',
    none: 'Il n’y a pas encore de taux : celui de la configuration est utilisé.',
    set: 'Fixer à la main',
    setTitle: 'Fixer le taux de change à la main',
    setHint: 'Il vaut pour chaque paiement créé ensuite, quoi que dise la source, jusqu’à son retrait.',
    newRate: 'Gourdes pour un dollar',
    newRateHint: 'Comme 131.25 ; quatre décimales au plus.',
    wrongRate: 'Ce n’est pas un taux. Écrivez-le comme 131.25, avec quatre décimales au plus.',
    preview: 'Voir le changement',
    change: 'De {from} à {to} : {percent} %.',
    what: 'Un paiement de 100 USD coûte alors {amount}. Les paiements existants gardent leur taux.',
    checked: 'Je me suis assuré que ce taux est juste, bien qu’il soit loin de celui qui est utilisé.',
    confirm: 'Utiliser {rate} dès maintenant',
    takeBack: 'Retirer le taux fixé à la main',
    takeBackHint: 'Ensuite le taux de la source, ou de la configuration, est de nouveau utilisé.',
    doneSet: 'Le taux est fixé. Les autres processus l’utilisent dans les dix secondes.',
    doneBack: 'Le taux fixé à la main est retiré.',
    back: 'Retour',
  },
  ht: {
    current: 'Sa n ap sèvi',
    from: 'Li soti nan',
    byHand: 'yon moun ki mete l',
    bySettings: 'konfigirasyon an (EXCHANGE_RATE)',
    bySource: 'sous {source}',
    since: 'Dat li',
    setBy: 'Moun ki mete l',
    takenBack: 'retire',
    source: 'Sous',
    noSource: 'pa genyen: konfigirasyon an fikse to a',
    health: 'Eta sous la',
    well: 'Li reponn',
    silent: 'Depi twò lontan li pa di anyen nou ka sèvi: gade jounal worker a',
    neverSaid: 'Li poko di anyen',
    old: 'Sa l di a gen plis pase twa jou',
    lastSeen: 'Dènye fwa nou wè l la',
    nextAsked: 'N ap mande l ankò',
    refresh: 'Mande sous la kounye a',
    refreshedNew: 'Gen yon nouvo to nan sous la.',
    refreshedSame: 'Sous la di menm bagay ak anvan.',
    notRefreshed: 'Sous la pa bay okenn to nou ka sèvi: {reason}',
    history: 'Istwa',
    chart: 'To a ak tan',
    rate: 'Goud pou yon dola',
    published: 'Pibliye',
    firstSeen: 'Premye fwa nou wè l',
    none: 'Poko gen to: n ap sèvi ak pa konfigirasyon an.',
    set: 'Mete l ak men',
    setTitle: 'Mete to echanj lan ak men',
    setHint: 'N ap sèvi ak li pou chak peman ki kreye apre sa, kèlkeswa sa sous la di, jiskaske yo retire l.',
    newRate: 'Goud pou yon dola',
    newRateHint: 'Tankou 131.25; kat chif apre pwen an pi plis.',
    wrongRate: 'Sa pa yon to. Ekri l tankou 131.25, ak kat chif apre pwen an pi plis.',
    preview: 'Gade chanjman an',
    change: 'Soti nan {from} rive nan {to}: {percent} %.',
    what: 'Yon peman 100 USD ap koute {amount}. Peman ki la deja kenbe to pa yo.',
    checked: 'Mwen asire m to sa a bon, menmsi li lwen sa n ap sèvi a.',
    confirm: 'Sèvi ak {rate} depi kounye a',
    takeBack: 'Retire to ki mete ak men an',
    takeBackHint: 'Apre sa n ap sèvi ankò ak to sous la, oswa pa konfigirasyon an.',
    doneSet: 'To a mete. Lòt pwosesis yo ap sèvi ak li nan dis segonn.',
    doneBack: 'To ki te mete ak men an retire.',
    back: 'Tounen',
  },
};
