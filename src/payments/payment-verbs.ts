import type { Actor } from '../domain/actor.ts';
import type { Payment, PaymentMethod } from '../domain/payment.ts';
import type { NoteEntry, Step } from '../domain/payment-history.ts';
import type { PaymentLink } from '../domain/payment-link.ts';
import type { Log } from '../lib/log.ts';
import type { CheckLane } from '../storage/payments/claim-due-payments.ts';
import type { ProviderNews } from '../storage/payments/update-provider-data.ts';
import { hasOpenRun, type ReconcileRun } from '../storage/reconcile-runs.ts';
import type { Website } from '../storage/websites.ts';
import { beginProcessing } from './begin-processing.ts';
import { type CheckDeps, checkDuePayments } from './check-due-payments.ts';
import { checkLatePayments } from './check-late-payments.ts';
import {
  type CreatedPayment,
  type CreatePaymentDeps,
  type Creator,
  createPayment,
  type PaymentRequest,
} from './create-payment.ts';
import type { TypedPayment } from './create-test-payment.ts';
import { fillPaymentTerms } from './fill-payment-terms.ts';
import { type GiveUp, giveUpPayment } from './give-up-payment.ts';
import type { HistoryRecorder } from './history/record-history.ts';
import type { LinkForm } from './links/create-link-payment.ts';
import type { OfferedMethod } from './links/offered-methods.ts';
import { openAtProvider } from './open-at-provider.ts';
import { type Receive, type ReceiveDeps, receiveNotification } from './receive-notification.ts';
import type { ReconcileLine, ReconcileRange } from './reconcile.ts';
import type { FinalOutcome, Settle } from './settle-payment.ts';
import { type SimulateEnd, simulateEnd } from './simulate-end.ts';
import { paymentStore } from './store-payment.ts';
import { type VerifiedPayment, type Verify, verifyPayment } from './verify-payment.ts';

/** What is done to payments, each with its parts wired in: no edge changes a payment in another way. */
export interface PaymentVerbs {
  readonly create: (creator: Creator, request: PaymentRequest, log: Log) => Promise<CreatedPayment>;
  /** A test payment that somebody makes by hand, with a key of their choice. */
  readonly createTest: (apiKeyId: string, typed: TypedPayment, log: Log) => Promise<CreatedPayment>;
  /** The payment that a customer asks for on the page of a payment link. */
  /** By what a payment link can be paid at this moment. Reads nothing of the store. */
  readonly offerOfLink: (link: PaymentLink, website: Pick<Website, 'methods'>) => Promise<OfferedMethod[]>;
  readonly createOfLink: (linkId: string, form: LinkForm, log: Log) => Promise<Payment>;
  readonly begin: (payment: Pick<Payment, 'id'>, provider: ProviderNews | undefined, step: Step) => Promise<void>;
  /** Writes a step of a customer down that changes nothing. Nobody waits for it, and nothing fails because of it. */
  readonly recordStep: (payment: Pick<Payment, 'id'>, step: Step) => void;
  readonly settle: Settle;
  readonly simulateEnd: SimulateEnd;
  readonly finishTest: (id: string, outcome: FinalOutcome) => Promise<Payment>;
  readonly verify: Verify;
  /** The same, because an operator or a merchant user asks for it. */
  readonly verifyByHand: (id: string, log: Log) => Promise<VerifiedPayment>;
  readonly addNote: (id: string, text: string) => Promise<NoteEntry>;
  readonly giveUp: GiveUp;
  /** `receiveNotification` under the limits of the edge by which it comes in. */
  readonly receiveWithin: (limits: Pick<ReceiveDeps, 'verifications' | 'pages' | 'lookups'>) => Receive;
  /** One round of looking after a lane's open payments. */
  readonly checkDue: (lane: CheckLane) => Promise<{ checked: number; isMoreWaiting: boolean }>;
  /** One round of looking after a method's failed live payments. */
  readonly checkLate: (method: PaymentMethod) => Promise<{ isMoreWaiting: boolean }>;
  /** One step of giving older payments what they are found by. */
  readonly fillTerms: () => Promise<{ isMoreWaiting: boolean }>;
  readonly reconcile: (range: ReconcileRange, log: Log) => AsyncGenerator<ReconcileLine, void, void>;
  /** The same in the background, one at a time. */
  readonly startReconcile: (range: ReconcileRange) => Promise<ReconcileRun>;
  readonly stopReconcile: (id: string) => Promise<ReconcileRun>;
  /** Makes the comparison that waits, if there is one. */
  readonly runReconcile: (log: Log, isStopping: () => boolean) => Promise<{ isMoreWaiting: boolean }>;
  /** The same verbs for somebody else: what is done by hand is recorded as that actor's. */
  readonly as: (actor: Actor) => PaymentVerbs;
}

/** What the verbs of payments are made of. */
export type PaymentParts = CheckDeps &
  Omit<CreatePaymentDeps, 'store' | 'openAtProvider'> & {
    /** Who does what is done by hand. */
    readonly actor: Actor;
    readonly history: Pick<HistoryRecorder, 'step' | 'exchange'>;
    /** Called when so many payments were written in one commit. */
    readonly onWritten?: ((count: number) => void) | undefined;
  };

/** Wires the verbs of payments. */
export function paymentVerbs(parts: PaymentParts): PaymentVerbs {
  const { db, clock, settle, history } = parts;
  const opening: Pick<CreatePaymentDeps, 'openAtProvider'> = {
    openAtProvider: (create, payment, log) => openAtProvider({ db, settle }, create, payment, log),
  };
  const creating: CreatePaymentDeps = { ...parts, ...opening, store: paymentStore(db, parts.onWritten) };
  const verbs = {
    create: (creator, request, log) => createPayment(creating, creator, request, log),
    async offerOfLink(link, website) {
      return (await import('./links/offered-methods.ts')).offeredMethods(parts, link, website);
    },
    async createOfLink(linkId, form, log) {
      const { createLinkPayment } = await import('./links/create-link-payment.ts');
      return createLinkPayment({ ...parts, ...opening }, linkId, form, log);
    },
    begin: (payment, provider, step) => beginProcessing(parts, payment, provider, { step, clock }),
    recordStep: ({ id }, step) => history.step(id, step),
    settle,
    simulateEnd: (payment, outcome) => simulateEnd(parts, payment, outcome),
    verify: (payment, log) => verifyPayment(parts, payment, log),
    giveUp: (payment, log) => giveUpPayment(parts, payment, log),
    receiveWithin: (limits) => {
      const receiving = { ...parts, ...limits };
      return (...received) => receiveNotification(receiving, ...received);
    },
    checkDue: (lane) => checkDuePayments(parts, lane),
    checkLate: (method) => checkLatePayments(parts, method),
    fillTerms: () => fillPaymentTerms(parts),
    async runReconcile(log, isStopping) {
      if (!(await hasOpenRun(db))) return { isMoreWaiting: false };
      return (await import('./reconcile-runs.ts')).runReconcile(parts, log, isStopping);
    },
  } satisfies Omit<PaymentVerbs, keyof ByHand>;
  return { ...verbs, ...byHand({ ...parts, ...opening }, verbs) };
}

type HandParts = PaymentParts & Pick<CreatePaymentDeps, 'openAtProvider'>;

/** What people ask for themselves, and the audit log says who. Loaded when somebody does. */
type ByHand = Pick<
  PaymentVerbs,
  'createTest' | 'finishTest' | 'verifyByHand' | 'addNote' | 'reconcile' | 'startReconcile' | 'stopReconcile' | 'as'
>;

function byHand(parts: HandParts, others: Omit<PaymentVerbs, keyof ByHand>): ByHand {
  return {
    async createTest(apiKeyId, typed, log) {
      return (await import('./create-test-payment.ts')).createTestPayment(parts, apiKeyId, typed, log);
    },
    async finishTest(id, outcome) {
      return (await import('./finish-test-payment.ts')).finishTestPayment(parts, id, outcome);
    },
    async verifyByHand(id, log) {
      return (await import('./verify-by-hand.ts')).verifyByHand(parts, id, log);
    },
    async addNote(id, text) {
      return (await import('./history/add-note.ts')).addNote(parts, id, text);
    },
    async *reconcile(range, log) {
      yield* (await import('./reconcile.ts')).reconcile(parts, range, log);
    },
    async startReconcile(range) {
      return (await import('./reconcile-runs.ts')).startReconcile(parts, range);
    },
    async stopReconcile(id) {
      return (await import('./reconcile-runs.ts')).stopReconcile(parts, id);
    },
    as: (actor) => ({ ...others, ...byHand({ ...parts, actor }, others) }),
  };
}
