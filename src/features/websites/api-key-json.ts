import { KEY_SCOPES } from '../../core/key-scopes.ts';
import { formatTimestamp, momentOf } from '../../core/timestamps.ts';
import type { ListedApiKey } from './store/api-keys.ts';

/** A key as JSON for operators. Its text is included only when it is created. */
export function apiKeyJson(key: ListedApiKey, text?: string): Record<string, unknown> {
  return {
    id: key.id,
    website_id: key.websiteId,
    mode: key.mode,
    name: key.name,
    hint: key.hint,
    active: key.deactivatedAtUs === null,
    expires_at: momentOf(key.expiresAtUs),
    allowed_addresses: key.addresses,
    scopes: key.scope === null ? KEY_SCOPES : [key.scope],
    last_used_at: momentOf(key.lastUsedAtUs),
    created_at: formatTimestamp(key.createdAtUs),
    ...(text !== undefined && { key: text }),
  };
}
