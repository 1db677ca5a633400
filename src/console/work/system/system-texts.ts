import type { Language } from '../../../messages/language.ts';

interface SystemTexts {
  readonly process: string;
  readonly processHint: string;
  readonly version: string;
  readonly uptime: string;
  readonly roles: string;
  readonly processes: string;
  readonly redis: string;
  readonly redisStates: Readonly<Record<'not_set' | 'ready' | 'away', string>>;
  readonly store: string;
  readonly engine: string;
  readonly size: string;
  readonly schema: string;
  readonly pending: string;
  readonly time: string;
  readonly certain: string;
  readonly inDoubt: string;
  readonly providers: string;
  readonly method: string;
  readonly credentials: string;
  readonly states: Readonly<Record<'set' | 'part' | 'none', string>>;
  readonly missing: string;
  readonly open: string;
  readonly late: string;
  readonly queues: string;
  readonly dueDeliveries: string;
  readonly dueSince: string;
  readonly nothingDue: string;
  readonly receiptsWaiting: string;
  readonly receiptsGivenUp: string;
  readonly findings: string;
  readonly findingsHint: string;
  readonly check: string;
  readonly finding: string;
  readonly detail: string;
  /** `{size}` as a number of the language. */
  readonly megabytes: string;
  readonly allWell: string;
  readonly marks: Readonly<Record<'ok' | 'warning' | 'problem', string>>;
}

/** What is said of the gateway itself. Findings are in English, as `peye doctor` prints them. */
export const SYSTEM_TEXTS: Readonly<Record<Language, SystemTexts>> = {
  en: {
    process: 'This process',
    processHint: 'It is the one that answers you; processes do not know of each other.',
    version: 'Version',
    uptime: 'Runs since',
    roles: 'Roles',
    processes: 'Serving processes',
    redis: 'Redis',
    redisStates: {
      not_set: 'Not set: limits count in this process alone',
      ready: 'Responds',
      away: 'Does not respond',
    },
    store: 'Store',
    engine: 'Engine',
    size: 'Size',
    schema: 'Schema',
    pending: '{count} migrations wait',
    time: 'Time',
    certain: 'Certain',
    inDoubt: 'In doubt: {why}',
    providers: 'Providers',
    method: 'Method',
    credentials: 'Credentials',
    states: { set: 'Set', part: 'In part', none: 'Not set' },
    missing: 'Missing',
    open: 'Open live payments',
    late: 'Late checks',
    queues: 'What waits',
    dueDeliveries: 'Websites with deliveries due',
    dueSince: 'The oldest since',
    nothingDue: 'none',
    receiptsWaiting: 'Receipts to be sent',
    receiptsGivenUp: 'Receipts that could not be sent (7 days)',
    findings: 'Findings',
    findingsHint: 'The quick checks of peye doctor. The command itself looks at more, and asks the providers.',
    check: 'Check',
    finding: 'Finding',
    detail: 'What was found',
    megabytes: '{size} MB',
    allWell: 'Everything that was looked at is well.',
    marks: { ok: 'ok', warning: 'Warning', problem: 'Problem' },
  },
  fr: {
    process: 'Ce processus',
    processHint: 'C’est celui qui vous répond ; les processus ne se connaissent pas entre eux.',
    version: 'Version',
    uptime: 'Tourne depuis',
    roles: 'Rôles',
    processes: 'Processus servants',
    redis: 'Redis',
    redisStates: {
      not_set: 'Non configuré : les limites sont comptées dans ce seul processus',
      ready: 'Répond',
      away: 'Ne répond pas',
    },
    store: 'Base',
    engine: 'Moteur',
    size: 'Taille',
    schema: 'Schéma',
    pending: '{count} migrations attendent',
    time: 'Heure',
    certain: 'Sûre',
    inDoubt: 'En doute : {why}',
    providers: 'Fournisseurs',
    method: 'Moyen',
    credentials: 'Identifiants',
    states: { set: 'Configurés', part: 'En partie', none: 'Non configurés' },
    missing: 'Manquent',
    open: 'Paiements réels ouverts',
    late: 'Vérifications tardives',
    queues: 'Ce qui attend',
    dueDeliveries: 'Sites avec des livraisons dues',
    dueSince: 'La plus ancienne depuis',
    nothingDue: 'aucun',
    receiptsWaiting: 'Reçus à envoyer',
    receiptsGivenUp: 'Reçus qui n’ont pas pu être envoyés (7 jours)',
    findings: 'Constats',
    findingsHint:
      'Les contrôles rapides de peye doctor, en anglais. La commande elle-même en fait plus et interroge les fournisseurs.',
    check: 'Contrôle',
    finding: 'Constat',
    detail: 'Détail',
    megabytes: '{size} Mo',
    allWell: 'Tout ce qui a été regardé va bien.',
    marks: { ok: 'ok', warning: 'Attention', problem: 'Problème' },
  },
  ht: {
    process: 'Pwosesis sa a',
    processHint: 'Se li menm k ap reponn ou; pwosesis yo youn pa konnen lòt.',
    version: 'Vèsyon',
    uptime: 'Ap mache depi',
    roles: 'Wòl',
    processes: 'Pwosesis k ap sèvi',
    redis: 'Redis',
    redisStates: {
      not_set: 'Pa mete: limit yo konte nan pwosesis sa a sèlman',
      ready: 'Li reponn',
      away: 'Li pa reponn',
    },
    store: 'Baz done',
    engine: 'Motè',
    size: 'Gwosè',
    schema: 'Chema',
    pending: '{count} migrasyon ap tann',
    time: 'Lè',
    certain: 'Li sèten',
    inDoubt: 'Nou pa sèten: {why}',
    providers: 'Founisè',
    method: 'Mwayen',
    credentials: 'Idantifyan',
    states: { set: 'Mete', part: 'Yon pati', none: 'Pa mete' },
    missing: 'Sa ki manke',
    open: 'Peman reyèl ki louvri',
    late: 'Verifikasyon anreta',
    queues: 'Sa k ap tann',
    dueDeliveries: 'Sit ki gen livrezon pou voye',
    dueSince: 'Pi ansyen an depi',
    nothingDue: 'pa genyen',
    receiptsWaiting: 'Resi pou voye',
    receiptsGivenUp: 'Resi ki pa t ka voye (7 jou)',
    findings: 'Sa nou jwenn',
    findingsHint: 'Tès rapid peye doctor, an angle. Kòmand lan li menm gade plis, epi li mande founisè yo.',
    check: 'Tès',
    finding: 'Rezilta',
    detail: 'Detay',
    megabytes: '{size} Mo',
    allWell: 'Tout sa nou gade byen.',
    marks: { ok: 'ok', warning: 'Atansyon', problem: 'Pwoblèm' },
  },
};
