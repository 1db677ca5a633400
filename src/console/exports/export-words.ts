import { ACTOR_KINDS } from '../../core/actor.ts';
import { PAYMENT_METHODS } from '../../core/payment.ts';
import { AUDIT_ACTIONS } from '../../features/audit/audit.ts';
import type { ExportedList } from '../../features/exports/record-export.ts';
import { AUDIT_TEXTS } from '../../platform/messages/audit/audit-messages.ts';
import { ACTION_TEXTS } from '../../platform/messages/audit-actions/audit-actions-messages.ts';
import { CHECKOUT_TEXTS } from '../../platform/messages/checkout/checkout-messages.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { DISCREPANCY_TEXTS } from '../../platform/messages/discrepancies/discrepancies-messages.ts';
import { EXPORT_TEXTS } from '../../platform/messages/exports/exports-messages.ts';
import type { Language } from '../../platform/messages/language.ts';
import { LINK_TEXTS } from '../../platform/messages/links/links-messages.ts';
import { LIST_TEXTS } from '../../platform/messages/payment-list/payment-list-messages.ts';
import { REASON_TEXTS, STATE_TEXTS } from '../../platform/messages/payment-states/payment-states-messages.ts';
import { PAYOUT_TEXTS } from '../../platform/messages/payouts/payouts-messages.ts';
import { RECONCILE_TEXTS } from '../../platform/messages/reconciliation/reconciliation-messages.ts';
import { REFUND_TEXTS } from '../../platform/messages/refunds/refunds-messages.ts';
import { RECURRING_TEXTS } from '../../platform/messages/subscriptions/subscriptions-messages.ts';
import { DELIVERY_TEXTS } from '../../platform/messages/webhooks/webhooks-messages.ts';
import { methodLabel } from '../../platform/wording/format.ts';

/** For each column or filter of a list whose values are codes: the words that the console shows for them. */
type ExportWords = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The words of a list's codes in a language. An unknown code is written unchanged. */
export function wordsOf(list: ExportedList['list'], language: Language): ExportWords {
  const { yes, no, test, live } = LIST_TEXTS[language];
  const { intervals } = EXPORT_TEXTS[language];
  const method = Object.fromEntries(PAYMENT_METHODS.map((each) => [each, methodLabel(each, TEXTS[language])]));
  const shared = { mode: { test, live }, method, payment_method: method, payment_methods: method };
  const states = STATE_TEXTS[language];
  const discrepancies = DISCREPANCY_TEXTS[language];
  const audit = AUDIT_TEXTS[language];
  const own: Readonly<Record<ExportedList['list'], ExportWords>> = {
    payments: {
      status: states,
      failure_reason: REASON_TEXTS[language],
      reason: REASON_TEXTS[language],
      recurring: { yes, no },
      recurring_interval: intervals,
    },
    refunds: {
      status: REFUND_TEXTS[language].statuses,
      failure_reason: REFUND_TEXTS[language].failures,
      kind: REFUND_TEXTS[language].kinds,
    },
    disputes: { status: REFUND_TEXTS[language].disputes.states, work: REFUND_TEXTS[language].disputes.works },
    links: {
      state: { ...LINK_TEXTS[language].states, open: LINK_TEXTS[language].open, ended: LINK_TEXTS[language].ended },
      amount_mode: LINK_TEXTS[language].amountModes,
    },
    checkout: { status: CHECKOUT_TEXTS[language].statuses },
    deliveries: { status: DELIVERY_TEXTS[language].statuses, event: DELIVERY_TEXTS[language].events },
    recurring: {
      status: RECURRING_TEXTS[language].states,
      state: RECURRING_TEXTS[language].states,
      interval: intervals,
    },
    discrepancies: {
      kind: discrepancies.kinds,
      state: { open: discrepancies.open, settled: discrepancies.settled },
      payment_status: states,
      may_be_archived: { yes, no },
    },
    reconciliation: {
      state: RECONCILE_TEXTS[language].states,
      // A run without a method compares all of them.
      payment_method: { ...method, '': RECONCILE_TEXTS[language].allMethods },
    },
    payouts: { state: PAYOUT_TEXTS[language].states },
    payout_lines: {
      kind: PAYOUT_TEXTS[language].kinds,
      state: PAYOUT_TEXTS[language].lineStates,
      reason: PAYOUT_TEXTS[language].reasonNames,
    },
    audit: {
      by: Object.fromEntries(ACTOR_KINDS.map((each) => [each, audit.actors[each]])),
      actor_kind: audit.actors,
      action: Object.fromEntries(AUDIT_ACTIONS.map((each) => [each, ACTION_TEXTS[language][each]])),
      subject_kind: audit.subjects,
    },
  };
  return { ...shared, ...own[list] };
}
