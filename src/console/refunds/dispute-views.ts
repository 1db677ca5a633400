import type { Dispute, DisputeState } from '../../core/dispute.ts';
import { type Html, html } from '../../platform/html/html.ts';
import type { Language } from '../../platform/messages/language.ts';
import { REFUND_TEXTS } from '../../platform/messages/refunds/refunds-messages.ts';
import { formatMoney } from '../../platform/wording/format.ts';
import type { SignedInContext } from '../console-context.ts';
import { DISPUTES } from '../exports/exported-fields.ts';
import { fieldColumns } from '../views/field-views.ts';
import { badge, momentView } from '../views/parts.ts';
import { type Column, tableView } from '../views/table.ts';

const TONES: Readonly<Record<DisputeState, Parameters<typeof badge>[0]>> = { opened: 'care', won: 'good', lost: 'bad' };

/** A dispute's amount. */
export function disputeMoney({ amountMinor, currency }: Dispute, language: Language): string {
  return formatMoney(amountMinor, currency, language);
}

/** The columns of a dispute that are the same in every list. */
export function disputeColumns(context: SignedInContext): Column<Dispute>[] {
  const { deps, language, who } = context;
  const { disputes: texts, status } = REFUND_TEXTS[language];
  const steps = who.websiteIds === null ? texts.steps : texts.merchantSteps;
  const nowUs = deps.clock();
  const nextStep = ({ state, evidenceDueAtUs }: Dispute) => {
    if (state !== 'opened') return steps[state];
    if (evidenceDueAtUs === null) return texts.waits;
    return evidenceDueAtUs < nowUs ? texts.late : steps.opened;
  };
  return fieldColumns(context, DISPUTES, [
    { field: 'status', label: status, phone: 'lead', cell: ({ state }) => badge(TONES[state], texts.states[state]) },
    { field: 'amount', phone: 'end', isNumber: true },
    { field: 'reason', key: 'reason', phone: 'second' },
    { field: 'opened_at', key: 'opened', label: texts.opened },
    {
      field: 'evidence_due_at',
      key: 'due',
      label: texts.due,
      phone: 'second',
      cell: ({ state, evidenceDueAtUs }) => (state === 'opened' ? (momentView(evidenceDueAtUs, language) ?? '') : ''),
    },
    { field: 'decided_at', key: 'decided', label: texts.decided },
    {
      key: 'next',
      label: texts.next,
      phone: 'second',
      cell: (dispute) => html`<span class="sentence">${nextStep(dispute)}</span>`,
    },
  ]);
}

/** The disputes of one payment, oldest first; empty if there are none. */
export function disputesOfPayment(context: SignedInContext, disputes: readonly Dispute[]): Html | '' {
  if (disputes.length === 0) return '';
  const caption = REFUND_TEXTS[context.language].disputes.ofPayment;
  return html`<h2>${caption}</h2>${tableView(disputes, { caption, empty: '', columns: disputeColumns(context) })}`;
}
