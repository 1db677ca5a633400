import type { Database } from '../storage/database.ts';
import { findWebsite, type Website } from '../storage/websites.ts';
import { CommandFailure } from './failure.ts';

/** The website of an id that was given to a command. Throws CommandFailure when there is none. */
export async function requireWebsite(db: Database, id: string): Promise<Website> {
  return (await findWebsite(db, id)) ?? failWithoutWebsite(id);
}

/** Throws CommandFailure: there is no website with this id. */
export function failWithoutWebsite(id: string): never {
  throw new CommandFailure(`there is no website ${id}. \`peye websites list\` shows them all.`);
}
