import type { Actor } from '../../../core/actor.ts';
import { bigint, group, tableOf, text } from '../../../database/table.ts';
import type { AuditRow } from '../audit.ts';

/** How a row of the audit log is stored. */
export const AUDIT_LOG = tableOf<AuditRow>('audit_log', {
  position: bigint('position'),
  atUs: bigint('at_us'),
  actor: group<Actor>({
    kind: text('actor_kind'),
    id: text('actor_id'),
    name: text('actor_name'),
    address: text('address'),
  }),
  action: text('action'),
  subject: group<AuditRow['subject']>({ kind: text('subject_kind'), id: text('subject_id') }),
  websiteId: text('website_id'),
  before: text('before_json'),
  after: text('after_json'),
  hash: text('hash'),
});
