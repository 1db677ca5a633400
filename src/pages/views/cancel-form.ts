import { html } from 'ghtml';
import type { PaymentView } from './view.ts';

/** A form of its own, so that cancelling sends nothing that was typed. */
export function cancelForm({ texts, action }: Pick<PaymentView, 'texts' | 'action'>): string {
  return html`<form method="post" action="${action}">
<button class="quiet" name="action" value="cancel">${texts.cancel}</button>
</form>`;
}
