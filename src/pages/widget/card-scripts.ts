import { readFileSync } from 'node:fs';
import { cspHash } from '../../http/csp-hash.ts';
import { type Html, html, trustedHtml } from '../../lib/html.ts';
import { shortenScript } from '../shorten.ts';

const SCRIPT = shortenScript(readFileSync(new URL('./widget-card.js', import.meta.url), 'utf8'));

export const CARD_SCRIPT_HASH = cspHash(SCRIPT);
/** JavaScript of ours, which has no entities. */
const SCRIPT_TEXT = trustedHtml(SCRIPT);

/**
 * The provider's script, and ours that puts its fields into the page. Last in the page: all else is seen meanwhile. Ours does
 * not wait for theirs, because it says so when that does not come.
 */
export function cardScripts(scriptUrl: string): Html {
  return html`<script src="${scriptUrl}" async></script><script>${SCRIPT_TEXT}</script>`;
}
