import type { Actor } from '../../core/actor.ts';
import type { Fields } from '../../core/fields.ts';
import { formatTimestamp } from '../../core/timestamps.ts';

/** Every audited action, grouped by its target. docs/audit.md explains each. */
export const AUDIT_ACTIONS = [
  'website.create',
  'website.update',
  'website.activate',
  'website.deactivate',
  'website.roll_secret',
  'website.test_event',
  'key.create',
  'key.update',
  'key.roll',
  'key.activate',
  'key.deactivate',
  'link.create',
  'link.deactivate',
  'link.recount',
  'link.picture',
  'checkout.cancel',
  'payment.create',
  'payment.finish',
  'payment.verify',
  'payment.note',
  'payment.receipt',
  'refund.request',
  'refund.approve',
  'refund.reject',
  'refund.claim',
  'refund.complete',
  'refund.resolve',
  'refund.correct',
  'delivery.resend',
  'deliveries.resend',
  'checkout.forget',
  'deliveries.forget',
  'events.forget',
  'history.forget',
  'payments.forget',
  'discrepancy.settle',
  'item.dismiss',
  'item.restore',
  'reconcile.run',
  'reconcile.stop',
  'recurring.cancel',
  'recurring.pause',
  'recurring.resume',
  'recurring.advance',
  'charging.pause',
  'charging.resume',
  'rate.refresh',
  'rate.set',
  'fee.set',
  'payout.record',
  'payout.reverse',
  'payout.match',
  'payout.settle_line',
  'secrets.rotate',
  'archive.create',
  'archive.remove',
  'archive.recount',
  'store.backup',
  'store.restore',
  'clock.confirm',
  'schema.migrate',
  'export.run',
  'user.invite',
  'user.accept',
  'user.profile',
  'user.notifications',
  'user.role',
  'user.activate',
  'user.deactivate',
  'user.reset',
  'user.lost_password',
  'user.password',
  'user.factor.add',
  'user.factor.remove',
  'user.recovery_codes',
  'user.sign_in',
  'session.end',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** The target of a change. `store`: the store as a whole, which has no id. */
export interface AuditSubject {
  readonly kind:
    | 'website'
    | 'api_key'
    | 'link'
    | 'checkout_session'
    | 'payment'
    | 'refund'
    | 'delivery'
    | 'discrepancy'
    | 'subscription'
    | 'exchange_rate'
    | 'payout'
    | 'archive'
    | 'user'
    | 'store';
  readonly id: string | null;
}

/** The details of a change, for later readers. They are named like the JSON fields of the target, and never contain a secret. */
export type AuditFacts = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** A recorded change. */
export interface AuditRow {
  /** 1 for the first; without gaps. */
  readonly position: number;
  /** Microseconds since 1970. */
  readonly atUs: number;
  readonly actor: Actor;
  readonly action: string;
  readonly subject: { readonly kind: string; readonly id: string | null };
  readonly websiteId: string | null;
  /** `AuditFacts` as JSON, as they were written; null without details. */
  readonly before: string | null;
  readonly after: string | null;
  /** SHA-256 in hex. */
  readonly hash: string;
}

const EXPORTED = ['csv'] as const;

/** The fields of a recorded change, for exports and commands: `auditLine` is its JSON. */
export const AUDIT_FIELDS = {
  position: { count: 'position' },
  at: { time: 'atUs', title: 'Time' },
  actor_kind: { text: ({ actor }) => actor.kind, title: 'Channel' },
  actor_id: { text: ({ actor }) => actor.id, title: 'User ID' },
  actor_name: { text: ({ actor }) => actor.name, title: 'Actor' },
  address: { text: ({ actor }) => actor.address, title: 'IP address' },
  action: { text: 'action' },
  subject_kind: { text: ({ subject }) => subject.kind, in: EXPORTED },
  subject_id: { text: ({ subject }) => subject.id, in: EXPORTED },
  website_id: { text: 'websiteId' },
  before: { raw: 'before', in: EXPORTED },
  after: { raw: 'after', in: EXPORTED },
  hash: { text: 'hash' },
} satisfies Fields<AuditRow>;

/** The position of a row in the chain. */
export type AuditPlace = Pick<AuditRow, 'position' | 'hash'>;

/** The position before the first row. */
export const AUDIT_START: AuditPlace = { position: 0, hash: '0'.repeat(64) };

/** The text of a row that is hashed together with the hash of the previous row: the whole row as JSON in one line. Never changes. */
export function auditText({ position, atUs, actor, action, subject, ...row }: Omit<AuditRow, 'hash'>): string {
  const facts = JSON.stringify({
    position,
    at: formatTimestamp(atUs),
    actor_kind: actor.kind,
    actor_id: actor.id,
    actor_name: actor.name,
    address: actor.address,
    action,
    subject_kind: subject.kind,
    subject_id: subject.id,
    website_id: row.websiteId,
  });
  return `${facts.slice(0, -1)},"before":${row.before},"after":${row.after}}`;
}

/** A row as JSON in one line, for lists and exports: the hashed text, with the hash as its last member. */
export function auditLine(row: AuditRow): string {
  return `${auditText(row).slice(0, -1)},"hash":"${row.hash}"}`;
}

/** The differences between two states; undefined when there are none. */
export function changedFacts<Facts extends AuditFacts>(
  before: Facts,
  after: Facts,
): { readonly before: AuditFacts; readonly after: AuditFacts } | undefined {
  const changed = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  if (changed.length === 0) return undefined;
  const only = (facts: Facts) => Object.fromEntries(changed.map((name) => [name, facts[name] ?? null]));
  return { before: only(before), after: only(after) };
}
