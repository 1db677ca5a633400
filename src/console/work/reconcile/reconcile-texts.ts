import type { Language } from '../../../messages/language.ts';
import type { ReconcileResult } from '../../../payments/reconcile.ts';
import type { RunState } from '../../../storage/reconcile-runs.ts';

interface ReconcileTexts {
  readonly run: string;
  readonly intro: string;
  readonly start: string;
  readonly method: string;
  readonly allMethods: string;
  readonly from: string;
  readonly to: string;
  readonly days: string;
  readonly daysHint: string;
  readonly state: string;
  readonly asked: string;
  readonly askedBy: string;
  readonly started: string;
  readonly ended: string;
  readonly compared: string;
  readonly differences: string;
  readonly reason: string;
  readonly none: string;
  readonly choose: string;
  readonly runs: string;
  readonly waits: string;
  readonly progress: string;
  readonly silent: string;
  readonly stop: string;
  readonly stopped: string;
  readonly begun: string;
  readonly results: string;
  readonly sums: string;
  readonly here: string;
  readonly there: string;
  readonly count: string;
  readonly download: string;
  readonly noDifferences: string;
  readonly kept: string;
  readonly more: string;
  readonly payment: string;
  readonly providerRef: string;
  readonly created: string;
  readonly result: string;
  readonly noPayment: string;
  readonly unknown: string;
  readonly unknownCount: string;
  readonly incomplete: string;
  readonly notPaid: string;
  readonly returned: string;
  readonly states: Readonly<Record<RunState, string>>;
  readonly meanings: Readonly<Record<ReconcileResult, string>>;
}

/** What is said of comparisons with the providers' books. */
export const RECONCILE_TEXTS: Readonly<Record<Language, ReconcileTexts>> = {
  en: {
    run: 'Comparison',
    intro:
      'Every live payment of the days is asked about at its provider. One that is open still moves to where the provider says it is; what differs is kept as a discrepancy. No money moves.',
    start: 'Compare',
    method: 'Method',
    allMethods: 'All methods',
    from: 'First day',
    to: 'Last day',
    days: 'Days',
    daysHint: 'Days of Haiti; at most 366.',
    state: 'State',
    asked: 'Asked for',
    askedBy: 'By',
    started: 'Begun',
    ended: 'Ended',
    compared: 'Compared',
    differences: 'Differences',
    reason: 'Why',
    none: 'Nothing was compared from here yet.',
    choose: 'Choose the days above.',
    runs: 'Comparisons',
    waits: 'It begins as soon as a worker is free. This page loads itself anew.',
    progress: 'It runs in the background, also when this page is closed. The page loads itself anew every few seconds.',
    silent: 'The process that runs it has said nothing for a while. It counts as ended a minute after its last word.',
    stop: 'Stop it',
    stopped: 'The comparison was stopped. What it had found stays.',
    begun: 'The comparison was asked for.',
    results: 'Results',
    sums: 'Sums',
    here: 'Paid here',
    there: 'Paid there',
    count: 'Number',
    download: 'Download as CSV',
    noDifferences: 'No differences.',
    kept: 'The first {count} differences are kept; all are counted.',
    more: 'More',
    payment: 'Payment',
    providerRef: 'Number at the provider',
    created: 'Created',
    result: 'Result',
    noPayment: 'no payment',
    unknown: 'unknown',
    unknownCount: 'Unknown',
    incomplete:
      'This comparison is incomplete: the provider gave no usable response for {count} of the payments. Run it again.',
    notPaid: 'not paid',
    returned: 'returned to the customer',
    states: { waiting: 'Waits', running: 'Runs', done: 'Done', failed: 'Failed', stopped: 'Stopped' },
    meanings: {
      matched: 'Both sides agree',
      mismatched: 'Money for a failed payment, or another amount',
      missing_at_provider: 'Completed here, not paid at the provider',
      missing_here: 'Money at the provider, no payment here',
      unknown: 'Unknown: no usable response from the provider',
    },
  },
  fr: {
    run: 'Rapprochement',
    intro:
      'Chaque paiement réel de ces jours est demandé à son fournisseur. Un paiement encore ouvert passe là où le fournisseur dit qu’il est ; ce qui diffère est gardé comme écart. Aucun argent ne bouge.',
    start: 'Comparer',
    method: 'Moyen',
    allMethods: 'Tous les moyens',
    from: 'Premier jour',
    to: 'Dernier jour',
    days: 'Jours',
    daysHint: 'Jours d’Haïti ; 366 au plus.',
    state: 'État',
    asked: 'Demandé',
    askedBy: 'Par',
    started: 'Commencé',
    ended: 'Terminé',
    compared: 'Comparés',
    differences: 'Différences',
    reason: 'Pourquoi',
    none: 'Rien n’a encore été comparé d’ici.',
    choose: 'Choisissez les jours ci-dessus.',
    runs: 'Rapprochements',
    waits: 'Il commence dès qu’un worker est libre. Cette page se recharge toute seule.',
    progress: 'Il tourne en arrière-plan, même page fermée. La page se recharge toutes les quelques secondes.',
    silent:
      'Le processus qui le fait n’a rien dit depuis un moment. Il compte comme terminé une minute après son dernier mot.',
    stop: 'L’arrêter',
    stopped: 'Le rapprochement est arrêté. Ce qu’il avait trouvé reste.',
    begun: 'Le rapprochement est demandé.',
    results: 'Résultats',
    sums: 'Sommes',
    here: 'Payé ici',
    there: 'Payé là-bas',
    count: 'Nombre',
    download: 'Télécharger en CSV',
    noDifferences: 'Aucune différence.',
    kept: 'Les {count} premières différences sont gardées ; toutes sont comptées.',
    more: 'Suite',
    payment: 'Paiement',
    providerRef: 'Numéro chez le fournisseur',
    created: 'Créé',
    result: 'Résultat',
    noPayment: 'aucun paiement',
    unknown: 'inconnu',
    unknownCount: 'Inconnus',
    incomplete:
      'Ce rapprochement est incomplet : le fournisseur n’a pas donné de réponse utilisable pour {count} des paiements. Relancez-le.',
    notPaid: 'non payé',
    returned: 'rendu au client',
    states: { waiting: 'En attente', running: 'En cours', done: 'Terminé', failed: 'Échoué', stopped: 'Arrêté' },
    meanings: {
      matched: 'Les deux côtés concordent',
      mismatched: 'Argent pour un paiement échoué, ou autre montant',
      missing_at_provider: 'Réussi ici, non payé chez le fournisseur',
      missing_here: 'Argent chez le fournisseur, aucun paiement ici',
      unknown: 'Inconnu : pas de réponse utilisable du fournisseur',
    },
  },
  ht: {
    run: 'Verifikasyon',
    intro:
      'Nou mande founisè a sou chak peman reyèl nan jou sa yo. Yon peman ki louvri toujou ale kote founisè a di l ye; sa ki diferan rete kòm diferans. Pa gen lajan ki deplase.',
    start: 'Konpare',
    method: 'Mwayen',
    allMethods: 'Tout mwayen',
    from: 'Premye jou',
    to: 'Dènye jou',
    days: 'Jou',
    daysHint: 'Jou Ayiti; 366 pi plis.',
    state: 'Eta',
    asked: 'Mande',
    askedBy: 'Moun ki mande l',
    started: 'Kòmanse',
    ended: 'Fini',
    compared: 'Konpare',
    differences: 'Diferans',
    reason: 'Poukisa',
    none: 'Nou poko konpare anyen depi isit la.',
    choose: 'Chwazi jou yo anwo a.',
    runs: 'Verifikasyon',
    waits: 'L ap kòmanse lè yon worker lib. Paj sa a chaje tèt li ankò.',
    progress: 'L ap fèt dèyè, menm si ou fèmen paj la. Paj la chaje tèt li ankò chak kèk segonn.',
    silent: 'Pwosesis k ap fè l la pa di anyen depi yon ti moman. N ap konte l kòm fini yon minit apre dènye mo li.',
    stop: 'Kanpe l',
    stopped: 'Verifikasyon an kanpe. Sa l te jwenn rete.',
    begun: 'Nou mande verifikasyon an.',
    results: 'Rezilta',
    sums: 'Total',
    here: 'Peye isit la',
    there: 'Peye lòtbò a',
    count: 'Kantite',
    download: 'Telechaje an CSV',
    noDifferences: 'Pa gen diferans.',
    kept: 'Nou kenbe premye {count} diferans yo; nou konte tout.',
    more: 'Plis',
    payment: 'Peman',
    providerRef: 'Nimewo kay founisè a',
    created: 'Kreye',
    result: 'Rezilta',
    noPayment: 'pa gen peman',
    unknown: 'nou pa konnen',
    unknownCount: 'Nou pa konnen',
    incomplete: 'Verifikasyon sa a pa konplè: founisè a pa bay repons ki itil pou {count} nan peman yo. Fè l ankò.',
    notPaid: 'pa peye',
    returned: 'remèt bay kliyan an',
    states: { waiting: 'Ap tann', running: 'Ap fèt', done: 'Fini', failed: 'Echwe', stopped: 'Kanpe' },
    meanings: {
      matched: 'De bò yo dakò',
      mismatched: 'Lajan pou yon peman ki echwe, oswa yon lòt montan',
      missing_at_provider: 'Reyisi isit la, pa peye kay founisè a',
      missing_here: 'Lajan kay founisè a, pa gen peman isit la',
      unknown: 'Nou pa konnen: founisè a pa bay repons ki itil',
    },
  },
};
