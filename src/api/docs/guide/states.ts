import { html } from 'ghtml';
import { FAILURE_REASONS, type FailureReason } from '../../../domain/payment.ts';
import { code, inline, table } from '../markup.ts';
import type { Section } from './section.ts';

const REASONS: Record<FailureReason, string> = {
  insufficient_balance: 'The wallet or card does not hold enough.',
  declined: 'The wallet or the bank refused.',
  cancelled: 'The customer gave up on the page.',
  expired: 'Nobody paid in time; the provider no longer accepts it.',
  expired_card: 'The card is past its date.',
  provider_error: 'The provider could not be reached, or failed.',
  amount_mismatch: 'The provider reported another amount than was asked for.',
};

const DIAGRAM = `<svg viewBox="0 0 360 236" role="img" aria-labelledby="states-diagram">
<title id="states-diagram">pending leads to processing or failed; processing leads to completed or failed; completed and failed are final.</title>
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>
<rect x="8" y="8" width="118" height="40" rx="8"/><text x="67" y="33" text-anchor="middle">pending</text>
<text class="say" x="138" y="46">a card starts here</text>
<rect x="8" y="98" width="118" height="40" rx="8"/><text x="67" y="123" text-anchor="middle">processing</text>
<text class="say" x="138" y="108">moncash, natcash and</text><text class="say" x="138" y="124">lakaypay_card start here</text>
<rect class="final" x="8" y="188" width="118" height="40" rx="8"/><text x="67" y="213" text-anchor="middle">completed</text>
<rect class="final" x="198" y="188" width="118" height="40" rx="8"/><text x="257" y="213" text-anchor="middle">failed</text>
<path d="M67 48V97" marker-end="url(#tip)"/><path d="M67 138V187" marker-end="url(#tip)"/>
<path d="M112 138L200 187" marker-end="url(#tip)"/><path d="M126 24H340V208H317" marker-end="url(#tip)"/>
</svg>`;

/** The state table of domain/payment.ts for readers. */
export function statesSection(): Section {
  return {
    id: 'states',
    title: 'States of a payment',
    content: html`!${DIAGRAM}
<p>!${inline('Branch on `status` and on nothing else. `completed` and `failed` are final: nothing leaves them, and each final payment has exactly one event, `payment.success` or `payment.failed`.')}</p>
<ul>
<li>!${inline('`pending`: a card whose number was not submitted yet. The answer to its creation says `requires_payment_method`.')}</li>
<li>!${inline('`processing`: the customer is paying, or the provider has not answered yet. Do not deliver.')}</li>
<li>!${inline('`completed`: paid. `completed_at` is set. Deliver.')}</li>
<li>!${inline('`failed`: not paid, and never will be. `failed_at` and `failure_reason` are set. To try again, create a new payment.')}</li>
</ul>
!${table(
      'The values of failure_reason, the same in test and live',
      ['Code', 'Meaning'],
      FAILURE_REASONS.map((reason) => [code(reason), REASONS[reason]]),
    )}
`,
  };
}
