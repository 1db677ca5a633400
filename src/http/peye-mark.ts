import { html, trustedHtml } from '../platform/html/html.ts';

// The logo of pages and documentation: our own drawing, explained in docs/design.md.

const PEYE = html`<rect width="32" height="32" rx="9" fill="#0b5a52"/><path d="M11 25V8h6.5a5.5 5.5 0 0 1 0 11H11" fill="none" stroke="#fff" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round"/><circle cx="23.5" cy="24" r="2.4" fill="#f2b84b"/>`;

/** The logo of Peye: a P, and a coin. */
export const PEYE_MARK = html`<svg class="peye" viewBox="0 0 32 32" aria-hidden="true">${PEYE}</svg>`;

const ICON = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${PEYE}</svg>`;

/** The logo as the URL of an icon: only characters that a URL cannot hold are encoded, because every page carries it. */
export const FAVICON = trustedHtml(`data:image/svg+xml,${ICON.toString().replace(/[#<>"]/g, encodeURIComponent)}`);
