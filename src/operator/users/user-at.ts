import { OperatorError } from '../../domain/operator-error.ts';
import { refusal } from '../../messages/refusals/refusal-messages.ts';
import type { UserWithWebsites } from '../../storage/users/users.ts';

/** Which user is changed, as the manager has seen it: null for the command line, which looks at nothing first. */
export interface UserAt {
  readonly id: string;
  readonly version: number | null;
}

/** Throws OperatorError when somebody else has changed a user since it was looked at. */
export function checkVersion({ version }: UserWithWebsites, seen: number | null): void {
  if (seen === null || seen === version) return;
  throw new OperatorError('conflict', 'version', refusal('userChanged'));
}
