import { ApiError } from '../../core/errors.ts';
import type { Mode } from '../../core/payment.ts';
import { isAllowed } from '../../core/roles.ts';
import { findApiKey, type ListedApiKey } from '../../features/websites/store/api-keys.ts';
import type { Website } from '../../features/websites/store/websites.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { KEY_TEXTS } from '../../platform/messages/keys/keys-messages.ts';
import { hrefOf, may, type SignedInContext } from '../console-context.ts';
import { badge, timeView } from '../views/parts.ts';
import { type Column, tableView } from '../views/table.ts';
import { visibleWebsite } from '../visible.ts';
import { linkButton, pathOf, requestsPath } from './website-view.ts';

/** A key with its website. */
export interface SeenKey {
  readonly website: Website;
  readonly key: ListedApiKey;
}

/** The key in the address, by website, mode and id. Throws ApiError `not_found` if there is none or the user may not see it. */
export async function visibleKey(context: SignedInContext, mode: Mode): Promise<SeenKey> {
  const website = await visibleWebsite(context, context.params.id ?? '');
  const key = await findApiKey(context.deps.db, context.params.key ?? '');
  if (!key || key.websiteId !== website.id || key.mode !== mode) throw new ApiError('not_found');
  return { website, key };
}

/** The path of a key's page, below `/console`. It contains the mode, because permissions depend on it. */
export function keyPath({ websiteId, mode, id }: Pick<ListedApiKey, 'websiteId' | 'mode' | 'id'>): string {
  return `${pathOf({ id: websiteId })}/${mode}-keys/${encodeURIComponent(id)}`;
}

/** The key's name, or a note that it has none. */
export function keyName({ language }: SignedInContext, { name }: ListedApiKey): string {
  return name ?? KEY_TEXTS[language].unnamed;
}

/** The last characters of a key, by which users recognise it. */
export function keyEnd({ mode, hint }: ListedApiKey): string {
  return `tk_${mode}_…${hint}`;
}

/** Whether the key is accepted, as a badge. */
export function keyState({ language, deps }: SignedInContext, key: ListedApiKey): Html {
  const texts = KEY_TEXTS[language];
  if (key.deactivatedAtUs !== null) return badge('bad', texts.inactive);
  return isExpired(key, deps.clock()) ? badge('bad', texts.expired) : badge('good', texts.active);
}

/** Whether the key has expired. */
function isExpired({ expiresAtUs }: ListedApiKey, nowUs: number): boolean {
  return expiresAtUs !== null && expiresAtUs <= nowUs;
}

/** A time, or "never". */
export function timeOrNever({ language }: SignedInContext, us: number | null): Html {
  return us === null ? html`${KEY_TEXTS[language].never}` : timeView(us, language);
}

/** A link to the list of a website's API requests. */
export function requestsButton(context: SignedInContext, website: Website): Html {
  return linkButton(context, requestsPath(website), KEY_TEXTS[context.language].requests.title);
}

/** A website's keys, newest first, and a link to create one. */
export function keyList(context: SignedInContext, website: Website, keys: readonly ListedApiKey[]): Html {
  const texts = KEY_TEXTS[context.language];
  const table = tableView(keys.toReversed(), {
    caption: texts.keys,
    empty: html`<p>${texts.none}</p>`,
    columns: [
      {
        label: texts.name,
        cell: (key) => html`<a href="${hrefOf(context, keyPath(key))}"><bdi>${keyName(context, key)}</bdi></a>`,
      },
      { label: texts.mode, cell: ({ mode }) => html`${texts[mode]}` },
      { label: texts.ends, cell: (key) => html`<code>${keyEnd(key)}</code>` },
      { label: texts.state, cell: (key) => keyState(context, key) },
      { label: texts.expires, cell: ({ expiresAtUs }) => timeOrNever(context, expiresAtUs) },
      { label: texts.lastUsed, cell: ({ lastUsedAtUs }) => timeOrNever(context, lastUsedAtUs) },
      ...(keys.some((key) => mayRoll(context, key)) ? [rollColumn(context)] : []),
    ],
  });
  const { role } = context.who.user;
  const add = [
    isAllowed(role, 'keys.create.test') && linkButton(context, `${pathOf(website)}/test-keys/new`, texts.addTest),
    isAllowed(role, 'keys.create.live') && linkButton(context, `${pathOf(website)}/live-keys/new`, texts.addLive),
  ];
  return html`<h2>${texts.keys}</h2>${table}<p class="row">${add}</p>`;
}

function mayRoll(context: SignedInContext, { mode, deactivatedAtUs }: ListedApiKey): boolean {
  return deactivatedAtUs === null && may(context, `keys.roll.${mode}`);
}

function rollColumn(context: SignedInContext): Column<ListedApiKey> {
  const texts = KEY_TEXTS[context.language];
  return {
    label: texts.roll,
    cell: (key) =>
      mayRoll(context, key)
        ? html`<a href="${hrefOf(context, `${keyPath(key)}/roll`)}">${texts.roll}<span class="hidden">: ${keyEnd(key)}</span></a>`
        : '',
  };
}
