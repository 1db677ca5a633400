import type { Actor } from '../core/actor.ts';
import type { Payment } from '../core/payment.ts';
import type { Step } from '../core/payment-history.ts';
import {
  type CreatedPayment,
  type CreatePaymentDeps,
  type Creator,
  createPayment,
  type PaymentRequest,
} from '../features/payments/create-payment.ts';
import { type SimulateEnd, simulateEnd } from '../features/payments/finish-test-payment.ts';
import { type GiveUp, giveUpPayment } from '../features/payments/give-up-payment.ts';
import type { HistoryRecorder } from '../features/payments/history/record-history.ts';
import { markAsProcessing } from '../features/payments/mark-as-processing.ts';
import { openAtProvider } from '../features/payments/open-at-provider.ts';
import { type Receive, type ReceiveDeps, receiveNotification } from '../features/payments/receive-notification.ts';
import type { ProviderNews } from '../features/payments/store/update-provider-data.ts';
import { paymentStore } from '../features/payments/store-payment.ts';
import { type Verify, verifyPayment } from '../features/payments/verify-payment.ts';
import type { Log } from '../platform/log/log.ts';
import { type HandParts, type HandVerbs, handVerbs } from './hand-verbs.ts';
import { jobVerbs } from './job-verbs.ts';
import { orderVerbs } from './order-verbs.ts';
import { wiring } from './wiring.ts';

/** The functions that change payments, with their dependencies bound. No route changes a payment in any other way. */
export interface PaymentVerbs extends ReturnType<typeof ownVerbs>, ReturnType<typeof jobVerbs>, HandVerbs {
  /** The same functions for another actor: manual actions are recorded as that actor's. */
  readonly as: (actor: Actor) => PaymentVerbs;
}

/** The dependencies of the payment functions. */
export type PaymentParts = Omit<HandParts, 'openAtProvider'> & {
  readonly history: Pick<HistoryRecorder, 'step' | 'exchange'>;
  /** Called with the number of payments that one commit wrote. */
  readonly onWritten?: ((count: number) => void) | undefined;
};

/** Binds the payment functions to their dependencies. */
export function paymentVerbs(parts: PaymentParts): PaymentVerbs {
  const { db, settle } = parts;
  const opening: Pick<CreatePaymentDeps, 'openAtProvider'> = {
    openAtProvider: (create, payment, log) => openAtProvider({ db, settle }, create, payment, log),
  };
  const whole = { ...parts, ...opening };
  const others = { ...ownVerbs(whole), ...jobVerbs(whole) };
  const as = (actor: Actor): PaymentVerbs => ({ ...others, ...handVerbs({ ...whole, actor }), as });
  return as(parts.actor);
}

function ownVerbs(parts: PaymentParts & HandParts) {
  const { db, clock, settle, history } = parts;
  const wired = wiring(parts);
  const creating: CreatePaymentDeps = { ...parts, store: paymentStore(db, parts.onWritten) };
  const verify: Verify = (payment, log) => verifyPayment(parts, payment, log);
  const simulate: SimulateEnd = (payment, outcome) => simulateEnd(parts, payment, outcome);
  const giveUp: GiveUp = (payment, log) => giveUpPayment(parts, payment, log);
  return {
    create: (creator: Creator, request: PaymentRequest, log: Log): Promise<CreatedPayment> =>
      createPayment(creating, creator, request, log),
    ...orderVerbs(parts),
    begin: (payment: Pick<Payment, 'id'>, provider: ProviderNews | undefined, step: Step) =>
      markAsProcessing(parts, payment, provider, { step, clock }),
    /** Records a customer's step that changes no payment. The caller does not wait, and an error here causes no other failure. */
    recordStep: ({ id }: Pick<Payment, 'id'>, step: Step) => history.step(id, step),
    settle,
    simulateEnd: simulate,
    verify,
    async mayRequestReceipt(payment: Payment): Promise<boolean> {
      return (await import('../features/payments/request-receipt.ts')).mayRequestReceipt(db, payment);
    },
    /** Queues a completed payment's receipt for an address that its customer entered. */
    requestReceipt: wired(async () => (await import('../features/payments/request-receipt.ts')).requestReceipt),
    giveUp,
    /** `receiveNotification` with the rate limits of the route that receives the message. */
    receiveWithin(limits: Pick<ReceiveDeps, 'verifications' | 'pages' | 'lookups'>): Receive {
      const receiving = { ...parts, ...limits };
      return (...received) => receiveNotification(receiving, ...received);
    },
  };
}
