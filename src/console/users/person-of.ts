import { ApiError } from '../../core/errors.ts';
import type { UserWithWebsites } from '../../features/users/store/users.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { SignedInContext } from '../console-context.ts';

/** The user in the address, if the signed-in user may see them. Throws ApiError `not_found` otherwise. */
export async function personOf({ deps, who, params }: SignedInContext): Promise<UserWithWebsites> {
  try {
    return await deps.users.requireUser(who, params.id ?? '');
  } catch (error) {
    if (error instanceof OperatorError && error.code === 'not_found') throw new ApiError('not_found');
    throw error;
  }
}
