import { ApiError } from '../../domain/errors.ts';
import type { Mode } from '../../domain/payment.ts';
import { type Html, html } from '../../lib/html.ts';
import { KEY_TEXTS } from '../../messages/keys/keys-messages.ts';
import { findApiKey, type ListedApiKey } from '../../storage/api-keys.ts';
import type { Website } from '../../storage/websites.ts';
import { badge } from '../views/badge.ts';
import { timeView } from '../views/time.ts';
import { visibleWebsite } from '../visible.ts';
import type { SignedInVisit } from '../visit.ts';
import { pathOf } from './website-view.ts';

/** A key together with its website. */
export interface SeenKey {
  readonly website: Website;
  readonly key: ListedApiKey;
}

/** The key of an address that names its website, mode and id. Throws ApiError `not_found` for one that is not there so, or may not be seen. */
export async function visibleKey(visit: SignedInVisit, mode: Mode): Promise<SeenKey> {
  const website = await visibleWebsite(visit, visit.params.id ?? '');
  const key = await findApiKey(visit.deps.db, visit.params.key ?? '');
  if (!key || key.websiteId !== website.id || key.mode !== mode) throw new ApiError('not_found');
  return { website, key };
}

/** The address of a key's page, below `/console`. The mode is a part of it, because what roles may do goes by it. */
export function keyPath({ websiteId, mode, id }: Pick<ListedApiKey, 'websiteId' | 'mode' | 'id'>): string {
  return `${pathOf({ id: websiteId })}/${mode}-keys/${encodeURIComponent(id)}`;
}

/** Its name, or that it has none. */
export function keyName({ language }: SignedInVisit, { name }: ListedApiKey): string {
  return name ?? KEY_TEXTS[language].unnamed;
}

/** The end of a key, by which people tell keys apart. */
export function keyEnd({ mode, hint }: ListedApiKey): string {
  return `tk_${mode}_…${hint}`;
}

/** Whether it is accepted, in a word. */
export function keyState({ language, deps }: SignedInVisit, key: ListedApiKey): Html {
  const texts = KEY_TEXTS[language];
  if (key.deactivatedAtUs !== null) return badge('bad', texts.inactive);
  return isExpired(key, deps.clock()) ? badge('bad', texts.expired) : badge('good', texts.active);
}

/** Whether a key is none any more. */
function isExpired({ expiresAtUs }: ListedApiKey, nowUs: number): boolean {
  return expiresAtUs !== null && expiresAtUs <= nowUs;
}

/** A moment of a key, or that there is none. */
export function timeOrNever({ language }: SignedInVisit, us: number | null): Html {
  return us === null ? html`${KEY_TEXTS[language].never}` : timeView(us, language);
}
