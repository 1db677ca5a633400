import type { EventKind } from '../../../domain/event.ts';
import type { Language } from '../../../messages/language.ts';
import type { DeliveryStatus } from '../../../storage/deliveries/delivery-table.ts';

interface DeliveryTexts {
  readonly delivery: string;
  readonly payment: string;
  readonly website: string;
  readonly event: string;
  readonly status: string;
  readonly attempts: string;
  readonly created: string;
  readonly last: string;
  readonly next: string;
  readonly deliveredAt: string;
  readonly url: string;
  readonly none: string;
  readonly noneMatch: string;
  readonly cutShort: string;
  readonly goOn: string;
  readonly transactionId: string;
  readonly wrongId: string;
  readonly wrongTime: string;
  readonly body: string;
  readonly bodyHint: string;
  readonly attempt: string;
  readonly sentTo: string;
  readonly headers: string;
  readonly answer: string;
  readonly noAnswer: string;
  readonly emptyAnswer: string;
  readonly duration: string;
  readonly notKept: string;
  readonly noAttempts: string;
  readonly resend: string;
  readonly resendHint: string;
  readonly resendMany: string;
  readonly found: string;
  readonly foundNone: string;
  readonly foundTooMany: string;
  readonly chooseWebsite: string;
  readonly chooseFrom: string;
  readonly resendThese: string;
  readonly changeChoice: string;
  readonly resent: string;
  readonly resentMany: string;
  readonly statuses: Readonly<Record<DeliveryStatus, string>>;
  readonly events: Readonly<Record<EventKind, string>>;
}

/** What is said of deliveries. */
export const DELIVERY_TEXTS: Readonly<Record<Language, DeliveryTexts>> = {
  en: {
    delivery: 'Delivery',
    payment: 'Payment',
    website: 'Website',
    event: 'Event',
    status: 'Status',
    attempts: 'Attempts',
    created: 'Event at',
    last: 'Last response',
    next: 'Next attempt',
    deliveredAt: 'Delivered',
    url: 'Callback URL',
    none: 'There are no deliveries yet. A website with a callback URL gets one for each payment that ends.',
    noneMatch: 'No delivery matches. Clear a filter, or choose another time.',
    cutShort: 'Only a part was looked at, because this filter reads every delivery.',
    goOn: 'Go on from there',
    transactionId: 'Transaction id',
    wrongId: 'This is not a transaction id: those have 15 or 16 digits.',
    wrongTime: 'This is not a day and time.',
    body: 'Body',
    bodyHint: 'Every attempt sends these bytes.',
    attempt: 'Attempt {number}',
    sentTo: 'Sent to',
    headers: 'Request headers',
    answer: 'Response',
    noAnswer: 'No response',
    emptyAnswer: 'The body of the response was empty.',
    duration: 'Duration',
    notKept: 'not kept for this attempt',
    noAttempts: 'Nothing was sent yet.',
    resend: 'Send again',
    resendHint: 'The same bytes are sent at once, and the schedule begins anew.',
    resendMany: 'Send several again',
    found: '{count} deliveries would be sent again.',
    foundNone: 'No delivery matches: nothing would be sent.',
    foundTooMany: 'These are more than {count} deliveries. Choose a shorter time.',
    chooseWebsite: 'Choose a website.',
    chooseFrom: 'Say from when on.',
    resendThese: 'Send {count} again',
    changeChoice: 'The choice can be changed above; the number is of the moment that it was shown.',
    resent: 'It is sent again.',
    resentMany: '{count} deliveries are sent again.',
    statuses: { pending: 'Pending', delivered: 'Delivered', refused: 'Refused', exhausted: 'Exhausted' },
    events: { 'payment.success': 'Payment completed', 'payment.failed': 'Payment failed' },
  },
  fr: {
    delivery: 'Livraison',
    payment: 'Paiement',
    website: 'Site',
    event: 'Événement',
    status: 'État',
    attempts: 'Tentatives',
    created: 'Événement du',
    last: 'Dernière réponse',
    next: 'Prochaine tentative',
    deliveredAt: 'Livrée',
    url: 'URL de rappel',
    none: 'Il n’y a pas encore de livraison. Un site qui a une URL de rappel en reçoit une pour chaque paiement qui se termine.',
    noneMatch: 'Aucune livraison ne correspond. Retirez un filtre ou choisissez une autre période.',
    cutShort: 'Une partie seulement a été parcourue, car ce filtre lit toutes les livraisons.',
    goOn: 'Continuer à partir de là',
    transactionId: 'Numéro de transaction',
    wrongId: 'Ce n’est pas un numéro de transaction : il a 15 ou 16 chiffres.',
    wrongTime: 'Ce n’est pas une date avec une heure.',
    body: 'Corps',
    bodyHint: 'Chaque tentative envoie exactement ces octets.',
    attempt: 'Tentative {number}',
    sentTo: 'Envoyée à',
    headers: 'En-têtes de la requête',
    answer: 'Réponse',
    noAnswer: 'Aucune réponse',
    emptyAnswer: 'Le corps de la réponse était vide.',
    duration: 'Durée',
    notKept: 'non conservé pour cette tentative',
    noAttempts: 'Rien n’a encore été envoyé.',
    resend: 'Renvoyer',
    resendHint: 'Les mêmes octets partent tout de suite, et le calendrier recommence.',
    resendMany: 'En renvoyer plusieurs',
    found: '{count} livraisons seraient renvoyées.',
    foundNone: 'Aucune livraison ne correspond : rien ne serait envoyé.',
    foundTooMany: 'Il y a plus de {count} livraisons. Choisissez une période plus courte.',
    chooseWebsite: 'Choisissez un site.',
    chooseFrom: 'Indiquez à partir de quand.',
    resendThese: 'En renvoyer {count}',
    changeChoice: 'Le choix peut être modifié ci-dessus ; le nombre est celui du moment où il a été affiché.',
    resent: 'Elle est renvoyée.',
    resentMany: '{count} livraisons sont renvoyées.',
    statuses: { pending: 'En attente', delivered: 'Livrée', refused: 'Refusée', exhausted: 'Abandonnée' },
    events: { 'payment.success': 'Paiement réussi', 'payment.failed': 'Paiement échoué' },
  },
  ht: {
    delivery: 'Livrezon',
    payment: 'Peman',
    website: 'Sit entènèt',
    event: 'Evènman',
    status: 'Eta',
    attempts: 'Esè',
    created: 'Lè evènman an',
    last: 'Dènye repons',
    next: 'Pwochen esè',
    deliveredAt: 'Livre',
    url: 'URL rapèl',
    none: 'Poko gen livrezon. Yon sit ki gen yon URL rapèl resevwa youn pou chak peman ki fini.',
    noneMatch: 'Pa gen livrezon ki koresponn. Retire yon filtè, oswa chwazi yon lòt lè.',
    cutShort: 'Nou gade yon pati sèlman, paske filtè sa a li tout livrezon yo.',
    goOn: 'Kontinye depi la',
    transactionId: 'Nimewo tranzaksyon',
    wrongId: 'Sa pa yon nimewo tranzaksyon: li gen 15 oswa 16 chif.',
    wrongTime: 'Sa pa yon jou ak yon lè.',
    body: 'Kontni',
    bodyHint: 'Chak esè voye menm kontni sa a.',
    attempt: 'Esè {number}',
    sentTo: 'Voye bay',
    headers: 'Antèt demann nan',
    answer: 'Repons',
    noAnswer: 'Pa gen repons',
    emptyAnswer: 'Repons lan te vid.',
    duration: 'Dire',
    notKept: 'nou pa kenbe l pou esè sa a',
    noAttempts: 'Poko gen anyen ki voye.',
    resend: 'Voye ankò',
    resendHint: 'Menm kontni an pati touswit, epi orè a rekòmanse.',
    resendMany: 'Voye plizyè ankò',
    found: '{count} livrezon t ap voye ankò.',
    foundNone: 'Pa gen livrezon ki koresponn: anyen pa t ap voye.',
    foundTooMany: 'Gen plis pase {count} livrezon. Chwazi yon tan ki pi kout.',
    chooseWebsite: 'Chwazi yon sit entènèt.',
    chooseFrom: 'Di depi kilè.',
    resendThese: 'Voye {count} ankò',
    changeChoice: 'Ou ka chanje chwa a anwo a; kantite a se sa ki te la lè nou te montre l.',
    resent: 'N ap voye l ankò.',
    resentMany: 'N ap voye {count} livrezon ankò.',
    statuses: { pending: 'Ap tann', delivered: 'Livre', refused: 'Refize', exhausted: 'Abandone' },
    events: { 'payment.success': 'Peman an fèt', 'payment.failed': 'Peman an echwe' },
  },
};
