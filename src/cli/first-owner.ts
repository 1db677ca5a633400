import type { Store } from '../app/open-store.ts';
import type { Config } from '../config.ts';
import { formatTimestamp } from '../domain/timestamps.ts';
import { hasUsers } from '../storage/users/users.ts';
import { asCalled } from './as-called.ts';

/** How somebody comes into the console who is the first there: by a link on an empty embedded store, elsewhere by a command. */
export type FirstOwner = { readonly url: string; readonly expiresAt: string } | 'by_command';

/** Whether a start has to say how the first owner comes in: where the console is served, and there is nobody yet. */
export async function awaitsOwner({ roles }: Config, { db }: Pick<Store, 'db'>): Promise<boolean> {
  return roles.includes('console') && !(await hasUsers(db));
}

/** What is said to the first owner. On an empty store it is a link, which works once, for 15 minutes, and is shown once. */
export async function firstOwner(
  { publicUrl }: Config,
  { db, clock }: Store,
  { isEmpty }: { isEmpty: boolean },
): Promise<FirstOwner | undefined> {
  if (!isEmpty) return 'by_command';
  // Loaded here: no other start needs it.
  const { firstOwnerLink } = await import('../operator/users/first-owner-link.ts');
  const link = await firstOwnerLink({ db, clock, publicUrl });
  return link && { url: link.url, expiresAt: formatTimestamp(link.expiresAtUs) };
}

/** Lines for people, below what a start says; empty when there is nothing to say. */
export function firstOwnerText(owner: FirstOwner | undefined): string {
  if (owner === undefined) return '';
  const create = asCalled('peye users create --email you@example.com --role owner');
  if (owner === 'by_command') return `\nNobody can sign in to the console yet. Invite the first owner:\n\n${create}\n`;
  return `
The console: this link makes you its owner. It works once, for 15 minutes; afterwards ${create} makes another one.

${owner.url}
`;
}

/** The same for the JSON document of a start. */
export function firstOwnerJson(owner: FirstOwner | undefined): Record<string, string> {
  if (owner === undefined || owner === 'by_command') return {};
  return { first_owner_link: owner.url, first_owner_link_expires_at: owner.expiresAt };
}
