import { readFileSync } from 'node:fs';
import { cspHash } from '../../http/security-headers.ts';
import { type Html, html, trustedHtml } from '../../platform/html/html.ts';
import { shortenScript } from '../shorten.ts';

const SCRIPT = shortenScript(readFileSync(new URL('./widget-card.js', import.meta.url), 'utf8'));

export const CARD_SCRIPT_HASH = cspHash(SCRIPT);
/** JavaScript has no entities, so it is not escaped. */
const SCRIPT_TEXT = trustedHtml(SCRIPT);

/**
 * The provider's script, and this gateway's script that mounts the provider's fields. Last in the page, so that the
 * rest is visible first. Our script does not wait for the provider's, because it reports when that fails to load.
 */
export function cardScripts(scriptUrl: string): Html {
  return html`<script src="${scriptUrl}" async></script><script>${SCRIPT_TEXT}</script>`;
}
