import type { Actor } from '../core/actor.ts';
import type { Payment, PaymentMethod } from '../core/payment.ts';
import type { NoteEntry, Step } from '../core/payment-history.ts';
import type { LinkForm } from '../features/links/create-link-payment.ts';
import type { OfferedMethod } from '../features/links/offered-methods.ts';
import type { PaymentLink } from '../features/links/payment-link.ts';
import { type CheckDeps, checkDuePayments } from '../features/payments/check-due-payments.ts';
import { checkLatePayments } from '../features/payments/check-late-payments.ts';
import {
  type CreatedPayment,
  type CreatePaymentDeps,
  type Creator,
  createPayment,
  type PaymentRequest,
} from '../features/payments/create-payment.ts';
import type { TypedPayment } from '../features/payments/create-test-payment.ts';
import { fillPaymentTerms } from '../features/payments/fill-payment-terms.ts';
import { type SimulateEnd, simulateEnd } from '../features/payments/finish-test-payment.ts';
import { type GiveUp, giveUpPayment } from '../features/payments/give-up-payment.ts';
import type { HistoryRecorder } from '../features/payments/history/record-history.ts';
import { markAsProcessing } from '../features/payments/mark-as-processing.ts';
import { openAtProvider } from '../features/payments/open-at-provider.ts';
import { type Receive, type ReceiveDeps, receiveNotification } from '../features/payments/receive-notification.ts';
import type { FinalOutcome, Settle } from '../features/payments/settle-payment.ts';
import type { CheckLane } from '../features/payments/store/claim-due-payments.ts';
import type { ProviderNews } from '../features/payments/store/update-provider-data.ts';
import { paymentStore } from '../features/payments/store-payment.ts';
import { type VerifiedPayment, type Verify, verifyPayment } from '../features/payments/verify-payment.ts';
import type { ReconcileLine, ReconcileRange } from '../features/reconciliation/reconcile.ts';
import { hasOpenRun, type ReconcileRun } from '../features/reconciliation/store/reconcile-runs.ts';
import type { Website } from '../features/websites/store/websites.ts';
import type { Log } from '../platform/log/log.ts';

/** The functions that change payments, with their dependencies bound. No route changes a payment in any other way. */
export interface PaymentVerbs {
  readonly create: (creator: Creator, request: PaymentRequest, log: Log) => Promise<CreatedPayment>;
  /** Creates a test payment by hand, with a chosen key. */
  readonly createTest: (apiKeyId: string, typed: TypedPayment, log: Log) => Promise<CreatedPayment>;
  /** The methods that can pay a payment link at this moment. Reads nothing from the store. */
  readonly methodsForLink: (link: PaymentLink, website: Pick<Website, 'methods'>) => Promise<OfferedMethod[]>;
  /** Creates the payment that a customer requests on the page of a payment link. */
  readonly createForLink: (linkId: string, form: LinkForm, log: Log) => Promise<Payment>;
  readonly begin: (payment: Pick<Payment, 'id'>, provider: ProviderNews | undefined, step: Step) => Promise<void>;
  /**
   * Records a customer's step that changes no payment. The caller does not wait, and an error here causes no other
   * failure.
   */
  readonly recordStep: (payment: Pick<Payment, 'id'>, step: Step) => void;
  readonly settle: Settle;
  readonly simulateEnd: SimulateEnd;
  readonly finishTest: (id: string, outcome: FinalOutcome) => Promise<Payment>;
  readonly verify: Verify;
  /** Verifies a payment with its provider on the request of an operator or a merchant's user. */
  readonly verifyByHand: (id: string, log: Log) => Promise<VerifiedPayment>;
  readonly addNote: (id: string, text: string) => Promise<NoteEntry>;
  /** Queues a completed payment's receipt for an address that its customer entered. */
  readonly requestReceipt: (payment: Payment, address: string) => Promise<void>;
  readonly mayRequestReceipt: (payment: Payment) => Promise<boolean>;
  /** The same on the request of an operator or a merchant's user. */
  readonly mailReceipt: (id: string, address: string) => Promise<void>;
  readonly giveUp: GiveUp;
  /** `receiveNotification` with the rate limits of the route that receives the message. */
  readonly receiveWithin: (limits: Pick<ReceiveDeps, 'verifications' | 'pages' | 'lookups'>) => Receive;
  /** One round of checking a lane's open payments. */
  readonly checkDue: (lane: CheckLane) => Promise<{ checked: number; isMoreWaiting: boolean }>;
  /** One round of checking a method's failed live payments. */
  readonly checkLate: (method: PaymentMethod) => Promise<{ isMoreWaiting: boolean }>;
  /** Adds search terms to one batch of older payments. */
  readonly fillTerms: () => Promise<{ isMoreWaiting: boolean }>;
  /** Posts one batch of older payments in the ledger. */
  readonly fillLedger: () => Promise<{ isMoreWaiting: boolean }>;
  readonly reconcile: (range: ReconcileRange, log: Log) => AsyncGenerator<ReconcileLine, void, void>;
  /** Requests a reconciliation in the background, one run at a time. */
  readonly startReconcile: (range: ReconcileRange) => Promise<ReconcileRun>;
  readonly stopReconcile: (id: string) => Promise<ReconcileRun>;
  /** Executes the waiting reconciliation run, if there is one. */
  readonly runReconcile: (log: Log, isStopping: () => boolean) => Promise<{ isMoreWaiting: boolean }>;
  /** The same functions for another actor: manual actions are recorded as that actor's. */
  readonly as: (actor: Actor) => PaymentVerbs;
}

/** The dependencies of the payment functions. */
export type PaymentParts = CheckDeps &
  Omit<CreatePaymentDeps, 'store' | 'openAtProvider'> & {
    /** The actor of manual actions. */
    readonly actor: Actor;
    readonly history: Pick<HistoryRecorder, 'step' | 'exchange'>;
    /** Called with the number of payments that one commit wrote. */
    readonly onWritten?: ((count: number) => void) | undefined;
  };

/** Binds the payment functions to their dependencies. */
export function paymentVerbs(parts: PaymentParts): PaymentVerbs {
  const { db, clock, settle, history } = parts;
  const opening: Pick<CreatePaymentDeps, 'openAtProvider'> = {
    openAtProvider: (create, payment, log) => openAtProvider({ db, settle }, create, payment, log),
  };
  const creating: CreatePaymentDeps = { ...parts, ...opening, store: paymentStore(db, parts.onWritten) };
  const verbs = {
    create: (creator, request, log) => createPayment(creating, creator, request, log),
    async methodsForLink(link, website) {
      return (await import('../features/links/offered-methods.ts')).offeredMethods(parts, link, website);
    },
    async createForLink(linkId, form, log) {
      const { createLinkPayment } = await import('../features/links/create-link-payment.ts');
      return createLinkPayment({ ...parts, ...opening }, linkId, form, log);
    },
    begin: (payment, provider, step) => markAsProcessing(parts, payment, provider, { step, clock }),
    recordStep: ({ id }, step) => history.step(id, step),
    settle,
    simulateEnd: (payment, outcome) => simulateEnd(parts, payment, outcome),
    verify: (payment, log) => verifyPayment(parts, payment, log),
    async mayRequestReceipt(payment) {
      return (await import('../features/payments/request-receipt.ts')).mayRequestReceipt(parts.db, payment);
    },
    async requestReceipt(payment, address) {
      return (await import('../features/payments/request-receipt.ts')).requestReceipt(parts, payment, address);
    },
    giveUp: (payment, log) => giveUpPayment(parts, payment, log),
    receiveWithin: (limits) => {
      const receiving = { ...parts, ...limits };
      return (...received) => receiveNotification(receiving, ...received);
    },
    checkDue: (lane) => checkDuePayments(parts, lane),
    checkLate: (method) => checkLatePayments(parts, method),
    fillTerms: () => fillPaymentTerms(parts),
    async fillLedger() {
      return (await import('../features/payments/fill-ledger.ts')).fillOlderLedger(parts);
    },
    async runReconcile(log, isStopping) {
      if (!(await hasOpenRun(db))) return { isMoreWaiting: false };
      return (await import('../features/reconciliation/reconcile-runs.ts')).runReconcile(parts, log, isStopping);
    },
  } satisfies Omit<PaymentVerbs, keyof ByHand>;
  return { ...verbs, ...byHand({ ...parts, ...opening }, verbs) };
}

type HandParts = PaymentParts & Pick<CreatePaymentDeps, 'openAtProvider'>;

/** Functions that people call, and that the audit log records. Loaded on first use. */
type ByHand = Pick<
  PaymentVerbs,
  | 'createTest'
  | 'finishTest'
  | 'verifyByHand'
  | 'addNote'
  | 'mailReceipt'
  | 'reconcile'
  | 'startReconcile'
  | 'stopReconcile'
  | 'as'
>;

function byHand(parts: HandParts, others: Omit<PaymentVerbs, keyof ByHand>): ByHand {
  return {
    async createTest(apiKeyId, typed, log) {
      return (await import('../features/payments/create-test-payment.ts')).createTestPayment(
        parts,
        apiKeyId,
        typed,
        log,
      );
    },
    async finishTest(id, outcome) {
      return (await import('../features/payments/finish-test-payment.ts')).finishTestPayment(parts, id, outcome);
    },
    async verifyByHand(id, log) {
      return (await import('../features/payments/verify-payment.ts')).verifyByHand(parts, id, log);
    },
    async addNote(id, text) {
      return (await import('../features/payments/history/add-note.ts')).addNote(parts, id, text);
    },
    async mailReceipt(id, address) {
      return (await import('../features/payments/request-receipt.ts')).mailReceipt(parts, id, address);
    },
    async *reconcile(range, log) {
      yield* (await import('../features/reconciliation/reconcile.ts')).reconcile(parts, range, log);
    },
    async startReconcile(range) {
      return (await import('../features/reconciliation/reconcile-runs.ts')).startReconcile(parts, range);
    },
    async stopReconcile(id) {
      return (await import('../features/reconciliation/reconcile-runs.ts')).stopReconcile(parts, id);
    },
    as: (actor) => ({ ...others, ...byHand({ ...parts, actor }, others) }),
  };
}
