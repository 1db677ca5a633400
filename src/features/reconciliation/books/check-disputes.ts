import type { ReadOnlyStore } from '../../../database/read-only-store.ts';
import type { FaultLog } from './fault-log.ts';
import { type DisputeOfPayment, listDisputesOfPayments } from './store/dispute-faults.ts';

const PAGE = 500;

/** Compares disputes with their payments, and with the discrepancies that they cause. */
export async function checkDisputes(store: ReadOnlyStore, faults: FaultLog): Promise<void> {
  for (let after = ''; ; ) {
    const page = await store.snapshot((reader) => listDisputesOfPayments(reader, after, PAGE));
    for (const dispute of page) {
      const fault = disputeFault(dispute);
      if (fault) faults.add('dispute_unfounded', dispute.id, fault);
    }
    const last = page.at(-1);
    if (page.length < PAGE || !last) return;
    after = last.id;
  }
}

function disputeFault(dispute: DisputeOfPayment): string | undefined {
  if (dispute.payment_status !== 'completed') return `its payment is ${dispute.payment_status ?? 'not stored'}`;
  if (dispute.website_id !== dispute.payment_website) return 'its website differs from its payment';
  if (dispute.mode !== dispute.payment_mode) return 'its mode differs from its payment';
  if (dispute.method !== dispute.payment_method) return 'its method differs from its payment';
  if (dispute.state === 'won') {
    return dispute.open_cases === 0 ? undefined : 'it was won, and a discrepancy of it is open';
  }
  const kind = dispute.state === 'opened' ? 'disputed' : 'returned_after_completion';
  return dispute.cases > 0 ? undefined : `it is ${dispute.state}, and no discrepancy ${kind} has its number`;
}
