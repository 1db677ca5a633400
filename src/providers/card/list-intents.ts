import { US_PER_SECOND } from '../../lib/durations.ts';
import { asObject } from '../../lib/json-object.ts';
import type { Log } from '../../lib/log.ts';
import { ProviderUnavailable } from '../provider.ts';
import type { AskStripe } from './ask-stripe.ts';
import { type Intent, readIntent } from './intent.ts';

/** A page of these stays far below the largest response that is read. */
const PER_PAGE = 50;

/**
 * Stripe's PaymentIntents that were created in a period, newest first, page by page. Those in currencies that are none of ours
 * belong to something else on the same account, and are left out. Throws ProviderUnavailable.
 */
export async function* listIntents(
  ask: AskStripe,
  { fromUs, toUs }: { fromUs: number; toUs: number },
  log: Log,
  transactionId?: number,
): AsyncGenerator<Intent> {
  const created = { gte: Math.floor(fromUs / US_PER_SECOND), lt: Math.ceil(toUs / US_PER_SECOND) };
  let after: string | undefined;
  do {
    const params = { created, limit: PER_PAGE, ...(after !== undefined && { starting_after: after }) };
    const call = { operation: 'paymentIntents.list', transactionId };
    const page = await ask(log, call, (stripe) => stripe.paymentIntents.list(params));
    if (!Array.isArray(page.data)) throw new ProviderUnavailable('stripe answered with something that is no list');
    for (const item of page.data) {
      if (!isInOtherCurrency(item)) yield readIntent(item);
    }
    const last = page.data.at(-1)?.id;
    // Whoever is told that there is more of the same would never come to an end.
    after = page.has_more && last !== after ? last : undefined;
  } while (after !== undefined);
}

function isInOtherCurrency(item: unknown): boolean {
  const { currency } = asObject(item);
  return typeof currency === 'string' && currency !== 'htg' && currency !== 'usd';
}
