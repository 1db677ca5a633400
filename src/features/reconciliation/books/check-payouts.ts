import { isDeepStrictEqual } from 'node:util';
import type { ReadOnlyStore } from '../../../database/read-only-store.ts';
import { type Entry, entryName } from '../../ledger/entry.ts';
import { LINE_FEE, lineEntries, type Payout, payoutEntries } from '../../payouts/payout.ts';
import type { PostedLine } from '../../payouts/store/payout-lines.ts';
import type { FaultLog } from './fault-log.ts';
import { listMisfitLines, listPayoutsWithLines, sumPayoutLines } from './store/payout-faults.ts';

const PAGE = 50;

/** Compares payouts with their lines, and matched lines with their payments and refunds. */
export async function checkPayouts(store: ReadOnlyStore, faults: FaultLog): Promise<void> {
  for (let after = ''; ; ) {
    const page = await store.snapshot((reader) => listPayoutsWithLines(reader, after, PAGE));
    for (const payout of page) {
      const { id } = payout;
      const { sums, misfits } = await store.snapshot(async (reader) => ({
        sums: await sumPayoutLines(reader, id),
        misfits: await listMisfitLines(reader, id),
      }));
      if (!isDeepStrictEqual({ ...sums }, { ...payout })) {
        const { lines, gross_minor: gross, fee_minor: fee } = sums;
        faults.add('payout_mismatch', id, `${lines} lines add up to ${gross} and fees of ${fee}`);
      }
      for (const { line } of misfits) {
        faults.add('payout_mismatch', id, `line ${line} differs from its payment or refund`);
      }
    }
    const last = page.at(-1);
    if (page.length < PAGE || !last) return;
    after = last.id;
  }
}

/** The functions of the comparison of a page of the ledger. */
interface Comparison {
  readonly faults: FaultLog;
  /** The entry of an event, which then counts as explained. */
  readonly take: (wanted: Entry) => Entry | undefined;
  readonly isBalanced: (entry: Entry) => boolean;
}

/** Compares the entries of payouts without lines, and of matched lines, with these. */
export function checkPayoutEntries(
  { faults, take, isBalanced }: Comparison,
  { lines, payouts, entries }: { lines: readonly PostedLine[]; payouts: readonly Payout[]; entries: readonly Entry[] },
): void {
  const wanted = [
    ...payouts.flatMap((payout) => payoutEntries(payout).map((entry) => ({ entry, id: payout.id }))),
    ...lines.flatMap(({ line, payout }) => lineEntries(line, payout).map((entry) => ({ entry, id: line.payoutId }))),
  ];
  for (const { entry, id } of wanted) {
    const found = take(entry);
    // A payout that was recorded by hand is about no payment.
    const subject = entry.about === 0 ? id : entry.about;
    if (!found) faults.add('ledger_missing', subject, entryName(entry));
    else if (isBalanced(found) && !isDeepStrictEqual(found, entry)) {
      faults.add('ledger_mismatch', subject, entryName(entry));
    }
  }
  const rules = Map.groupBy(entries, ({ about }) => about);
  for (const { line, payout } of lines) {
    if (line.feeMinor === null || line.reversedAtUs !== null || line.state === 'reversed') continue;
    const own = line.kind === 'payment' ? (rules.get(line.paymentId ?? 0) ?? []) : [];
    const ruleMinor = own
      .filter(({ event }) => event.startsWith('fee:') && !event.startsWith(LINE_FEE))
      .flatMap((entry) => entry.lines)
      .reduce((sum, { account, money }) => sum + (account === `fees:${payout.method}` ? money.amountMinor : 0), 0);
    if (line.replacedMinor === (line.feeMinor === ruleMinor ? null : ruleMinor)) continue;
    faults.add(
      'payout_mismatch',
      line.payoutId,
      `line ${line.line} replaces a fee of ${line.replacedMinor ?? 'none'}, not ${ruleMinor}`,
    );
  }
}
