import type { FailureReason, RecurringInterval } from '../domain/payment.ts';
import type { FieldError, TestOutcome } from '../providers/payment-form.ts';

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
  readonly outcomes: Readonly<Record<TestOutcome, string>>;
  readonly error: string;
  readonly errors: Readonly<Record<FieldError, string>>;
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
  /** Of a failed payment, only where that is certain. */
  readonly nothingPaid: string;
  /** Of one that may be paid all the same. */
  readonly perhapsPaid: string;
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
  readonly receipt: {
    readonly title: string;
    readonly contact: string;
    readonly site: string;
    readonly rate: string;
    readonly total: string;
    /** Before the name of a wallet, or "card". */
    readonly method: string;
    readonly date: string;
    /** Says whose time it is: readers may be abroad. */
    readonly haitiTime: (moment: string) => string;
    readonly fees: string;
    readonly keep: string;
    readonly end: string;
  };
}
