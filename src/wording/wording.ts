import type { FailureReason, RecurringInterval } from '../domain/payment.ts';
import type { FieldError, TestOutcome } from '../providers/payment-form.ts';

/** A title of the page of a final payment. */
export type Title = 'paid' | 'already_paid' | 'paid_late' | FailureReason;

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
  readonly amountAsked: string;
  readonly amountPaid: string;
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
  readonly outcomes: Readonly<Record<TestOutcome, string>>;
  /** The title of a page whose form is wrong. */
  readonly errorTitle: (title: string) => string;
  readonly errorSummary: string;
  /** Behind a label that a value follows, with the space that the language wants before it. */
  readonly colon: string;
  readonly errors: Readonly<Record<FieldError, string>>;
  readonly titles: Readonly<Record<Title, string>>;
  /** Why a payment failed, where its title does not say it. */
  readonly reasons: Readonly<Record<Exclude<FailureReason, 'cancelled'>, string>>;
  readonly paidText: string;
  readonly alreadyPaidText: string;
  readonly paidLate: string;
  /** Of a completed one, whose provider has more money for it than one charge. */
  readonly paidTwice: string;
  /** Of a failed payment, only where that is certain. */
  readonly nothingPaid: string;
  /** Of one that may be paid all the same. */
  readonly perhapsPaid: string;
  /** Of one whose money has come, though not as it was asked for. */
  readonly doNotPayAgain: string;
  readonly merchantTold: string;
  readonly tryAtMerchant: string;
  readonly testEndIsFinal: string;
  readonly returnToMerchant: string;
  readonly processing: string;
  readonly processingText: (method: string) => string;
  readonly cardWaiting: string;
  readonly reloads: string;
  readonly reloadsNoMore: string;
  /** Behind `reloads`, as a link. */
  readonly stopReloading: string;
  readonly waitWallet: string;
  readonly waitCard: string;
  readonly waitPhone: string;
  readonly waitElsewhere: string;
  readonly waitTooLong: string;
  readonly checkNow: string;
  readonly timeIsOver: string;
  readonly timeIsOverText: string;
  readonly toCardPage: string;
  readonly cardDetails: string;
  readonly cardPrivacy: string;
  readonly cardCharged: (amount: string) => string;
  readonly cardTryAgain: string;
  readonly cardNotConfirmed: string;
  readonly cardNotLoaded: string;
  readonly connectionLost: string;
  readonly oneMoment: string;
  readonly opening: string;
  readonly needsScript: string;
  readonly secure: string;
  readonly help: string;
  readonly helpText: string;
  readonly privacy: string;
  readonly notFound: string;
  readonly notFoundText: string;
  readonly unknownPayment: string;
  readonly unknownPaymentText: (transactionId: number) => string;
  readonly refused: string;
  readonly refusedText: string;
  readonly returned: string;
  readonly returnedText: string;
  readonly systemError: string;
  readonly systemErrorText: string;
  readonly unavailable: string;
  readonly unavailableText: string;
  readonly closed: string;
  readonly closedText: string;
  readonly tooMany: string;
  readonly tooManyText: (seconds: number) => string;
  /** Only in the card widget, inside a shop's own page. */
  readonly widget: {
    readonly tryAgain: string;
    /** The gateway does not answer. It may have been reached before: nothing is said about money but what is certain. */
    readonly unreachable: string;
    /** The shop's page is mistaken. */
    readonly unusable: string;
    /** The payment is not one that this page may show. */
    readonly notOpened: string;
    readonly notOpenedText: string;
  };
  /** Only on the pages of payment links. */
  readonly link: {
    /** Before the name of a currency. */
    readonly amountIn: (currency: string) => string;
    readonly amountBetween: (least: string, most: string) => string;
    readonly how: string;
    readonly name: string;
    readonly phone: string;
    /** In a message, before the address of a link. */
    readonly payHere: string;
    /** A payment of this browser's is on its way. */
    readonly begun: string;
    readonly goOn: string;
    readonly seeReceipt: string;
    readonly thanks: string;
    /** On the page of a paid payment: to what the seller says to who has paid. */
    readonly toThanks: string;
    /** On that of one that was not paid: to the link's page. */
    readonly toLink: string;
    readonly tryAgain: string;
    readonly errors: {
      readonly amountEmpty: string;
      readonly amountFormat: string;
      readonly amountBetween: (method: string, least: string, most: string) => string;
      readonly wholeGourdes: string;
      readonly method: string;
      readonly name: string;
      readonly phone: string;
      /** The provider did not take the payment: certainly nobody has paid it. */
      readonly notBegun: string;
      /** The form was not sent whole, or not by this page. */
      readonly sendAgain: string;
    };
    /** In the e-mail that tells a seller of a payment. */
    readonly paidMail: string;
    readonly customer: string;
    readonly code: string;
    readonly lookFirst: string;
    readonly mailReason: string;
    readonly unknown: string;
    readonly unknownText: string;
    readonly expired: string;
    readonly expiredText: string;
    readonly soldOut: string;
    readonly soldOutText: string;
    /** Of a link that is used once. */
    readonly used: string;
    readonly usedText: string;
    readonly inUse: string;
    readonly inUseText: string;
    readonly deactivated: string;
    readonly deactivatedText: string;
    readonly closed: string;
    readonly closedText: string;
  };
  readonly receipt: {
    readonly title: string;
    readonly contact: string;
    readonly site: string;
    readonly rate: string;
    readonly total: string;
    /** Before a sum in another currency than the total. */
    readonly charged: string;
    /** Before the name of a wallet, or "card". */
    readonly method: string;
    readonly date: string;
    /** Says whose time it is: readers may be abroad. */
    readonly haitiTime: (moment: string) => string;
    readonly fees: string;
    readonly keep: string;
    readonly end: string;
    /** In an e-mail: why it came. */
    readonly mailReason: string;
  };
}
