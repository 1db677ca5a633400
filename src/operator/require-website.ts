import { OperatorError } from '../domain/operator-error.ts';
import { refusal } from '../messages/refusals/refusal-messages.ts';
import type { Database } from '../storage/database.ts';
import { findWebsite, type Website } from '../storage/websites.ts';

/** The website of an id. Throws OperatorError `not_found` when there is none. */
export async function requireWebsite(db: Pick<Database, 'query'>, id: string): Promise<Website> {
  return (await findWebsite(db, id)) ?? failWithoutWebsite(id);
}

/** Throws OperatorError: there is no website with this id. */
export function failWithoutWebsite(id: string): never {
  throw new OperatorError('not_found', 'website_id', refusal('websiteNotFound', { id }));
}
