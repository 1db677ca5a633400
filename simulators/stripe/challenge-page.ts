import { html } from 'ghtml';
import type { Intent } from './intent.ts';
import { page } from './page.ts';

/** The bank's page of 3-D Secure. */
export function challengePage({ id, clientSecret, amount, currency }: Intent): string {
  return page(
    '3D Secure test page',
    html`<p>Your bank asks whether you make the payment <code>${id}</code> of ${(amount / 100).toFixed(2)} ${currency.toUpperCase()}.</p>
<form method="post" action="/_challenge/${id}">
<input type="hidden" name="client_secret" value="${clientSecret}">
<button name="outcome" value="complete">Complete authentication</button>
<button name="outcome" value="fail">Fail authentication</button>
</form>`,
  );
}

export function challengeDonePage(): string {
  return page(
    'Thank you',
    '<p>You are led back.</p><script>parent.postMessage({ kind: "challenge-done" }, "*")</script>',
  );
}
