import type { AuditFacts } from '../domain/audit.ts';
import { KEY_SCOPES } from '../domain/key-scopes.ts';
import { momentOf } from '../domain/timestamps.ts';
import type { ApiKey } from '../storage/api-keys.ts';

/** The editable fields of a key as the audit log stores them, with the names of its JSON. */
export function keyFacts({ name, expiresAtUs, addresses, scope }: ApiKey): AuditFacts {
  return {
    name,
    expires_at: momentOf(expiresAtUs),
    allowed_addresses: addresses,
    scopes: scope === null ? KEY_SCOPES : [scope],
  };
}
