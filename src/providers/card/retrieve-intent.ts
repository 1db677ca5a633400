import type { Log } from '../../platform/log/log.ts';
import type { CallStripe } from './call-stripe.ts';
import { type Intent, readIntent } from './intent.ts';
import { findDisputes, findRefunds } from './returns.ts';

/**
 * A PaymentIntent by its id, with its charge, refunds and disputes: `succeeded` means that it was paid, not that
 * the money is still there. Throws StripeRefusal and ProviderUnavailable.
 */
export async function retrieveIntent(
  ask: CallStripe,
  { transactionId, intentId }: { transactionId: number | undefined; intentId: string },
  log: Log,
): Promise<Intent> {
  const call = { operation: 'paymentIntents.retrieve', transactionId };
  const expand = ['latest_charge', 'latest_charge.refunds'];
  const intent = readIntent(await ask(log, call, (stripe) => stripe.paymentIntents.retrieve(intentId, { expand })));
  const { charge } = intent;
  if (!charge) return intent;
  const about = { intentId: intent.id, transactionId };
  return {
    ...intent,
    ...(charge.hasMoreRefunds && { charge: { ...charge, refunds: await findRefunds(ask, about, log) } }),
    ...(charge.isDisputed && { disputes: await findDisputes(ask, about, log) }),
  };
}
