import { CURRENCIES, isSameMoney, type Money, parseDecimal } from '../../core/money.ts';
import type { Log } from '../../platform/log/log.ts';
import type { ListedCharge } from '../provider.ts';
import type { CallStripe } from './call-stripe.ts';
import type { Intent } from './intent.ts';
import { listIntents, retrieveIntent } from './intent-calls.ts';
import { returnsIn } from './returns.ts';

/** The payments of PaymentIntents that were created in a period. The amount of a converted payment is the requested one. */
export async function* listCharges(
  ask: CallStripe,
  range: { readonly fromUs: number; readonly toUs: number },
  log: Log,
): AsyncGenerator<ListedCharge> {
  for await (const intent of listIntents(ask, range, log)) {
    if (intent.status !== 'succeeded' || intent.createdAtUs < range.fromUs || intent.createdAtUs >= range.toUs)
      continue;
    const { id: intentId, receivedMinor, currency, transactionId, createdAtUs: atUs } = intent;
    const asked = paidOf(intent);
    yield {
      providerRef: intentId,
      paid: asked,
      paymentId: transactionId,
      atUs,
      readReturns: async (own) =>
        returnsIn(await retrieveIntent(ask, { transactionId, intentId }, own), {
          asked,
          charged: { amountMinor: receivedMinor, currency },
        }),
    };
  }
}

/** The amount paid with a PaymentIntent that has succeeded: for a converted one, the amount before the conversion. */
export function paidOf({ metadata, receivedMinor, currency }: Intent): Money {
  const [asked, charged] = [readMoney(metadata.asked), readMoney(metadata.charged)];
  const received = { amountMinor: receivedMinor, currency };
  return asked && charged && isSameMoney(charged, received) ? asked : received;
}

/** In the form that `createIntent` writes: "500.00 HTG". */
function readMoney(text: unknown): Money | undefined {
  const [decimal = '', code] = String(text ?? '').split(' ');
  const amountMinor = parseDecimal(decimal, 2);
  const currency = CURRENCIES.find((one) => one === code);
  return typeof amountMinor === 'number' && currency ? { amountMinor, currency } : undefined;
}
