import { openStore } from '../../app/open-store.ts';
import { signingSecret } from '../../features/websites/signing-secret.ts';
import { findApiKeyByHash } from '../../features/websites/store/api-keys.ts';
import { findWebsite } from '../../features/websites/store/websites.ts';
import { createLog } from '../../platform/log/log.ts';
import { hashKey } from '../../platform/secrets/secrets.ts';
import { printable } from '../../platform/text/printable.ts';
import { readSettings } from '../environment.ts';

interface KeyWebsite {
  readonly id: string;
  readonly name: string;
  /** The webhook secret that signs test events now, followed by the one that will sign them later, if there is one. */
  readonly secrets: readonly string[];
}

/** The website of a key, in the store of this folder's settings. Undefined where that store cannot be opened, or does not know the key. */
export async function websiteOfKey(key: string): Promise<KeyWebsite | undefined> {
  try {
    const { db, box, clock } = await openStore(readSettings(), createLog('silent'), { migrate: false });
    try {
      const nowUs = clock();
      const apiKey = await findApiKeyByHash(db, hashKey(key), nowUs);
      const website = apiKey && (await findWebsite(db, apiKey.websiteId));
      if (!website) return undefined;
      // The events of the feed are test events: the signer of test events signs them.
      const { nextFromUs } = website.signers.test ?? website.signers.live;
      const secrets = [nowUs, nextFromUs ?? nowUs].map((us) => signingSecret(website, 'test', box, us));
      return { id: website.id, name: printable(website.name), secrets: [...new Set(secrets)] };
    } finally {
      await db.close();
    }
  } catch {
    // `peye listen` works without this: the developer's machine may not have a store at all.
    return undefined;
  }
}
