import type { Account, CancellationReason } from './account.ts';
import { ApiError } from './api-error.ts';
import { amountRefunded, type Dispute, type Intent } from './intent.ts';
import type { Webhooks } from './webhooks.ts';

/** The actions of customers, of the provider's server and of attackers, without a browser. `reference` is the gateway's transaction id. */
export interface StripeActions {
  /** The customer types a card and confirms. A decline throws no error: it is recorded on the intent. */
  confirm(intent: Intent, cardNumber: string): void;
  /** The customer pays; another amount than requested if one is given, through 3-D Secure if the card requires it. */
  pay(reference: string, options?: { amountMinor?: number; card?: string }): void;
  /** The customer's card is declined. */
  decline(reference: string, card?: string): void;
  /** The customer has typed a card whose bank requires 3-D Secure, and has not completed it yet. */
  startChallenge(reference: string): void;
  /** Someone cancels the intent in Stripe's dashboard, at the customer's request unless another reason is given. */
  cancel(reference: string, reason?: CancellationReason | null): void;
  /** A slow payment is settled. */
  settle(reference: string): void;
  /** The merchant refunds the charge in Stripe's dashboard: all that is left, or a part. */
  refund(reference: string, amountMinor?: number): void;
  /** The bank finishes the newest refund: it arrives, or comes back, even after it had succeeded. */
  finishRefund(reference: string, status: 'succeeded' | 'failed'): void;
  /** The customer disputes the charge at their bank, in full unless an amount is given. */
  dispute(reference: string, options?: { amountMinor?: number; status?: Dispute['status'] }): void;
  /** Evidence for the dispute has been sent in the portal. */
  sendEvidence(reference: string): void;
  /** The customer's bank has decided the dispute. */
  closeDispute(reference: string, status: 'won' | 'lost'): void;
  /** From now on this intent has a status that does not exist. */
  reportUnknownStatus(reference: string): void;
  /** Delivers the newest event of this intent again. Returns the status of the gateway's response. */
  notify(reference: string): Promise<number>;
  /** Attackers claim in every possible way that the intent was paid. Returns the statuses of the gateway's responses. */
  forge(reference: string): Promise<number[]>;
}

export function stripeActions(
  account: Account,
  webhooks: Webhooks,
  intentOf: (reference: string) => Intent,
): StripeActions {
  const confirm = (intent: Intent, number: string): void => {
    try {
      const cvc = number.startsWith('3') ? '1234' : '123';
      account.confirm(intent, { number, expMonth: 12, expYear: new Date().getUTCFullYear() + 3, cvc });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 402) throw error;
    }
  };
  return {
    confirm,
    pay(reference, { amountMinor, card = '4242424242424242' } = {}) {
      const intent = intentOf(reference);
      confirm(intent, card);
      if (intent.challenged) account.authenticate(intent, true);
      if (amountMinor !== undefined) intent.amountReceived = amountMinor;
    },
    decline: (reference, card = '4000000000000002') => confirm(intentOf(reference), card),
    startChallenge: (reference) => confirm(intentOf(reference), '4000002760003184'),
    cancel: (reference, reason = 'requested_by_customer') => account.cancel(intentOf(reference), reason),
    settle: (reference) => account.settle(intentOf(reference)),
    refund(reference, amountMinor) {
      const intent = intentOf(reference);
      account.refund(intent, amountMinor ?? intent.amountReceived - amountRefunded(intent));
    },
    finishRefund: (reference, status) => account.finishRefund(intentOf(reference), status),
    dispute(reference, { amountMinor, status = 'needs_response' } = {}) {
      const intent = intentOf(reference);
      account.dispute(intent, amountMinor ?? intent.amountReceived, status);
    },
    sendEvidence: (reference) => account.sendEvidence(intentOf(reference)),
    closeDispute: (reference, status) => account.closeDispute(intentOf(reference), status),
    reportUnknownStatus(reference) {
      intentOf(reference).unknownStatus = 'requires_divination';
    },
    notify: (reference) => webhooks.deliverNewest(intentOf(reference).id),
    forge(reference) {
      const { id, amount, currency } = intentOf(reference);
      const metadata = { transaction_id: reference };
      const object = { id, object: 'payment_intent', status: 'succeeded', amount_received: amount, currency, metadata };
      const event = { id: 'evt_1', object: 'event', type: 'payment_intent.succeeded', data: { object } };
      const body = JSON.stringify({ ...event, livemode: false });
      const { 'stripe-signature': signature = '' } = webhooks.sign(body);
      const attempts: [body: string, headers: Record<string, string>][] = [
        [body, {}],
        [body, { 'stripe-signature': '' }],
        [body, { 'stripe-signature': signature.replace('v1=', 'v0=') }],
        [body, { 'stripe-signature': signature.replace(/t=\d+,/, '') }],
        [body, webhooks.sign(body, { secret: 'whsec_of_somebody_else' })],
        [body, webhooks.sign(body, { secret: '' })],
        [body, webhooks.sign(body, { ageSeconds: 301 })],
        [body.slice(0, -10), webhooks.sign(body)],
        [`${body} `, webhooks.sign(body)],
        ['', webhooks.sign('')],
        ['not json', webhooks.sign('not json')],
      ];
      return Promise.all(attempts.map(([text, headers]) => webhooks.post(text, headers)));
    },
  };
}
