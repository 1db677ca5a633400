// The real module, except for the resolver.
export * from 'node:dns/promises';

import { theNetwork } from '../world/network.ts';

/** Names of the simulated network: one address each, of version 4. */
export class Resolver {
  async resolve4(name: string): Promise<string[]> {
    const address = theNetwork().addressOf(name);
    if (address === undefined) throw Object.assign(new Error(`queryA ENOTFOUND ${name}`), { code: 'ENOTFOUND' });
    return [address];
  }

  async resolve6(name: string): Promise<string[]> {
    throw Object.assign(new Error(`queryAaaa ENODATA ${name}`), { code: 'ENODATA' });
  }
}
