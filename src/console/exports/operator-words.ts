import { ACTOR_KINDS } from '../../core/actor.ts';
import { AUDIT_ACTIONS } from '../../features/audit/audit.ts';
import { AUDIT_TEXTS } from '../../platform/messages/audit/audit-messages.ts';
import { ACTION_TEXTS } from '../../platform/messages/audit-actions/audit-actions-messages.ts';
import { DISCREPANCY_TEXTS } from '../../platform/messages/discrepancies/discrepancies-messages.ts';
import type { Language } from '../../platform/messages/language.ts';
import { LIST_TEXTS } from '../../platform/messages/payment-list/payment-list-messages.ts';
import { STATE_TEXTS } from '../../platform/messages/payment-states/payment-states-messages.ts';
import { PAYOUT_TEXTS } from '../../platform/messages/payouts/payouts-messages.ts';
import { RECONCILE_TEXTS } from '../../platform/messages/reconciliation/reconciliation-messages.ts';

/** The words of the codes in `OPERATOR_LISTS`; `method` has the names of the payment methods. */
export function operatorWords(language: Language, method: Readonly<Record<string, string>>) {
  const { yes, no } = LIST_TEXTS[language];
  const discrepancies = DISCREPANCY_TEXTS[language];
  const payouts = PAYOUT_TEXTS[language];
  const runs = RECONCILE_TEXTS[language];
  const audit = AUDIT_TEXTS[language];
  return {
    discrepancies: {
      kind: discrepancies.kinds,
      state: { open: discrepancies.open, settled: discrepancies.settled },
      payment_status: STATE_TEXTS[language],
      may_be_archived: { yes, no },
    },
    reconciliation: {
      state: runs.states,
      // A run without a method compares all of them.
      payment_method: { ...method, '': runs.allMethods },
    },
    payouts: { state: payouts.states },
    payout_lines: { kind: payouts.kinds, state: payouts.lineStates, reason: payouts.reasonNames },
    audit: {
      by: Object.fromEntries(ACTOR_KINDS.map((each) => [each, audit.actors[each]])),
      actor_kind: audit.actors,
      action: Object.fromEntries(AUDIT_ACTIONS.map((each) => [each, ACTION_TEXTS[language][each]])),
      subject_kind: audit.subjects,
    },
  };
}
