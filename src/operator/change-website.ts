import type { Clock } from '../lib/clock.ts';
import type { Database } from '../storage/database.ts';
import { lockWebsite, updateWebsite, type Website } from '../storage/websites.ts';
import { failWithoutWebsite } from './require-website.ts';
import { checkWebsite, orderMethods, type WebsiteFields } from './website-rules.ts';

export interface ChangeWebsiteDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** Subnets that may be delivered to although they are not public. */
  readonly allowedSubnets: readonly string[];
}

/** What is left out stays as it is. */
export interface WebsiteChanges extends WebsiteFields {
  /** The payment methods that it may use; none of them is allowed too. */
  readonly methods?: readonly string[] | undefined;
  /** Whether it may take live card payments. */
  readonly cardLiveApproved?: boolean | undefined;
  /** False: all its keys are refused. */
  readonly isActive?: boolean | undefined;
}

/**
 * Changes what is given of a website, and returns it. Counts on every node within ten seconds. Throws OperatorError for a field
 * that cannot be kept, and when there is no such website.
 */
export async function changeWebsite(
  { db, clock, allowedSubnets }: ChangeWebsiteDeps,
  id: string,
  changes: WebsiteChanges,
): Promise<Website> {
  checkWebsite(changes, allowedSubnets);
  const methods = changes.methods && orderMethods(changes.methods);
  return db.transaction(async (tx) => {
    const website = (await lockWebsite(tx, id)) ?? failWithoutWebsite(id);
    const { name, callbackUrl, returnUrl, cardLiveApproved, isActive } = changes;
    const changed: Website = {
      ...website,
      ...(name !== undefined && { name }),
      ...(callbackUrl !== undefined && { callbackUrl: callbackUrl || null }),
      ...(returnUrl !== undefined && { returnUrl: returnUrl || null }),
      ...(methods !== undefined && { methods }),
      ...(cardLiveApproved !== undefined && { cardLiveApproved }),
      ...(isActive !== undefined && { deactivatedAtUs: isActive ? null : clock() }),
    };
    await updateWebsite(tx, changed);
    return changed;
  });
}
