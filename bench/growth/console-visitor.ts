import { randomUUID } from 'node:crypto';
import type { Role } from '../../src/core/roles.ts';
import { type ConsolePerson, consolePerson } from '../../test/support/console.ts';
import type { MeasuredStore } from './measured-store.ts';

/** The users who visit: one of the operator's, one of a merchant with a few websites, and one of a merchant with a small website. */
export const VISITORS = {
  owner: { role: 'owner', websites: [] },
  merchant: { role: 'merchant_owner', websites: ['half', 'small 0', 'small 4'] },
  'small merchant': { role: 'merchant_viewer', websites: ['small 3'] },
} as const satisfies Record<string, { role: Role; websites: readonly string[] }>;
export type VisitorName = keyof typeof VISITORS;

interface Visitor {
  readonly cookie: string;
  readonly formToken: string;
}

const known = new WeakMap<MeasuredStore, Map<VisitorName, Visitor>>();

/** The cookie and the form token that a signed-in user's browser sends. */
export async function visitorOf(on: MeasuredStore, name: VisitorName): Promise<Visitor> {
  const ofStore = known.get(on) ?? new Map<VisitorName, Visitor>();
  known.set(on, ofStore);
  let visitor = ofStore.get(name);
  if (!visitor) {
    const { role, websites } = VISITORS[name];
    const websiteIds = websites.map((website) => on.websiteId(website));
    const person = await consolePerson({ store: on.store, url: on.url, website: { id: '' } } as Gateway, role, {
      websiteIds,
      email: `${randomUUID()}@bench.example`,
    });
    visitor = { cookie: cookieOf(person), formToken: await person.formToken() };
    ofStore.set(name, visitor);
  }
  return visitor;
}

type Gateway = Parameters<typeof consolePerson>[0];

function cookieOf({ jar }: ConsolePerson): string {
  return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
}
