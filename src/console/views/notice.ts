import { type Html, html } from '../../platform/html/html.ts';

/** A message about a result, or about something that the user must know: `good`, `care` or `bad`. */
export function notice(kind: 'good' | 'care' | 'bad', content: Html): Html {
  return html`<div class="notice ${kind}" role="status">${content}</div>`;
}

/** A secret that is shown once, with a button that copies it where scripts run. */
export function secretOnce(label: string, secret: string, copy: string): Html {
  return html`<div class="secret"><p>${label}</p><code id="secret">${secret}</code> <button type="button" class="quiet copy" data-copy="secret" hidden>${copy}</button></div>`;
}
