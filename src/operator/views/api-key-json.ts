import { formatTimestamp } from '../../domain/timestamps.ts';
import type { ListedApiKey } from '../../storage/api-keys.ts';

/** A key as JSON for operators. Its text is added at the moment it is made only. */
export function apiKeyJson(key: ListedApiKey, text?: string): Record<string, unknown> {
  return {
    id: key.id,
    website_id: key.websiteId,
    mode: key.mode,
    name: key.name,
    hint: key.hint,
    active: key.deactivatedAtUs === null,
    created_at: formatTimestamp(key.createdAtUs),
    ...(text !== undefined && { key: text }),
  };
}
