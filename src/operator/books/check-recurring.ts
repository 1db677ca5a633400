import {
  findSubscriptionPageEnd,
  listFaultyCharges,
  listMissingPeriods,
  listUnfoundedSubscriptions,
} from '../../storage/books/recurring-faults.ts';
import type { ReadOnlyStore } from '../../storage/read-only-store.ts';
import type { FaultLog } from './fault-log.ts';

const PAGE = 2_000;

/** Looks at every recurring payment with its first payment and its charges. */
export async function checkRecurring(
  store: ReadOnlyStore,
  faults: FaultLog,
  onStep: (subscriptions: number) => void,
): Promise<void> {
  let done = 0;
  for (let after = ''; ; ) {
    const page = await store.snapshot(async (reader) => {
      const end = await findSubscriptionPageEnd(reader, after, PAGE);
      if (!end) return undefined;
      const range = { after, through: end.lastId };
      return {
        ...end,
        unfounded: await listUnfoundedSubscriptions(reader, range),
        charges: await listFaultyCharges(reader, range),
        missing: await listMissingPeriods(reader, range),
      };
    });
    if (!page) return;
    for (const id of page.unfounded) faults.add('recurring_mismatch', id);
    for (const id of page.charges) faults.add('charge_mismatch', id);
    for (const { id, missing } of page.missing) faults.add('period_missing', id, `${missing} of its periods`);
    onStep((done += page.subscriptions));
    if (page.subscriptions < PAGE) return;
    after = page.lastId;
  }
}
