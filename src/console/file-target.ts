import type { FastifyRequest } from 'fastify';
import { type Ability, isAllowed, type Role } from '../core/roles.ts';
import { PAYOUTS_PATH } from './payouts/payout-views.ts';

/** The page of the form that sends a file, the field of the file, and the ability that it needs. */
export function fileTarget({ params }: FastifyRequest): {
  readonly page: string;
  readonly field: string;
  readonly ability: Ability;
} {
  const { id, mode } = params as { id?: string; mode?: string };
  if (id === undefined) return { page: `${PAYOUTS_PATH}/import`, field: 'file', ability: 'payouts.record' };
  const name = encodeURIComponent(id);
  if (mode === undefined) return { page: `/websites/${name}`, field: 'logo', ability: 'websites.update' };
  return {
    page: `/links/${name}`,
    field: 'picture',
    ability: mode === 'live' ? 'links.create.live' : 'links.create.test',
  };
}

/** Whether a role may send the file of this request. */
export function maySendFile(request: FastifyRequest, role: Role): boolean {
  return isAllowed(role, fileTarget(request).ability);
}
