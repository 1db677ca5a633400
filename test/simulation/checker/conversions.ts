import type { Violation } from './history.ts';
import { type Facts, type Row, shownIn } from './history-facts.ts';

const SCALE = 10_000n;
/** A replaced rate may be used for this long: nodes read the new rate only after a pause, stand still, or cannot read the store. */
const FOLLOWED_WITHIN_US = 420_000_000;

/**
 * I6: dollars for a wallet are converted to gourdes at a rate that was in force. They are rounded half up to the centime, and in live mode
 * then up to the whole gourde. Payments in gourdes, or by card, are not converted. The response shows the stored conversion.
 */
export function checkConversions(facts: Facts): Violation[] {
  const payments = new Map(facts.rows('payments').map((row) => [String(row.id), row]));
  const found: Violation[] = [];
  const say = (message: string) => found.push({ invariant: 'I6', message });
  for (const payment of payments.values()) {
    const fault = faultOf(facts, payment);
    if (fault !== undefined) say(`payment ${payment.id}: ${fault}`);
  }
  for (const creation of facts.exchanges.filter(({ what, status }) => what === 'create' && status === 201)) {
    const { amount, currency, payment_method: method } = JSON.parse(creation.body ?? '{}');
    const payment = payments.get(shownIn({ ...creation, text: `{"data":${creation.text}}` }).transaction_id);
    if (!payment) continue;
    const { original_amount_minor: original, rate_e4: rate, amount_minor: amountMinor } = payment;
    const isConverted = currency === 'USD' && ['moncash', 'natcash'].includes(method);
    const wanted = isConverted ? Math.round(amount * 100) : null;
    if (original !== wanted) say(`payment ${payment.id} was converted from ${original}, and ${wanted} was sent`);
    const { conversion } = JSON.parse(creation.text);
    const shown = conversion && [conversion.original_amount, conversion.exchange_rate, conversion.charged_amount];
    const stored = isConverted ? [amount, Number(rate) / 10_000, Number(amountMinor) / 100] : undefined;
    if (shown?.join() !== stored?.join()) say(`payment ${payment.id} showed the conversion ${shown}, not ${stored}`);
  }
  return found;
}

function faultOf({ of, hasClockSteps, beginsAtUs }: Facts, payment: Row): string | undefined {
  const { original_amount_minor: original, rate_e4: rate, amount_minor: amount, mode, created_at_us: atUs } = payment;
  if (original === null || original === undefined)
    return rate === null ? undefined : 'it has a rate, and was not converted';
  const rates = of('rate');
  const createdAt = Number(atUs) - beginsAtUs;
  const isInForce = rates.some(({ rateE4, startedAt }, index) => {
    if (rateE4 !== rate) return false;
    const replacedAt = rates.slice(index + 1).find(({ outcome }) => outcome === 'done')?.t ?? Number.POSITIVE_INFINITY;
    return hasClockSteps || (createdAt >= startedAt && createdAt <= replacedAt + FOLLOWED_WITHIN_US);
  });
  if (!isInForce) return `its rate ${rate} was not in force`;
  const exact = BigInt(original) * BigInt(rate ?? 0);
  const minor = (2n * exact + SCALE) / (2n * SCALE);
  const charged = mode === 'live' ? ((minor + 99n) / 100n) * 100n : minor;
  return charged === BigInt(amount ?? 0) ? undefined : `${original} at ${rate} is ${charged}, and not ${amount}`;
}
