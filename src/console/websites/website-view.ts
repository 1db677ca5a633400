import { type Html, html } from '../../lib/html.ts';
import { TEXTS } from '../../messages/customer/customer-messages.ts';
import { WEBSITE_TEXTS } from '../../messages/websites/websites-messages.ts';
import type { Website } from '../../storage/websites.ts';
import { methodName } from '../../wording/format.ts';
import { badge } from '../views/badge.ts';
import { hrefOf, type SignedInVisit } from '../visit.ts';

/** The menu's path. */
export const PLACE = '/websites';

/** The path of a website's page, below `/console`. */
export function pathOf({ id }: Pick<Website, 'id'>): string {
  return `${PLACE}/${encodeURIComponent(id)}`;
}

/** Whether a website's keys are accepted, as a badge. */
export function stateOf({ language }: SignedInVisit, { deactivatedAtUs }: Website): Html {
  const texts = WEBSITE_TEXTS[language];
  return deactivatedAtUs === null ? badge('good', texts.active) : badge('bad', texts.inactive);
}

/** The names of a website's methods, or a note that it has none. */
export function methodsOf({ language }: SignedInVisit, { methods }: Pick<Website, 'methods'>): string {
  return methods.map((each) => methodName(each, TEXTS[language])).join(', ') || WEBSITE_TEXTS[language].methodsNone;
}

/** A link that looks like a button. */
export function linkButton(visit: SignedInVisit, path: string, text: string): Html {
  return html`<a class="button quiet" href="${hrefOf(visit, path)}">${text}</a>`;
}

/** A link back to a website's page. */
export function backLink(visit: SignedInVisit, website: Website): Html {
  return html`<p><a href="${hrefOf(visit, pathOf(website))}">« <bdi>${website.name}</bdi></a></p>`;
}
