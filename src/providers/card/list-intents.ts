import { US_PER_SECOND } from '../../core/durations.ts';
import type { Log } from '../../platform/log/log.ts';
import { asObject } from '../../platform/text/json-object.ts';
import { ProviderUnavailable } from '../provider.ts';
import type { CallStripe } from './call-stripe.ts';
import { type Intent, readIntent } from './intent.ts';

/** A page of this size is far below the largest response that is read. */
const PER_PAGE = 50;

/**
 * Stripe's PaymentIntents that were created in a period, newest first, page by page. Those in other currencies than
 * ours belong to other business on the same account, and are skipped. Throws ProviderUnavailable.
 */
export async function* listIntents(
  ask: CallStripe,
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
    if (!Array.isArray(page.data)) throw new ProviderUnavailable('stripe returned something that is no list');
    for (const item of page.data) {
      if (!isInOtherCurrency(item)) yield readIntent(item);
    }
    const last = page.data.at(-1)?.id;
    // Otherwise a server that announces the same page again and again would be read forever.
    after = page.has_more && last !== after ? last : undefined;
  } while (after !== undefined);
}

function isInOtherCurrency(item: unknown): boolean {
  const { currency } = asObject(item);
  return typeof currency === 'string' && currency !== 'htg' && currency !== 'usd';
}
