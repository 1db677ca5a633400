import { CURRENCIES, isSameMoney, type Money, parseDecimal } from '../../domain/money.ts';
import type { Log } from '../../lib/log.ts';
import type { ListedCharge } from '../provider.ts';
import type { AskStripe } from './ask-stripe.ts';
import type { Intent } from './intent.ts';
import { listIntents } from './list-intents.ts';
import { retrieveIntent } from './retrieve-intent.ts';
import { returnsIn } from './returns.ts';

/** What was paid of the PaymentIntents that were created in a period. Of one that was converted, what had been asked. */
export async function* listCharges(
  ask: AskStripe,
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

/** What was paid of a PaymentIntent that has succeeded: of one that was converted, the amount before the conversion. */
export function paidOf({ metadata, receivedMinor, currency }: Intent): Money {
  const [asked, charged] = [readMoney(metadata.asked), readMoney(metadata.charged)];
  const received = { amountMinor: receivedMinor, currency };
  return asked && charged && isSameMoney(charged, received) ? asked : received;
}

/** As `createIntent` writes it: "500.00 HTG". */
function readMoney(text: unknown): Money | undefined {
  const [decimal = '', code] = String(text ?? '').split(' ');
  const amountMinor = parseDecimal(decimal, 2);
  const currency = CURRENCIES.find((one) => one === code);
  return typeof amountMinor === 'number' && currency ? { amountMinor, currency } : undefined;
}
