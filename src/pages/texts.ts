import type { FailureReason, RecurringInterval } from '../domain/payment.ts';
import type { CardBehaviour } from '../providers/sandbox/test-cards.ts';
import type { WalletBehaviour } from '../providers/sandbox/test-wallets.ts';
import type { Language } from './language.ts';

/** What can be wrong with a field. */
export type ErrorText =
  | 'phoneFormat'
  | 'phoneUnknown'
  | 'pin'
  | 'code'
  | 'cardNumber'
  | 'cardUnknown'
  | 'expiryFormat'
  | 'expiryPast'
  | 'cvc'
  | 'name';

/** Every text of the pages. A language that lacks one does not compile. */
export interface Texts {
  readonly languageName: string;
  readonly chooseLanguage: string;
  readonly testMode: string;
  readonly card: string;
  readonly payWith: (method: string) => string;
  readonly pay: (amount: string) => string;
  readonly merchant: string;
  readonly amount: string;
  readonly description: string;
  readonly reference: string;
  readonly transaction: string;
  readonly recurring: (interval: RecurringInterval, count: number) => string;
  readonly phone: string;
  readonly pin: string;
  readonly code: string;
  readonly codeSent: (phone: string) => string;
  readonly changePhone: string;
  readonly cardNumber: string;
  readonly expiry: string;
  readonly cvc: string;
  readonly cardName: string;
  readonly challenge: string;
  readonly challengeText: string;
  readonly refuse: string;
  readonly next: string;
  readonly confirm: string;
  readonly cancel: string;
  readonly testData: string;
  readonly testCardHint: string;
  readonly outcomes: Readonly<Record<WalletBehaviour | CardBehaviour, string>>;
  readonly error: string;
  readonly errors: Readonly<Record<ErrorText, string>>;
  readonly paid: string;
  readonly paidText: string;
  readonly processing: string;
  readonly processingText: (method: string) => string;
  readonly checkNow: string;
  readonly toCardPage: string;
  readonly cardDetails: string;
  readonly cardPrivacy: string;
  readonly cardCharged: (amount: string) => string;
  readonly cardWaiting: string;
  readonly cardTryAgain: string;
  readonly cardNotConfirmed: string;
  readonly cardNotLoaded: string;
  readonly connectionLost: string;
  readonly oneMoment: string;
  readonly failed: string;
  readonly cancelled: string;
  readonly expired: string;
  readonly timeIsOverText: string;
  readonly reasons: Readonly<Record<FailureReason, string>>;
  readonly paidLate: string;
  readonly returnToMerchant: string;
  readonly notFound: string;
  readonly notFoundText: string;
  readonly refused: string;
  readonly refusedText: string;
  readonly returned: string;
  readonly returnedText: string;
  readonly systemError: string;
  readonly systemErrorText: string;
  readonly closed: string;
  readonly closedText: string;
  readonly tooMany: string;
  readonly tooManyText: (seconds: number) => string;
  readonly opening: string;
  readonly needsScript: string;
}

const ht: Texts = {
  languageName: 'Kreyòl',
  chooseLanguage: 'Chwazi lang',
  testMode: 'Mòd tès – pa gen lajan reyèl',
  card: 'kat',
  payWith: (method) => `Peye ak ${method}`,
  pay: (amount) => `Peye ${amount}`,
  merchant: 'Machann',
  amount: 'Montan',
  description: 'Deskripsyon',
  reference: 'Referans',
  transaction: 'Tranzaksyon',
  recurring: (interval, count) => {
    const unit = { daily: 'jou', weekly: 'semèn', monthly: 'mwa', yearly: 'ane' }[interval];
    return `Peman sa a ap fèt ankò chak ${count === 1 ? '' : `${count} `}${unit}.`;
  },
  phone: 'Nimewo telefòn',
  pin: 'Kòd sekrè (PIN)',
  code: 'Kòd sekirite',
  codeSent: (phone) => `Antre kòd 6 chif nou voye sou ${phone}.`,
  changePhone: 'Chanje nimewo a',
  cardNumber: 'Nimewo kat la',
  expiry: 'Dat (MM/AA)',
  cvc: 'CVC',
  cardName: 'Non ki sou kat la',
  challenge: 'Konfime peman an',
  challengeText: 'Bank ou mande yon kòd pou konfime peman sa a (3-D Secure).',
  refuse: 'Refize peman an',
  next: 'Kontinye',
  confirm: 'Konfime',
  cancel: 'Anile',
  testData: 'Done tès',
  testCardHint: 'Nenpòt dat ki poko pase, nenpòt CVC ak nenpòt non.',
  outcomes: {
    pays: 'peman an reyisi',
    pays_slowly: 'ap trete pandan 30 segonn, apre sa li reyisi',
    asks_3d_secure: 'mande 3-D Secure, apre sa li reyisi',
    pays_once: 'peman an reyisi, pwochen peman otomatik yo refize',
    insufficient_balance: 'balans pa sifi',
    declined: 'peman an refize',
    cancelled: 'kliyan an anile',
    expired: 'tan an fini',
    expired_card: 'kat la ekspire',
    provider_error: 'erè sistèm',
    amount_mismatch: 'montan an pa koresponn',
  },
  error: 'Erè',
  errors: {
    phoneFormat: 'Nimewo a pa valab. Ekri 8 chif, pa egzanp 37 00 00 01.',
    phoneUnknown: 'Nimewo sa a pa yon nimewo tès. Chwazi youn nan lis ki anba a.',
    pin: 'Kòd sekrè a pa bon. Tanpri eseye ankò.',
    code: 'Kòd sekirite a pa bon. Tanpri eseye ankò.',
    cardNumber: 'Nimewo kat la pa valab.',
    cardUnknown: 'Se kat tès sèlman ki mache isit la. Chwazi youn nan lis ki anba a.',
    expiryFormat: 'Ekri mwa ak ane a, pa egzanp 12/30.',
    expiryPast: 'Dat sa a pase deja.',
    cvc: 'Ekri 3 oswa 4 chif ki dèyè kat la.',
    name: 'Ekri non ki sou kat la.',
  },
  paid: 'Peman an reyisi',
  paidText: 'Mèsi. Machann nan ap resevwa konfimasyon an.',
  processing: 'Peman an ap trete',
  processingText: (method) => `N ap tann repons ${method}. Paj sa a ap chaje ankò poukont li.`,
  checkNow: 'Gade kounye a',
  toCardPage: 'Nou voye ou sou paj sekirize kat la. Machann nan pa janm wè nimewo kat ou a.',
  cardDetails: 'Enfòmasyon kat la',
  cardPrivacy: 'Nimewo kat la ale tou dwat kay Stripe: ni machann nan ni Peye pa wè l.',
  cardCharged: (amount) => `Se ${amount} y ap pran sou kat la.`,
  cardWaiting: 'N ap verifye ak bank ou. Paj sa a ap chaje ankò poukont li.',
  cardTryAgain: 'Eseye ankò, oswa sèvi ak yon lòt kat.',
  cardNotConfirmed: 'Bank ou pa konfime peman an.',
  cardNotLoaded: 'Nou pa rive louvri fòm kat la. Gade koneksyon ou, epi chaje paj la ankò.',
  connectionLost: 'Koneksyon an koupe. Tanpri eseye ankò: ou p ap peye de fwa.',
  oneMoment: 'Tann yon ti moman…',
  failed: 'Peman an echwe',
  cancelled: 'Peman an anile',
  expired: 'Tan pou peye a fini',
  timeIsOverText: 'Si ou te peye deja, rezilta a ap parèt sou paj sa a poukont li.',
  reasons: {
    insufficient_balance: 'Balans ou pa sifi.',
    declined: 'Peman an refize.',
    cancelled: 'Peman an anile, ou pa peye anyen.',
    expired: 'Peman an pa t fèt atan, ou pa peye anyen.',
    expired_card: 'Kat la ekspire.',
    provider_error: 'Gen yon erè sistèm kay sèvis peman an.',
    amount_mismatch: 'Montan ki peye a pa koresponn ak montan kòmand lan.',
  },
  paidLate: 'Lajan rive pou peman sa a apre li te fini. Tanpri kontakte machann nan.',
  returnToMerchant: 'Retounen kay machann nan',
  notFound: 'Nou pa jwenn paj sa a',
  notFoundText: 'Lyen peman an pa bon oswa li pa konplè. Retounen kay machann nan epi eseye ankò.',
  refused: 'Nou pa ka li sa ou voye a',
  refusedText: 'Retounen sou paj anvan an epi eseye ankò.',
  returned: 'Mèsi',
  returnedText: 'N ap verifye peman an. Machann nan ap resevwa konfimasyon an; ou ka retounen sou sit li a.',
  systemError: 'Erè sistèm',
  systemErrorText: 'Gen yon bagay ki pa mache. Chaje paj la ankò pou wè kote peman an ye.',
  closed: 'Machann nan pa pran peman kounye a',
  closedText: 'Si ou te peye deja, n ap verifye peman an: rezilta a ap parèt sou paj sa a.',
  tooMany: 'Tann yon ti moman',
  tooManyText: (seconds) => `Twòp demann ap vini sou koneksyon sa a. Eseye ankò nan ${seconds} segonn.`,
  opening: 'N ap louvri fòm kat la…',
  needsScript: 'Fòm sa a bezwen JavaScript.',
};

const fr: Texts = {
  languageName: 'Français',
  chooseLanguage: 'Choisir la langue',
  testMode: "Mode test – aucun mouvement d'argent réel",
  card: 'carte',
  payWith: (method) => `Payer par ${method}`,
  pay: (amount) => `Payer ${amount}`,
  merchant: 'Marchand',
  amount: 'Montant',
  description: 'Description',
  reference: 'Référence',
  transaction: 'Transaction',
  recurring: (interval, count) => {
    const [every, one, many] = {
      daily: ['tous les', 'jours', 'jours'],
      weekly: ['toutes les', 'semaines', 'semaines'],
      monthly: ['tous les', 'mois', 'mois'],
      yearly: ['tous les', 'ans', 'ans'],
    }[interval];
    return `Ce paiement se répétera ${every} ${count === 1 ? one : `${count} ${many}`}.`;
  },
  phone: 'Numéro de téléphone',
  pin: 'Code secret (PIN)',
  code: 'Code de sécurité',
  codeSent: (phone) => `Entrez le code à 6 chiffres envoyé au ${phone}.`,
  changePhone: 'Changer de numéro',
  cardNumber: 'Numéro de carte',
  expiry: 'Expire (MM/AA)',
  cvc: 'CVC',
  cardName: 'Nom sur la carte',
  challenge: 'Confirmer le paiement',
  challengeText: 'Votre banque demande un code pour confirmer ce paiement (3-D Secure).',
  refuse: 'Refuser le paiement',
  next: 'Continuer',
  confirm: 'Confirmer',
  cancel: 'Annuler',
  testData: 'Données de test',
  testCardHint: 'Toute date future, tout CVC et tout nom conviennent.',
  outcomes: {
    pays: 'paiement réussi',
    pays_slowly: 'en cours pendant 30 secondes, puis réussi',
    asks_3d_secure: 'demande 3-D Secure, puis réussi',
    pays_once: 'paiement réussi, échéances suivantes refusées',
    insufficient_balance: 'solde insuffisant',
    declined: 'paiement refusé',
    cancelled: 'le client annule',
    expired: 'délai dépassé',
    expired_card: 'carte expirée',
    provider_error: 'erreur système',
    amount_mismatch: 'montant différent',
  },
  error: 'Erreur',
  errors: {
    phoneFormat: 'Numéro invalide. Écrivez 8 chiffres, par exemple 37 00 00 01.',
    phoneUnknown: "Ce n'est pas un numéro de test. Choisissez-en un dans la liste ci-dessous.",
    pin: 'Code secret incorrect. Veuillez réessayer.',
    code: 'Code de sécurité incorrect. Veuillez réessayer.',
    cardNumber: 'Numéro de carte invalide.',
    cardUnknown: 'Seules les cartes de test fonctionnent ici. Choisissez-en une dans la liste ci-dessous.',
    expiryFormat: "Écrivez le mois et l'année, par exemple 12/30.",
    expiryPast: 'Cette date est passée.',
    cvc: 'Écrivez les 3 ou 4 chiffres au dos de la carte.',
    name: 'Écrivez le nom qui figure sur la carte.',
  },
  paid: 'Paiement réussi',
  paidText: 'Merci. Le marchand va recevoir la confirmation.',
  processing: 'Paiement en cours',
  processingText: (method) => `Nous attendons la réponse de ${method}. Cette page se recharge toute seule.`,
  checkNow: 'Vérifier maintenant',
  toCardPage: 'Vous continuez sur la page de carte sécurisée. Le marchand ne voit jamais votre numéro de carte.',
  cardDetails: 'Informations de la carte',
  cardPrivacy: 'Votre numéro de carte va directement à Stripe : ni le marchand ni Peye ne le voient.',
  cardCharged: (amount) => `Votre carte sera débitée de ${amount}.`,
  cardWaiting: 'Nous vérifions avec votre banque. Cette page se recharge toute seule.',
  cardTryAgain: 'Réessayez, ou utilisez une autre carte.',
  cardNotConfirmed: "Votre banque n'a pas confirmé le paiement.",
  cardNotLoaded: "Le formulaire de carte n'a pas pu être chargé. Vérifiez votre connexion et rechargez la page.",
  connectionLost: 'La connexion a été coupée. Veuillez réessayer : vous ne serez pas débité deux fois.',
  oneMoment: 'Un instant…',
  failed: 'Échec du paiement',
  cancelled: 'Paiement annulé',
  expired: 'Délai de paiement dépassé',
  timeIsOverText: 'Si vous avez déjà payé, le résultat apparaîtra tout seul sur cette page.',
  reasons: {
    insufficient_balance: 'Votre solde est insuffisant.',
    declined: 'Le paiement a été refusé.',
    cancelled: "Le paiement a été annulé, vous n'avez rien payé.",
    expired: "Le paiement n'a pas été fait à temps, vous n'avez rien payé.",
    expired_card: 'La carte a expiré.',
    provider_error: 'Le service de paiement a rencontré une erreur.',
    amount_mismatch: 'Le montant payé ne correspond pas à celui de la commande.',
  },
  paidLate: "De l'argent est arrivé pour ce paiement après sa fin. Veuillez contacter le marchand.",
  returnToMerchant: 'Retour au site du marchand',
  notFound: 'Page introuvable',
  notFoundText: 'Le lien de paiement est incorrect ou incomplet. Retournez sur le site du marchand et réessayez.',
  refused: "Nous n'avons pas pu lire votre envoi",
  refusedText: 'Revenez à la page précédente et réessayez.',
  returned: 'Merci',
  returnedText: 'Nous vérifions le paiement. Le marchand reçoit la confirmation ; vous pouvez retourner sur son site.',
  systemError: 'Erreur système',
  systemErrorText: 'Un problème est survenu. Rechargez la page pour voir où en est le paiement.',
  closed: 'Ce marchand ne prend pas de paiements pour le moment',
  closedText: 'Si vous avez déjà payé, nous vérifions le paiement : le résultat apparaîtra sur cette page.',
  tooMany: 'Un instant',
  tooManyText: (seconds) =>
    `Trop de demandes arrivent de cette connexion. Réessayez dans ${seconds} ${seconds === 1 ? 'seconde' : 'secondes'}.`,
  opening: 'Ouverture du formulaire de carte…',
  needsScript: 'Ce formulaire a besoin de JavaScript.',
};

const en: Texts = {
  languageName: 'English',
  chooseLanguage: 'Choose a language',
  testMode: 'Test mode – no real money moves',
  card: 'card',
  payWith: (method) => `Pay with ${method}`,
  pay: (amount) => `Pay ${amount}`,
  merchant: 'Merchant',
  amount: 'Amount',
  description: 'Description',
  reference: 'Reference',
  transaction: 'Transaction',
  recurring: (interval, count) => {
    const unit = { daily: 'day', weekly: 'week', monthly: 'month', yearly: 'year' }[interval];
    return `This payment repeats every ${count === 1 ? unit : `${count} ${unit}s`}.`;
  },
  phone: 'Phone number',
  pin: 'PIN',
  code: 'Security code',
  codeSent: (phone) => `Enter the 6-digit code sent to ${phone}.`,
  changePhone: 'Change the number',
  cardNumber: 'Card number',
  expiry: 'Expiry (MM/YY)',
  cvc: 'CVC',
  cardName: 'Name on the card',
  challenge: 'Confirm the payment',
  challengeText: 'Your bank asks for a code to confirm this payment (3-D Secure).',
  refuse: 'Decline the payment',
  next: 'Continue',
  confirm: 'Confirm',
  cancel: 'Cancel',
  testData: 'Test data',
  testCardHint: 'Any date to come, any CVC and any name will do.',
  outcomes: {
    pays: 'payment successful',
    pays_slowly: 'processing for 30 seconds, then successful',
    asks_3d_secure: 'asks for 3-D Secure, then successful',
    pays_once: 'payment successful, later automatic charges declined',
    insufficient_balance: 'insufficient balance',
    declined: 'payment declined',
    cancelled: 'the customer cancels',
    expired: 'too late',
    expired_card: 'expired card',
    provider_error: 'system error',
    amount_mismatch: 'different amount',
  },
  error: 'Error',
  errors: {
    phoneFormat: 'Invalid number. Write 8 digits, for example 37 00 00 01.',
    phoneUnknown: 'This is not a test number. Choose one from the list below.',
    pin: 'Wrong PIN. Please try again.',
    code: 'Wrong security code. Please try again.',
    cardNumber: 'Invalid card number.',
    cardUnknown: 'Only test cards work here. Choose one from the list below.',
    expiryFormat: 'Write month and year, for example 12/30.',
    expiryPast: 'This date has passed.',
    cvc: 'Write the 3 or 4 digits on the back of the card.',
    name: 'Write the name on the card.',
  },
  paid: 'Payment successful',
  paidText: 'Thank you. The merchant will receive the confirmation.',
  processing: 'Payment processing',
  processingText: (method) => `We are waiting for the answer of ${method}. This page reloads by itself.`,
  checkNow: 'Check now',
  toCardPage: 'You go on to the secure card page. The merchant never sees your card number.',
  cardDetails: 'Card details',
  cardPrivacy: 'Your card number goes straight to Stripe: neither the merchant nor Peye sees it.',
  cardCharged: (amount) => `Your card will be charged ${amount}.`,
  cardWaiting: 'We are checking with your bank. This page reloads by itself.',
  cardTryAgain: 'Try again, or use another card.',
  cardNotConfirmed: 'Your bank did not confirm the payment.',
  cardNotLoaded: 'The card form could not be loaded. Check your connection and reload the page.',
  connectionLost: 'The connection was lost. Please try again: you will not be charged twice.',
  oneMoment: 'One moment…',
  failed: 'Payment failed',
  cancelled: 'Payment cancelled',
  expired: 'Payment expired',
  timeIsOverText: 'If you have paid already, the result will appear on this page by itself.',
  reasons: {
    insufficient_balance: 'Your balance is insufficient.',
    declined: 'The payment was declined.',
    cancelled: 'The payment was cancelled; you have paid nothing.',
    expired: 'The payment was not made in time; you have paid nothing.',
    expired_card: 'The card has expired.',
    provider_error: 'The payment service had an error.',
    amount_mismatch: 'The amount paid is not the amount of the order.',
  },
  paidLate: 'Money came for this payment after it had ended. Please contact the merchant.',
  returnToMerchant: 'Return to merchant',
  notFound: 'Page not found',
  notFoundText: 'The payment link is wrong or incomplete. Return to the merchant and try again.',
  refused: 'We could not read what was sent',
  refusedText: 'Go back to the page before and try again.',
  returned: 'Thank you',
  returnedText: 'We are checking the payment. The merchant gets the confirmation; you can go back to its site.',
  systemError: 'System error',
  systemErrorText: 'Something went wrong. Reload the page to see where the payment stands.',
  closed: 'This merchant takes no payments at the moment',
  closedText: 'If you have paid already, we are checking the payment: the result will appear on this page.',
  tooMany: 'One moment',
  tooManyText: (seconds) =>
    `Too many requests come from this connection. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  opening: 'Opening the card form…',
  needsScript: 'This form needs JavaScript.',
};

/** The dictionary. Wording: Kreyòl first, because most customers read it. */
export const TEXTS: Readonly<Record<Language, Texts>> = { ht, fr, en };
