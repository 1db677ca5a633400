import { SYSTEM } from '../../src/core/actor.ts';
import type { Database } from '../../src/database/database.ts';
import { changeWebsite as change, type WebsiteChanges } from '../../src/features/websites/change-website.ts';
import { type CreateWebsiteDeps, createWebsite as create } from '../../src/features/websites/create-website.ts';
import type { Website } from '../../src/features/websites/store/websites.ts';
import { systemClock } from '../../src/platform/clock/clock.ts';
import { secretBox } from '../../src/platform/secrets/secrets.ts';

/** Callback URLs may have any address, because receivers of tests are on this machine. Deliveries follow the gateway's own settings. */
const allowedSubnets = ['0.0.0.0/0', '::/0'];

/** Any key will do, because these changes seal no secret. */
const NO_SECRETS = secretBox(Buffer.alloc(32));

/** Registers a website whose callback URL may lead anywhere. */
export function createWebsite(store: Omit<CreateWebsiteDeps, 'allowedSubnets'>, fields: Parameters<typeof create>[1]) {
  return create({ ...store, allowedSubnets }, fields);
}

/** Changes a website, whose callback URL may lead anywhere too. To change secrets, use the store's own verbs. */
export function changeWebsite(db: Database, id: string, changes: Omit<WebsiteChanges, 'testSecret'>): Promise<Website> {
  return change({ db, box: NO_SECRETS, clock: systemClock(), actor: SYSTEM, allowedSubnets }, id, changes);
}
