import { type Fields, fieldsJson } from '../../core/fields.ts';
import { momentOf } from '../../core/timestamps.ts';
import type { AuditFacts } from '../audit/audit.ts';
import { type ApiKey, KEY_SCOPES, type ListedApiKey } from './store/api-keys.ts';

export const API_KEY_FIELDS = {
  id: { text: 'id' },
  website_id: { text: 'websiteId' },
  mode: { text: 'mode' },
  name: { text: 'name' },
  hint: { text: 'hint', in: ['json'] },
  active: { flag: ({ deactivatedAtUs }) => deactivatedAtUs === null },
  expires_at: { time: 'expiresAtUs' },
  allowed_addresses: { list: 'addresses' },
  scopes: { list: ({ scopes }) => scopes ?? KEY_SCOPES },
  last_used_at: { time: 'lastUsedAtUs' },
  created_at: { time: 'createdAtUs' },
} satisfies Fields<ListedApiKey>;

/** A key as JSON for operators. Its text is included only when it is created. */
export function apiKeyJson(key: ListedApiKey, text?: string): Record<string, unknown> {
  return { ...fieldsJson(API_KEY_FIELDS, key), ...(text !== undefined && { key: text }) };
}

/**
 * The editable fields of a key as the audit log stores them, with the names of its JSON. Its scopes are a text. Rows
 * with a list are older than the scope `refund`: see `recordedScopes`.
 */
export function keyFacts({ name, expiresAtUs, addresses, scopes }: ApiKey): AuditFacts {
  return {
    name,
    expires_at: momentOf(expiresAtUs),
    allowed_addresses: addresses,
    scopes: scopes?.join(',') ?? ALL_SCOPES,
  };
}

const ALL_SCOPES = 'all';

/**
 * Converts recorded scopes to the form of `keyFacts`. Older rows have a list. A list of both scopes of that time,
 * `read` and `create`, stood for a key without a limit.
 */
export function recordedScopes(scopes: unknown): unknown {
  if (!Array.isArray(scopes)) return scopes;
  return scopes.length === 1 ? scopes[0] : ALL_SCOPES;
}
