import type { Actor } from '../../core/actor.ts';
import type { Mode } from '../../core/payment.ts';
import type { Refund } from '../../core/refund.ts';
import type { Log } from '../../platform/log/log.ts';
import type { RefundDeps } from './refund-deps.ts';
import type { RefundRequest, RequestedRefund } from './request-refund.ts';

/** The functions that change refunds, with their dependencies bound. */
export interface RefundVerbs {
  readonly request: (request: RefundRequest) => Promise<RequestedRefund>;
  readonly approve: (id: string) => Promise<Refund>;
  readonly reject: (id: string, note: string) => Promise<Refund>;
  /** Records that a person has paid a manual refund. */
  readonly complete: (id: string, transactionNumber: string) => Promise<Refund>;
  /** One round of sending and looking up a mode's refunds. */
  readonly sendDue: (mode: Mode) => Promise<{ isMoreWaiting: boolean }>;
  /** The same functions for another actor: their changes are recorded as that actor's. */
  readonly as: (actor: Actor) => RefundVerbs;
}

/** Binds the functions of refunds. They are loaded on first use. */
export function refundVerbs(parts: RefundDeps & { readonly log: Log }): RefundVerbs {
  return {
    async request(request) {
      return (await import('./request-refund.ts')).requestRefund(parts, request);
    },
    async approve(id) {
      return (await import('./decide-refund.ts')).approveRefund(parts, id);
    },
    async reject(id, note) {
      return (await import('./decide-refund.ts')).rejectRefund(parts, id, note);
    },
    async complete(id, transactionNumber) {
      return (await import('./decide-refund.ts')).completeRefund(parts, id, transactionNumber);
    },
    async sendDue(mode) {
      return (await import('./send-refunds.ts')).sendDueRefunds(parts, mode);
    },
    as: (actor) => refundVerbs({ ...parts, actor }),
  };
}
