import type { Actor } from '../../core/actor.ts';
import type { Mode, Payment } from '../../core/payment.ts';
import type { Refund } from '../../core/refund.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import type { CompleteOptions, RefundCorrection, RefundProof } from './decide-refund.ts';
import type { RefundDeps } from './refund-deps.ts';
import type { Refundable, RefundRequest, RequestedRefund } from './request-refund.ts';

/** The functions that change refunds, with their dependencies bound. */
export interface RefundVerbs {
  readonly request: (request: RefundRequest) => Promise<RequestedRefund>;
  /** The refund that a request would store. */
  readonly preview: (request: RefundRequest) => Promise<Refund>;
  /** What can still be refunded of a completed payment, and how. */
  readonly readRefundable: (payment: Payment) => Promise<Refundable>;
  readonly approve: (id: string) => Promise<Refund>;
  readonly reject: (id: string, note: string) => Promise<Refund>;
  /** Records that the actor is paying a manual refund, so that no other person pays it too. */
  readonly claim: (id: string) => Promise<Refund>;
  /** Records that a person has paid a manual refund. */
  readonly complete: (id: string, transactionNumber: string, options?: CompleteOptions) => Promise<Refund>;
  /** Why the actor may neither approve nor complete a refund; undefined if they may. */
  readonly findOwnRequest: (refund: Refund) => Promise<Refusal | undefined>;
  /** Ends a refund whose outcome the provider does not show, by an operator's proof from the provider's portal. */
  readonly resolve: (id: string, proof: RefundProof) => Promise<Refund>;
  /** Corrects what a person has entered about a refund that succeeded. */
  readonly correct: (id: string, correction: RefundCorrection) => Promise<Refund>;
  /** One round of sending and looking up a mode's refunds. */
  readonly sendDue: (mode: Mode) => Promise<{ isMoreWaiting: boolean }>;
  /** Makes external refunds of the next returns that were reported before the gateway stored external refunds; in each process once, at its start. */
  readonly adoptReturns: () => Promise<{ isMoreWaiting: boolean }>;
  /** The same functions for another actor: their changes are recorded as that actor's. */
  readonly as: (actor: Actor) => RefundVerbs;
}

/** Binds the functions of refunds. They are loaded on first use. */
export function refundVerbs(parts: RefundDeps & { readonly log: Log }): RefundVerbs {
  let adoptedThrough: number | undefined = 0;
  return {
    async request(request) {
      return (await import('./request-refund.ts')).requestRefund(parts, request);
    },
    async preview(request) {
      return (await import('./request-refund.ts')).previewRefund(parts, request);
    },
    async readRefundable(payment) {
      return (await import('./request-refund.ts')).readRefundable(parts, payment);
    },
    async findOwnRequest(refund) {
      return (await import('./second-person.ts')).findOwnRequest(parts.db, parts, refund);
    },
    async approve(id) {
      return (await import('./decide-refund.ts')).approveRefund(parts, id);
    },
    async reject(id, note) {
      return (await import('./decide-refund.ts')).rejectRefund(parts, id, note);
    },
    async claim(id) {
      return (await import('./decide-refund.ts')).claimRefund(parts, id);
    },
    async complete(id, transactionNumber, options) {
      return (await import('./decide-refund.ts')).completeRefund(parts, id, transactionNumber, options);
    },
    async resolve(id, proof) {
      return (await import('./decide-refund.ts')).resolveRefund(parts, id, proof);
    },
    async correct(id, correction) {
      return (await import('./decide-refund.ts')).correctRefund(parts, id, correction);
    },
    async sendDue(mode) {
      return (await import('./send-refunds.ts')).sendDueRefunds(parts, mode);
    },
    async adoptReturns() {
      const after = adoptedThrough;
      if (after === undefined) return { isMoreWaiting: false };
      adoptedThrough = await (await import('./record-returns.ts')).adoptReturns(parts, after);
      return { isMoreWaiting: adoptedThrough !== undefined && adoptedThrough > after };
    },
    as: (actor) => refundVerbs({ ...parts, actor }),
  };
}
