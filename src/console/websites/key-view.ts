import { ApiError } from '../../core/errors.ts';
import type { Mode } from '../../core/payment.ts';
import { findApiKey, type ListedApiKey } from '../../features/websites/store/api-keys.ts';
import type { Website } from '../../features/websites/store/websites.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { KEY_TEXTS } from '../../platform/messages/keys/keys-messages.ts';
import type { SignedInContext } from '../console-context.ts';
import { badge, timeView } from '../views/parts.ts';
import { visibleWebsite } from '../visible.ts';
import { pathOf } from './website-view.ts';

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
