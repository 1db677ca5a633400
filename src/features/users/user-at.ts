import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { UserWithWebsites } from './store/users.ts';

/**
 * The user to change, with the version that the manager has seen; null for the command line, which showed no version.
 */
export interface UserAt {
  readonly id: string;
  readonly version: number | null;
}

/** Throws OperatorError when another user has changed this user since the manager read it. */
export function checkVersion({ version }: UserWithWebsites, seen: number | null): void {
  if (seen === null || seen === version) return;
  throw new OperatorError('conflict', 'version', refusal('userChanged'));
}
