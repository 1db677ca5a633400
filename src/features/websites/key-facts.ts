import type { AuditFacts } from '../../core/audit.ts';
import { KEY_SCOPES } from '../../core/key-scopes.ts';
import { momentOf } from '../../core/timestamps.ts';
import type { ApiKey } from './store/api-keys.ts';

/** The editable fields of a key as the audit log stores them, with the names of its JSON. */
export function keyFacts({ name, expiresAtUs, addresses, scope }: ApiKey): AuditFacts {
  return {
    name,
    expires_at: momentOf(expiresAtUs),
    allowed_addresses: addresses,
    scopes: scope === null ? KEY_SCOPES : [scope],
  };
}
