import type { Database } from '../../database/database.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { findWebsite, type Website } from './store/websites.ts';

/** The website with this id. Throws OperatorError `not_found` when there is none. */
export async function requireWebsite(db: Pick<Database, 'query'>, id: string): Promise<Website> {
  return (await findWebsite(db, id)) ?? failWithoutWebsite(id);
}

/** Throws OperatorError: there is no website with this id. */
export function failWithoutWebsite(id: string): never {
  throw new OperatorError('not_found', 'website_id', refusal('websiteNotFound', { id }));
}
