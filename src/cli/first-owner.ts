import type { Store } from '../app/open-store.ts';
import type { Config } from '../config.ts';
import { formatTimestamp } from '../core/timestamps.ts';
import { hasUsers } from '../features/users/store/users.ts';
import { asCalled } from './as-called.ts';

/** The access of the first owner to the console: a link on an empty embedded database, otherwise a command. */
export type FirstOwner = { readonly url: string; readonly expiresAt: string } | 'by_command';

/** Whether a start has to show how to invite the first owner: the console is served, and has no users yet. */
export async function awaitsOwner({ roles }: Config, { db }: Pick<Store, 'db'>): Promise<boolean> {
  return roles.includes('console') && !(await hasUsers(db));
}

/** Creates the access of the first owner. On an empty database it is a link, shown once, that works once within 15 minutes. */
export async function firstOwner(
  { publicUrl }: Config,
  { db, clock }: Store,
  { isEmpty }: { isEmpty: boolean },
): Promise<FirstOwner | undefined> {
  if (!isEmpty) return 'by_command';
  // Loaded here because no other start needs it.
  const { firstOwnerLink } = await import('../features/users/send-link.ts');
  const link = await firstOwnerLink({ db, clock, publicUrl });
  return link && { url: link.url, expiresAt: formatTimestamp(link.expiresAtUs) };
}

/** Text after the output of a start; empty when the console has users. */
export function firstOwnerText(owner: FirstOwner | undefined): string {
  if (owner === undefined) return '';
  const create = asCalled('peye users create --email you@example.com --role owner');
  if (owner === 'by_command') return `\nThe console has no users yet. Invite the first owner:\n\n${create}\n`;
  return `
Open this link to become the owner of the console. It works once, within 15 minutes. To create another one later:
${create}

${owner.url}
`;
}

/** The first owner's access, as members of the JSON document of a start. */
export function firstOwnerJson(owner: FirstOwner | undefined): Record<string, string> {
  if (owner === undefined || owner === 'by_command') return {};
  return { first_owner_link: owner.url, first_owner_link_expires_at: owner.expiresAt };
}
