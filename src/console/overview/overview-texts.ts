import type { Language } from '../../messages/language.ts';
import type { Outcome } from '../../storage/payments/payment-sums.ts';
import type { Range } from './period.ts';

/** What stands behind a one, and behind any other number. */
export type Counted = readonly [one: string, many: string];

interface OverviewTexts {
  readonly today: string;
  readonly nothing: string;
  // What needs somebody; each stands behind its number.
  readonly discrepancies: Counted;
  /** `{website}`. */
  readonly exhausted: Counted;
  readonly retrying: Counted;
  /** `{method}`. */
  readonly silent: Counted;
  readonly failing: Counted;
  readonly overdue: Counted;
  readonly rate: string;
  readonly receipts: Counted;
  /** `{count}` and more. */
  readonly atLeast: string;
  readonly steps: string;
  readonly stepWebsite: string;
  readonly stepKey: string;
  readonly stepPayment: string;
  readonly stepCallback: string;
  readonly stepDocs: string;
  readonly stepLink: string;
  readonly figures: string;
  readonly website: string;
  readonly all: string;
  readonly mode: string;
  readonly test: string;
  readonly live: string;
  readonly range: string;
  readonly ranges: Readonly<Record<Range, string>>;
  readonly now: Readonly<Record<Range, string>>;
  readonly before: Readonly<Record<Range, string>>;
  readonly volume: string;
  readonly volumeText: string;
  readonly money: string;
  readonly paid: string;
  readonly failed: string;
  readonly success: string;
  readonly successText: string;
  readonly wait: string;
  readonly waitText: string;
  readonly waitMedian: string;
  readonly wait90: string;
  readonly lag: string;
  /** `{count}`. */
  readonly lagText: string;
  readonly failures: string;
  readonly failuresText: string;
  readonly reasons: Readonly<Record<Exclude<Outcome, 'completed'>, string>>;
  readonly numbers: string;
  readonly hour: string;
  readonly day: string;
  readonly method: string;
  readonly reason: string;
  readonly measure: string;
  readonly change: string;
  readonly none: string;
  readonly isToday: string;
  readonly notCounted: string;
  readonly second: string;
  readonly minute: string;
  readonly moreThan: string;
  // The lists behind some of the lines.
  readonly overdueTitle: string;
  readonly waitingTitle: string;
  readonly receiptsTitle: string;
  readonly overdueText: string;
  readonly waitingText: string;
  readonly receiptsText: string;
  readonly payment: string;
  readonly created: string;
  readonly expired: string;
  readonly givenUp: string;
  readonly error: string;
  readonly noneLeft: string;
}

/** By language. A native speaker should confirm the Kreyòl. */
export const OVERVIEW_TEXTS: Readonly<Record<Language, OverviewTexts>> = {
  en: {
    today: 'What needs somebody today',
    nothing: 'Nothing needs you now.',
    discrepancies: ['open discrepancy: money that does not fit', 'open discrepancies: money that does not fit'],
    exhausted: ['delivery to {website} was given up', 'deliveries to {website} were given up'],
    retrying: [
      'delivery to {website} waits, and its callback URL fails',
      'deliveries to {website} wait, and its callback URL fails',
    ],
    silent: [
      'live payment waits for {method}, which has completed none for two hours',
      'live payments wait for {method}, which has completed none for two hours',
    ],
    failing: [
      'live payment by {method} failed by an error of the provider within two hours: more than were paid',
      'live payments by {method} failed by an error of the provider within two hours: more than were paid',
    ],
    overdue: [
      'live payment is overdue: its time was over an hour ago, and the provider has not said how it ended',
      'live payments are overdue: their time was over an hour ago, and the provider has not said how they ended',
    ],
    rate: 'the exchange rate is old: its source has said nothing new for too long',
    receipts: ['receipt could not be sent in the last seven days', 'receipts could not be sent in the last seven days'],
    atLeast: '{count}+',
    steps: 'Next steps',
    stepWebsite: 'Register a website',
    stepKey: 'Create a test key for it',
    stepPayment: 'Create the first test payment',
    stepCallback: 'Set the callback URL that webhooks are sent to',
    stepDocs: 'How the first payment is made, in five minutes',
    stepLink: 'To sell without a website, make a payment link',
    figures: 'Figures',
    website: 'Website',
    all: 'All',
    mode: 'Mode',
    test: 'Test',
    live: 'Live',
    range: 'Time',
    ranges: { today: 'Today', '7': '7 days', '30': '30 days' },
    now: { today: 'Today', '7': 'Last 7 days', '30': 'Last 30 days' },
    before: {
      today: 'Same weekday a week before',
      '7': 'The 7 days before',
      '30': '30 days, five weeks before',
    },
    volume: 'Payments completed',
    volumeText: 'How many payments were completed, by the time at which they were.',
    money: 'Money received',
    paid: 'Completed',
    failed: 'Failed',
    success: 'Success rate by method',
    successText: 'Of the payments that ended, how many in a hundred were completed.',
    wait: 'Time to pay',
    waitText:
      'From the creation of a payment until it was completed: half were faster. Estimated from counts of ranges of seconds.',
    waitMedian: 'Half within',
    wait90: 'Nine of ten within',
    lag: 'Delivery of webhooks',
    lagText: 'From the event until a receiver accepted it; from the newest {count} deliveries of each time at most.',
    failures: 'Failures by reason',
    failuresText: 'Why payments failed.',
    reasons: {
      insufficient_balance: 'Not enough money',
      declined: 'Declined',
      cancelled: 'Cancelled',
      expired: 'Expired',
      expired_card: 'Card expired',
      provider_error: 'Error of the provider',
      amount_mismatch: 'Another amount',
    },
    numbers: 'Numbers',
    hour: 'Hour (Haiti)',
    day: 'Day (Haiti)',
    method: 'Method',
    reason: 'Reason',
    measure: 'Measure',
    change: 'Change',
    none: 'No payment ended in this time.',
    isToday:
      'Today is not over. What it is compared with goes up to the end of the same hour in sums, and over the whole day in lines.',
    notCounted: 'Figures of the weeks before this version are still being counted.',
    second: 's',
    minute: 'min',
    moreThan: 'more than 30 min',
    overdueTitle: 'Overdue payments',
    waitingTitle: 'Payments that wait for their provider',
    receiptsTitle: 'Receipts that could not be sent',
    overdueText: 'Their provider is asked again and again. Open one to ask now.',
    waitingText: 'Live payments of the last day that are open for more than ten minutes.',
    receiptsText: 'Of the last seven days. The customer can still see the receipt on the payment page.',
    payment: 'Payment',
    created: 'Created',
    expired: 'Its time was over',
    givenUp: 'Given up',
    error: 'Reason',
    noneLeft: 'There are none any more.',
  },
  fr: {
    today: 'À traiter aujourd’hui',
    nothing: 'Rien ne demande votre attention.',
    discrepancies: [
      'écart ouvert : de l’argent qui ne correspond pas',
      'écarts ouverts : de l’argent qui ne correspond pas',
    ],
    exhausted: ['livraison à {website} a été abandonnée', 'livraisons à {website} ont été abandonnées'],
    retrying: [
      'livraison à {website} attend, et son URL de rappel échoue',
      'livraisons à {website} attendent, et son URL de rappel échoue',
    ],
    silent: [
      'paiement réel attend {method}, qui n’en a terminé aucun depuis deux heures',
      'paiements réels attendent {method}, qui n’en a terminé aucun depuis deux heures',
    ],
    failing: [
      'paiement réel par {method} a échoué par une erreur du fournisseur en deux heures : plus qu’il n’en a été payé',
      'paiements réels par {method} ont échoué par une erreur du fournisseur en deux heures : plus qu’il n’en a été payé',
    ],
    overdue: [
      'paiement réel est en retard : son délai est passé depuis une heure sans réponse du fournisseur',
      'paiements réels sont en retard : leur délai est passé depuis une heure sans réponse du fournisseur',
    ],
    rate: 'le taux de change est ancien : sa source ne dit plus rien de nouveau depuis trop longtemps',
    receipts: [
      'reçu n’a pas pu être envoyé ces sept derniers jours',
      'reçus n’ont pas pu être envoyés ces sept derniers jours',
    ],
    atLeast: '{count}+',
    steps: 'Prochaines étapes',
    stepWebsite: 'Enregistrer un site',
    stepKey: 'Créer une clé de test pour ce site',
    stepPayment: 'Créer le premier paiement de test',
    stepCallback: 'Indiquer l’URL de rappel qui reçoit les webhooks',
    stepDocs: 'Le premier paiement en cinq minutes',
    stepLink: 'Pour vendre sans site, créez un lien de paiement',
    figures: 'Chiffres',
    website: 'Site',
    all: 'Tous',
    mode: 'Mode',
    test: 'Test',
    live: 'Réel',
    range: 'Période',
    ranges: { today: 'Aujourd’hui', '7': '7 jours', '30': '30 jours' },
    now: { today: 'Aujourd’hui', '7': '7 derniers jours', '30': '30 derniers jours' },
    before: {
      today: 'Même jour, une semaine avant',
      '7': 'Les 7 jours précédents',
      '30': '30 jours, cinq semaines avant',
    },
    volume: 'Paiements effectués',
    volumeText: 'Combien de paiements ont été effectués, selon le moment où ils l’ont été.',
    money: 'Argent reçu',
    paid: 'Effectués',
    failed: 'Échoués',
    success: 'Taux de réussite par méthode',
    successText: 'Parmi les paiements terminés, combien sur cent ont été effectués.',
    wait: 'Temps pour payer',
    waitText:
      'De la création du paiement jusqu’à ce qu’il soit effectué : la moitié a été plus rapide. Estimé d’après des tranches de secondes.',
    waitMedian: 'La moitié en moins de',
    wait90: 'Neuf sur dix en moins de',
    lag: 'Livraison des webhooks',
    lagText:
      'De l’événement jusqu’à son acceptation ; d’après les {count} livraisons les plus récentes de chaque période au plus.',
    failures: 'Échecs par motif',
    failuresText: 'Pourquoi des paiements ont échoué.',
    reasons: {
      insufficient_balance: 'Solde insuffisant',
      declined: 'Refusé',
      cancelled: 'Annulé',
      expired: 'Expiré',
      expired_card: 'Carte expirée',
      provider_error: 'Erreur du fournisseur',
      amount_mismatch: 'Autre montant',
    },
    numbers: 'Nombres',
    hour: 'Heure (Haïti)',
    day: 'Jour (Haïti)',
    method: 'Méthode',
    reason: 'Motif',
    measure: 'Mesure',
    change: 'Évolution',
    none: 'Aucun paiement ne s’est terminé dans cette période.',
    isToday:
      'La journée n’est pas finie. La comparaison va jusqu’à la fin de la même heure pour les sommes, et sur toute la journée pour les courbes.',
    notCounted: 'Les chiffres des semaines d’avant cette version sont encore en cours de calcul.',
    second: 's',
    minute: 'min',
    moreThan: 'plus de 30 min',
    overdueTitle: 'Paiements en retard',
    waitingTitle: 'Paiements qui attendent leur fournisseur',
    receiptsTitle: 'Reçus qui n’ont pas pu être envoyés',
    overdueText: 'Leur fournisseur est interrogé régulièrement. Ouvrez-en un pour l’interroger maintenant.',
    waitingText: 'Paiements réels du dernier jour, ouverts depuis plus de dix minutes.',
    receiptsText: 'Des sept derniers jours. Le client voit toujours le reçu sur la page du paiement.',
    payment: 'Paiement',
    created: 'Créé',
    expired: 'Fin du délai',
    givenUp: 'Abandonné',
    error: 'Motif',
    noneLeft: 'Il n’y en a plus.',
  },
  ht: {
    today: 'Sa ki bezwen yon moun jodi a',
    nothing: 'Anyen pa bezwen ou kounye a.',
    discrepancies: ['diferans louvri: lajan ki pa koresponn', 'diferans louvri: lajan ki pa koresponn'],
    exhausted: ['livrezon bay {website} abandone', 'livrezon bay {website} abandone'],
    retrying: [
      'livrezon bay {website} ap tann, epi adrès li a pa reponn byen',
      'livrezon bay {website} ap tann, epi adrès li a pa reponn byen',
    ],
    silent: [
      'peman reyèl ap tann {method}, ki pa fini okenn depi dezè',
      'peman reyèl ap tann {method}, ki pa fini okenn depi dezè',
    ],
    failing: [
      'peman reyèl pa {method} echwe nan dezè akoz yon erè founisè a: plis pase sa ki peye',
      'peman reyèl pa {method} echwe nan dezè akoz yon erè founisè a: plis pase sa ki peye',
    ],
    overdue: [
      'peman reyèl an reta: tan yo fini depi inèdtan epi founisè a poko di kijan yo fini',
      'peman reyèl an reta: tan yo fini depi inèdtan epi founisè a poko di kijan yo fini',
    ],
    rate: 'to echanj la fin vye: sous li pa di anyen nouvo depi twòp tan',
    receipts: ['resi nou pa t ka voye nan sèt dènye jou yo', 'resi nou pa t ka voye nan sèt dènye jou yo'],
    atLeast: '{count}+',
    steps: 'Pwochen etap',
    stepWebsite: 'Anrejistre yon sit entènèt',
    stepKey: 'Kreye yon kle tès pou li',
    stepPayment: 'Kreye premye peman tès la',
    stepCallback: 'Mete adrès kote webhook yo ap ale',
    stepDocs: 'Premye peman an nan senk minit',
    stepLink: 'Pou vann san sit entènèt, fè yon lyen peman',
    figures: 'Chif',
    website: 'Sit entènèt',
    all: 'Tout',
    mode: 'Mòd',
    test: 'Tès',
    live: 'Reyèl',
    range: 'Tan',
    ranges: { today: 'Jodi a', '7': '7 jou', '30': '30 jou' },
    now: { today: 'Jodi a', '7': '7 dènye jou yo', '30': '30 dènye jou yo' },
    before: {
      today: 'Menm jou a, yon semèn anvan',
      '7': '7 jou anvan yo',
      '30': '30 jou, senk semèn anvan',
    },
    volume: 'Peman ki fèt',
    volumeText: 'Konbyen peman ki fèt, dapre lè yo te fèt.',
    money: 'Lajan ki antre',
    paid: 'Fèt',
    failed: 'Echwe',
    success: 'Pousantaj ki pase pa metòd',
    successText: 'Nan peman ki fini yo, konbyen sou san ki te fèt.',
    wait: 'Tan pou peye',
    waitText:
      'Depi peman an kreye jiskaske li fèt: mwatye te pi rapid. Se yon estimasyon dapre konbyen ki nan chak gwoup segonn.',
    waitMedian: 'Mwatye an mwens pase',
    wait90: 'Nèf sou dis an mwens pase',
    lag: 'Livrezon webhook yo',
    lagText: 'Depi evènman an jiskaske yo aksepte li; dapre {count} livrezon ki pi resan nan chak tan, pa plis.',
    failures: 'Echèk pa rezon',
    failuresText: 'Poukisa gen peman ki echwe.',
    reasons: {
      insufficient_balance: 'Lajan pa sifi',
      declined: 'Refize',
      cancelled: 'Anile',
      expired: 'Tan an fini',
      expired_card: 'Kat la fini',
      provider_error: 'Erè founisè a',
      amount_mismatch: 'Yon lòt montan',
    },
    numbers: 'Nimewo yo',
    hour: 'Lè (Ayiti)',
    day: 'Jou (Ayiti)',
    method: 'Metòd',
    reason: 'Rezon',
    measure: 'Mezi',
    change: 'Chanjman',
    none: 'Pa gen okenn peman ki fini nan tan sa a.',
    isToday: 'Jounen an poko fini. Pou sòm yo, nou konpare jiska fen menm lè a; pou liy yo, tout jounen an.',
    notCounted: 'N ap kontinye konte chif semèn anvan vèsyon sa a.',
    second: 's',
    minute: 'min',
    moreThan: 'plis pase 30 min',
    overdueTitle: 'Peman an reta',
    waitingTitle: 'Peman k ap tann founisè yo',
    receiptsTitle: 'Resi nou pa t ka voye',
    overdueText: 'Nou kontinye mande founisè yo. Louvri youn pou mande kounye a.',
    waitingText: 'Peman reyèl dènye jou a ki louvri depi plis pase dis minit.',
    receiptsText: 'Nan sèt dènye jou yo. Kliyan an ka toujou wè resi a sou paj peman an.',
    payment: 'Peman',
    created: 'Kreye',
    expired: 'Tan li te fini',
    givenUp: 'Abandone',
    error: 'Rezon',
    noneLeft: 'Pa gen ankò.',
  },
};
