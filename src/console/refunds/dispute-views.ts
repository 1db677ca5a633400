import type { Dispute, DisputeState } from '../../core/dispute.ts';
import { type Html, html } from '../../platform/html/html.ts';
import type { Language } from '../../platform/messages/language.ts';
import { REFUND_TEXTS } from '../../platform/messages/refunds/refunds-messages.ts';
import { formatMoney } from '../../platform/wording/format.ts';
import type { SignedInContext } from '../console-context.ts';
import { badge, momentView } from '../views/parts.ts';
import { type Column, tableView } from '../views/table.ts';

const TONES: Readonly<Record<DisputeState, Parameters<typeof badge>[0]>> = { opened: 'care', won: 'good', lost: 'bad' };

/** A dispute's amount. */
export function disputeMoney({ amountMinor, currency }: Dispute, language: Language): string {
  return formatMoney(amountMinor, currency, language);
}

/** The columns of a dispute that are the same in every list. */
export function disputeColumns({ deps, language, who }: SignedInContext): Column<Dispute>[] {
  const { disputes: texts, amount, status, reason } = REFUND_TEXTS[language];
  const steps = who.websiteIds === null ? texts.steps : texts.merchantSteps;
  const nowUs = deps.clock();
  const nextStep = ({ state, evidenceDueAtUs }: Dispute) => {
    if (state !== 'opened') return steps[state];
    if (evidenceDueAtUs === null) return texts.waits;
    return evidenceDueAtUs < nowUs ? texts.late : steps.opened;
  };
  return [
    { label: status, phone: 'lead', cell: ({ state }) => badge(TONES[state], texts.states[state]) },
    { label: amount, phone: 'end', isNumber: true, cell: (dispute) => html`${disputeMoney(dispute, language)}` },
    { key: 'reason', label: reason, phone: 'second', cell: (dispute) => html`<bdi>${dispute.reason ?? ''}</bdi>` },
    { key: 'opened', label: texts.opened, cell: ({ openedAtUs }) => momentView(openedAtUs, language) ?? '' },
    {
      key: 'due',
      label: texts.due,
      phone: 'second',
      cell: ({ state, evidenceDueAtUs }) => (state === 'opened' ? (momentView(evidenceDueAtUs, language) ?? '') : ''),
    },
    { key: 'decided', label: texts.decided, cell: ({ decidedAtUs }) => momentView(decidedAtUs, language) ?? '' },
    {
      key: 'next',
      label: texts.next,
      phone: 'second',
      cell: (dispute) => html`<span class="sentence">${nextStep(dispute)}</span>`,
    },
  ];
}

/** The disputes of one payment, oldest first; empty if there are none. */
export function disputesOfPayment(context: SignedInContext, disputes: readonly Dispute[]): Html | '' {
  if (disputes.length === 0) return '';
  const caption = REFUND_TEXTS[context.language].disputes.ofPayment;
  return html`<h2>${caption}</h2>${tableView(disputes, { caption, empty: '', columns: disputeColumns(context) })}`;
}
