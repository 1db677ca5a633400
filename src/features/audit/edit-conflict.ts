import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { AuditFacts } from './audit.ts';

/** Another user has changed the item since this user read it. Nothing was changed. */
export class EditConflict extends OperatorError {
  /** The current values of the changed facts. */
  readonly now: AuditFacts;

  constructor(now: AuditFacts) {
    super('conflict', 'form', refusal('editConflict', { fields: Object.keys(now) }));
    this.now = now;
  }
}

/** Throws EditConflict when any fact that the user saw has changed since. */
export function refuseEditConflict(seen: AuditFacts | undefined, now: AuditFacts): void {
  if (!seen) return;
  const changed = Object.keys(seen).filter((name) => JSON.stringify(seen[name]) !== JSON.stringify(now[name]));
  if (changed.length > 0) throw new EditConflict(Object.fromEntries(changed.map((name) => [name, now[name] ?? null])));
}
