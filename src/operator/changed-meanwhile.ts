import type { AuditFacts } from '../domain/audit.ts';
import { OperatorError } from '../domain/operator-error.ts';
import { refusal } from '../messages/refusals/refusal-messages.ts';

/** Somebody else has changed it since the one who now wants to change it has looked. Nothing was changed. */
export class ChangedMeanwhile extends OperatorError {
  /** What is so now of what was changed. */
  readonly now: AuditFacts;

  constructor(now: AuditFacts) {
    super('conflict', 'form', refusal('editConflict', { fields: Object.keys(now) }));
    this.now = now;
  }
}

/** Throws ChangedMeanwhile when any of what somebody has seen of a thing is not so any more. */
export function refuseChangedMeanwhile(seen: AuditFacts | undefined, now: AuditFacts): void {
  if (!seen) return;
  const changed = Object.keys(seen).filter((name) => JSON.stringify(seen[name]) !== JSON.stringify(now[name]));
  if (changed.length > 0)
    throw new ChangedMeanwhile(Object.fromEntries(changed.map((name) => [name, now[name] ?? null])));
}
