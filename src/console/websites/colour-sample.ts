import { type Html, html } from '../../platform/html/html.ts';

/**
 * A sample of a colour as a payment page shows it: white letters on it. It is an SVG, because the console's pages have no inline styles.
 */
export function colourSample(colour: string, text: string): Html {
  return html`<svg class="sample" viewBox="0 0 120 36" width="120" height="36" role="img" aria-label="${colour}"><rect width="120" height="36" rx="8" fill="${colour}"/><text x="60" y="23" text-anchor="middle" fill="#ffffff" font-size="15" font-weight="700">${text}</text></svg> <code>${colour}</code>`;
}
