import { type Html, html } from '../../lib/html.ts';

/** Something that was done, or that somebody has to know: `good`, `care` or `bad`. `content` is HTML of ours. */
export function notice(kind: 'good' | 'care' | 'bad', content: Html): Html {
  return html`<div class="notice ${kind}" role="status">${content}</div>`;
}

/** A secret that is shown now and never again, with a button that copies it where scripts run. */
export function secretOnce(label: string, secret: string, copy: string): Html {
  return html`<div class="secret"><p>${label}</p><code id="secret">${secret}</code> <button type="button" class="quiet copy" data-copy="secret" hidden>${copy}</button></div>`;
}
