import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from '../../../database/database.ts';
import type { Entry } from '../../ledger/entry.ts';
import { insertEntries, listEntries } from '../../ledger/store/postings.ts';
import { holdPayment } from '../store/find-payment.ts';
import { backOf, caseEntry, caseLines, isOfCase, postedLines } from './case-money.ts';
import { listLedgerCases, listPaymentsWithCases } from './store/ledger-cases.ts';

/** Posts the missing ledger entries of the discrepancies of a range of payment ids. */
export async function postCases(tx: Transaction, range: { after: number; through: number }): Promise<void> {
  for (const id of await listPaymentsWithCases(tx, range)) await postCasesOf(tx, id);
}

/**
 * Posts the missing ledger entries of a payment's discrepancies. Call it after every change of a discrepancy, in the
 * same transaction, and hold the payment first. Entries never change: an amount that has changed is reversed, and the
 * new amount is posted.
 *
 * @param atUs when the change happened; defaults to when each discrepancy was first seen
 */
export async function postCasesOf(tx: Transaction, paymentId: number, atUs?: number): Promise<void> {
  await holdPayment(tx, paymentId);
  const range = { after: paymentId - 1, through: paymentId };
  const cases = await listLedgerCases(tx, range);
  if (cases.length === 0) return;
  const known = await listEntries(tx, { ...range, isBesides: true });
  const added: Entry[] = [];
  for (const each of cases) {
    const own = known.filter((entry) => isOfCase(entry, each));
    const posted = postedLines(own);
    const lines = caseLines(each);
    if (isDeepStrictEqual(posted, lines)) continue;
    const when = atUs ?? each.firstSeenAtUs;
    if (posted.length > 0) added.push(caseEntry(each, own.length, { lines: backOf(posted), atUs: when }));
    const before = own.length + (posted.length > 0 ? 1 : 0);
    if (lines.length > 0) added.push(caseEntry(each, before, { lines, atUs: when }));
  }
  await insertEntries(tx, added);
}
