import { randomBytes } from 'node:crypto';
import { ApiError, invalid, missing } from './api-error.ts';
import { CARDS, type Card, type CardBehaviour, cardError } from './cards.ts';
import type { StripeFaults } from './faults.ts';
import { amountRefunded, type Dispute, type Intent, type Refund } from './intent.ts';

/** What happened to an intent, in the words of Stripe's events. */
export type EventType =
  | 'payment_intent.created'
  | 'payment_intent.requires_action'
  | 'payment_intent.processing'
  | 'payment_intent.succeeded'
  | 'payment_intent.payment_failed'
  | 'payment_intent.canceled'
  | 'charge.refunded'
  | 'refund.updated'
  | 'refund.failed'
  | 'charge.dispute.created'
  | 'charge.dispute.updated'
  | 'charge.dispute.closed';

export interface Account {
  /** The intents by id, in the order of their creation. */
  readonly intents: Map<string, Intent>;
  create(
    values: Pick<Intent, 'amount' | 'currency' | 'metadata' | 'description' | 'receiptEmail' | 'methodTypes'>,
  ): Intent;
  find(id: string): Intent;
  /** Throws the card's error as the API returns it; the intent then waits for another card. */
  confirm(intent: Intent, card: Card): void;
  /** The end of a 3-D Secure challenge. */
  authenticate(intent: Intent, passed: boolean): void;
  /** The end of a slow payment. */
  settle(intent: Intent): void;
  cancel(intent: Intent, reason: CancellationReason | null): void;
  refund(intent: Intent, amount: number, metadata?: Refund['metadata']): Refund;
  /** The bank finishes the newest refund: it arrives, or comes back, even after it had succeeded. */
  finishRefund(intent: Intent, status: 'succeeded' | 'failed'): void;
  /** The customer's bank takes a charge back, or inquires about it (`warning_needs_response`). */
  dispute(intent: Intent, amount: number, status: Dispute['status']): void;
  /** The bank has decided. */
  /** Evidence for an open dispute has been sent: the bank reviews it. */
  sendEvidence(intent: Intent): void;
  closeDispute(intent: Intent, status: 'won' | 'lost'): void;
}

export const CANCELLATION_REASONS = ['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'] as const;
export type CancellationReason = (typeof CANCELLATION_REASONS)[number];

/** One merchant's account: its PaymentIntents, and all events that can happen to them. */
export function openAccount(
  faults: StripeFaults,
  now: () => number,
  emit: (type: EventType, intent: Intent) => void,
): Account {
  const intents = new Map<string, Intent>();

  const charge = (intent: Intent, { decline }: CardBehaviour): void => {
    intent.challenged = null;
    if (decline) throw failAttempt(intent, { type: 'card_error', ...decline });
    intent.latestCharge = newId('ch');
    if (faults.slowCards) {
      intent.status = 'processing';
      emit('payment_intent.processing', intent);
    } else succeed(intent);
  };
  const succeed = (intent: Intent): void => {
    intent.status = 'succeeded';
    intent.amountReceived = intent.amount;
    emit('payment_intent.succeeded', intent);
  };
  const failAttempt = (intent: Intent, error: ApiError['body']): ApiError => {
    intent.status = 'requires_payment_method';
    intent.lastPaymentError = error;
    emit('payment_intent.payment_failed', intent);
    return new ApiError(402, error);
  };

  return {
    intents,
    create(values) {
      const id = newId('pi');
      const intent: Intent = {
        id,
        clientSecret: `${id}_secret_${randomText(25)}`,
        created: Math.floor(now() / 1000),
        ...values,
        status: 'requires_payment_method',
        unknownStatus: null,
        amountReceived: 0,
        refunds: [],
        dispute: null,
        latestCharge: null,
        lastPaymentError: null,
        canceledAt: null,
        cancellationReason: null,
        challenged: null,
      };
      intents.set(id, intent);
      emit('payment_intent.created', intent);
      return intent;
    },
    find(id) {
      const intent = intents.get(id);
      if (!intent) throw missing('payment_intent', id);
      return intent;
    },
    confirm(intent, card) {
      if (!['requires_payment_method', 'requires_action'].includes(intent.status))
        throw unexpectedState(intent, 'confirm');
      const error = cardError(card, new Date(now()));
      if (error) throw failAttempt(intent, error);
      const behaviour = CARDS[card.number] ?? {};
      intent.lastPaymentError = null;
      if (!behaviour.asks3ds) return charge(intent, behaviour);
      intent.status = 'requires_action';
      intent.challenged = behaviour;
      emit('payment_intent.requires_action', intent);
    },
    authenticate(intent, passed) {
      const { challenged } = intent;
      if (!challenged) throw unexpectedState(intent, 'authenticate');
      try {
        if (passed) charge(intent, challenged);
        else {
          intent.challenged = null;
          failAttempt(intent, {
            type: 'invalid_request_error',
            code: 'payment_intent_authentication_failure',
            message: 'The provided PaymentMethod has failed authentication.',
          });
        }
      } catch (error) {
        // The bank's response is on the intent; the challenge itself is over.
        if (!(error instanceof ApiError)) throw error;
      }
    },
    settle(intent) {
      if (intent.status !== 'processing') throw unexpectedState(intent, 'settle');
      succeed(intent);
    },
    cancel(intent, reason) {
      if (!['requires_payment_method', 'requires_action'].includes(intent.status))
        throw unexpectedState(intent, 'cancel');
      intent.status = 'canceled';
      intent.unknownStatus = null;
      intent.challenged = null;
      intent.canceledAt = Math.floor(now() / 1000);
      intent.cancellationReason = reason;
      emit('payment_intent.canceled', intent);
    },
    refund(intent, amount, metadata = {}) {
      const left = intent.amountReceived - amountRefunded(intent);
      if (intent.status !== 'succeeded') throw unexpectedState(intent, 'refund');
      if (left === 0)
        throw invalid('charge_already_refunded', `Charge ${intent.latestCharge} has already been refunded.`);
      if (amount > left) {
        throw invalid(
          'amount_too_large',
          `Refund amount (${amount}) is greater than unrefunded amount (${left})`,
          'amount',
        );
      }
      const status = faults.slowRefunds ? 'pending' : 'succeeded';
      const refund: Refund = { id: newId('re'), amount, created: Math.floor(now() / 1000), metadata, status };
      intent.refunds.push(refund);
      emit('charge.refunded', intent);
      return refund;
    },
    finishRefund(intent, status) {
      const newest = intent.refunds.at(-1);
      if (!newest || newest.status === 'failed') throw unexpectedState(intent, 'finish the refund of');
      newest.status = status;
      emit(status === 'failed' ? 'refund.failed' : 'refund.updated', intent);
    },
    dispute(intent, amount, status) {
      if (intent.status !== 'succeeded' || intent.dispute) throw unexpectedState(intent, 'dispute');
      intent.dispute = { id: newId('du'), amount, created: Math.floor(now() / 1000), status };
      emit('charge.dispute.created', intent);
    },
    sendEvidence(intent) {
      if (intent.dispute?.status !== 'needs_response')
        throw unexpectedState(intent, 'send evidence for the dispute of');
      intent.dispute.status = 'under_review';
      emit('charge.dispute.updated', intent);
    },
    closeDispute(intent, status) {
      if (!intent.dispute) throw unexpectedState(intent, 'close the dispute of');
      intent.dispute.status = status;
      emit('charge.dispute.closed', intent);
    },
  };
}

function unexpectedState({ status }: Intent, verb: string): ApiError {
  return invalid(
    'payment_intent_unexpected_state',
    `You cannot ${verb} this PaymentIntent because it has a status of ${status}.`,
  );
}

export function newId(prefix: string): string {
  return `${prefix}_${randomText(24)}`;
}

function randomText(length: number): string {
  return randomBytes(length).toString('base64').replace(/[+/=]/g, '0').slice(0, length);
}
