import type { Website } from '../../features/websites/store/websites.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { WEBSITE_TEXTS } from '../../platform/messages/websites/websites-messages.ts';
import { methodName } from '../../platform/wording/format.ts';
import { hrefOf, may, type SignedInContext } from '../console-context.ts';
import { badge } from '../views/parts.ts';

const SHOWN_CHARACTERS = 8;

/**
 * A webhook's signature for display: whole for users who may see the secret, else only its start, for comparing. Only the header
 * `X-Gateway-Mode` says whether an event is live, and the signature does not cover it. So someone with the body and the
 * whole signature of a test payment's event could send that event as a live one.
 */
export function shownSignature(context: SignedInContext, signature: string): string {
  return may(context, 'secrets.roll') ? signature : `${signature.slice(0, SHOWN_CHARACTERS)}…`;
}

/** The menu's path. */
export const MENU_PATH = '/websites';

/** The path of a website's page, below `/console`. */
export function pathOf({ id }: Pick<Website, 'id'>): string {
  return `${MENU_PATH}/${encodeURIComponent(id)}`;
}

/** Whether a website's keys are accepted, as a badge. */
export function stateOf({ language }: SignedInContext, { deactivatedAtUs }: Website): Html {
  const texts = WEBSITE_TEXTS[language];
  return deactivatedAtUs === null ? badge('good', texts.active) : badge('bad', texts.inactive);
}

/** The names of a website's methods, or a note that it has none. */
export function methodsOf({ language }: SignedInContext, { methods }: Pick<Website, 'methods'>): string {
  return methods.map((each) => methodName(each, TEXTS[language])).join(', ') || WEBSITE_TEXTS[language].methodsNone;
}

/** A link that looks like a button. */
export function linkButton(
  context: SignedInContext,
  path: string,
  text: string,
  look: 'quiet' | 'danger' = 'quiet',
): Html {
  return html`<a class="button ${look}" href="${hrefOf(context, path)}">${text}</a>`;
}

/** The path of the list of a website's API requests, below `/console`. */
export function requestsPath(website: Pick<Website, 'id'>): string {
  return `${pathOf(website)}/requests`;
}

/** A link back to a website's page. */
export function backLink(context: SignedInContext, website: Website): Html {
  return html`<p><a href="${hrefOf(context, pathOf(website))}">«&nbsp;<bdi>${website.name}</bdi></a></p>`;
}

/**
 * A sample of a colour as a payment page shows it: white letters on it. It is an SVG, because the console's pages have no inline styles.
 */
export function colourSample(colour: string, text: string): Html {
  return html`<svg class="sample" viewBox="0 0 120 36" width="120" height="36" role="img" aria-label="${colour}"><rect width="120" height="36" rx="8" fill="${colour}"/><text x="60" y="23" text-anchor="middle" fill="#ffffff" font-size="15" font-weight="700">${text}</text></svg> <code>${colour}</code>`;
}
