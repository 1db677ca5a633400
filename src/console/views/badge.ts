import { html } from 'ghtml';

/** How something stands, in a word; never by colour alone. */
export function badge(tone: 'good' | 'bad' | 'care' | 'calm', text: string): string {
  return html`<span class="badge !${tone}">${text}</span>`;
}
