import type { Money } from '../../core/money.ts';
import type { FilterTotals } from '../../features/payments/store/payment-totals.ts';
import { returnedOfFilter } from '../../features/refunds/store/returned-money.ts';
import { LIST_TEXTS } from '../../platform/messages/payment-list/payment-list-messages.ts';
import { formatMoney, formatSums } from '../../platform/wording/format.ts';
import type { SignedInContext } from '../console-context.ts';
import type { AskedList } from './list-filter.ts';
import { ownedFilter } from './payments-filters.ts';

/**
 * The totals of a filter, and the money that went back to the customers of its payments; undefined if there are too
 * many payments to add up.
 */
export interface ShownTotals extends FilterTotals {
  readonly returned: readonly Money[] | undefined;
}

/** The returned part of the shown sums. */
export async function returnedPart(
  context: SignedInContext,
  asked: AskedList,
  { sums, isAtLeast }: FilterTotals,
): Promise<readonly Money[] | undefined> {
  if (isAtLeast || sums.every(({ paidCount }) => paidCount === 0)) return [];
  return returnedOfFilter(context.deps.db, ownedFilter(context, asked), asked.text);
}

/** How many payments a filter selects, and their sums: "1,204 payments · 300,100 HTG paid of 402,300 HTG · 1,500 HTG returned". */
export function totalsText({ language }: SignedInContext, { count, sums, isAtLeast, returned }: ShownTotals): string {
  const texts = LIST_TEXTS[language];
  // An incomplete sum is not shown.
  if (isAtLeast) return texts.atLeast({ totals: texts.totals({ count }) });
  const parts = sums.map(({ currency, amountMinor, paidMinor }) =>
    texts.sum({
      asked: formatMoney(amountMinor, currency, language),
      paid: formatMoney(paidMinor, currency, language),
    }),
  );
  const back =
    returned === undefined
      ? [texts.returnedUnknown]
      : returned.length > 0
        ? [texts.returned({ sums: formatSums(returned, language) })]
        : [];
  return [texts.totals({ count }), ...parts, ...back].join(' · ');
}
