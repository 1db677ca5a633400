import { type Html, html } from '../../platform/html/html.ts';

/** A status as text with a colour, never by colour alone. */
export function badge(tone: 'good' | 'bad' | 'care' | 'calm', text: string): Html {
  return html`<span class="badge ${tone}">${text}</span>`;
}
