import type { BookFaultKind } from '../../../src/features/reconciliation/books/book-faults.ts';
import type { LedgerWorld } from './ledger-world.ts';

/** A change of the ledger by hand: its name, its SQL, the kind of fault that is found, and the payment or payout that it names. */
interface LedgerSabotage {
  readonly what: string;
  readonly by: (world: LedgerWorld) => readonly string[];
  readonly finds: BookFaultKind;
  readonly names: (world: LedgerWorld) => number | string;
}

const COLUMNS = 'about, entry, line, website_id, mode, account, currency, amount_minor, at_us';

/** Changes both lines of an entry, or one of them. */
function changed(about: number, entry: string, set: string, line?: number): string[] {
  return [
    `UPDATE postings SET ${set} WHERE about = ${about} AND entry = '${entry}' ${line ? `AND line = ${line}` : ''}`,
  ];
}

function removed(about: number, entry: string, line?: number): string[] {
  return [`DELETE FROM postings WHERE about = ${about} AND entry = '${entry}' ${line ? `AND line = ${line}` : ''}`];
}

/** An entry that moves one gourde from the sales to MonCash. */
function added(about: number, entry: string, { shop }: LedgerWorld, lines = [1, 2]): string[] {
  const [to, from] = lines;
  const line = (nth: number, account: string, amount: number) =>
    `INSERT INTO postings (${COLUMNS}) VALUES (${about}, '${entry}', ${nth}, '${shop.websiteId}', 'live', '${account}', 'HTG', ${amount}, 5)`;
  return [line(to!, 'due:moncash', 100), line(from!, 'sales', -100)];
}

/** What can be done to the ledger by hand. */
export const LEDGER_SABOTAGES: readonly LedgerSabotage[] = [
  {
    what: 'a completed payment without its entry',
    by: ({ paid }) => removed(paid.id, 'completed'),
    finds: 'ledger_missing',
    names: ({ paid }) => paid.id,
  },
  {
    what: 'an entry without its first line',
    by: ({ paid }) => removed(paid.id, 'completed', 1),
    finds: 'ledger_unbalanced',
    names: ({ paid }) => paid.id,
  },
  {
    what: 'an entry without its second line',
    by: ({ paid }) => removed(paid.id, 'completed', 2),
    finds: 'ledger_unbalanced',
    names: ({ paid }) => paid.id,
  },
  {
    what: 'another amount on one line',
    by: ({ paid }) => changed(paid.id, 'completed', 'amount_minor = amount_minor + 1', 1),
    finds: 'ledger_unbalanced',
    names: ({ paid }) => paid.id,
  },
  {
    what: 'another currency on one line',
    by: ({ paid }) => changed(paid.id, 'completed', "currency = 'USD'", 2),
    finds: 'ledger_unbalanced',
    names: ({ paid }) => paid.id,
  },
  {
    what: 'another website on one line',
    by: ({ paid, other }) => changed(paid.id, 'completed', `website_id = '${other.websiteId}'`, 2),
    finds: 'ledger_unbalanced',
    names: ({ paid }) => paid.id,
  },
  {
    what: 'more lines in an entry',
    by: (world) => added(world.paid.id, 'completed', world, [3, 4]),
    finds: 'ledger_unbalanced',
    names: ({ paid }) => paid.id,
  },
  {
    what: 'another amount on both lines',
    by: ({ paid }) => changed(paid.id, 'completed', 'amount_minor = amount_minor * 2'),
    finds: 'ledger_mismatch',
    names: ({ paid }) => paid.id,
  },
  {
    what: 'an entry in the other direction',
    by: ({ paid }) => changed(paid.id, 'completed', 'amount_minor = -amount_minor'),
    finds: 'ledger_mismatch',
    names: ({ paid }) => paid.id,
  },
  {
    what: 'the account of another provider',
    by: ({ paid }) => changed(paid.id, 'completed', "account = 'due:natcash'", 1),
    finds: 'ledger_mismatch',
    names: ({ paid }) => paid.id,
  },
  {
    what: 'a sale posted as a discrepancy',
    by: ({ paid }) => changed(paid.id, 'completed', "account = 'discrepancies'", 2),
    finds: 'ledger_mismatch',
    names: ({ paid }) => paid.id,
  },
  {
    what: 'another currency on both lines',
    by: ({ paid }) => changed(paid.id, 'completed', "currency = 'USD'"),
    finds: 'ledger_mismatch',
    names: ({ paid }) => paid.id,
  },
  {
    what: 'the ledger of another website',
    by: ({ paid, other }) => changed(paid.id, 'completed', `website_id = '${other.websiteId}'`),
    finds: 'ledger_mismatch',
    names: ({ paid }) => paid.id,
  },
  {
    what: 'the ledger of test payments',
    by: ({ paid }) => changed(paid.id, 'completed', "mode = 'test'"),
    finds: 'ledger_mismatch',
    names: ({ paid }) => paid.id,
  },
  {
    what: 'an entry in another month',
    by: ({ paid }) => changed(paid.id, 'completed', 'at_us = at_us - 2678400000000'),
    finds: 'ledger_mismatch',
    names: ({ paid }) => paid.id,
  },
  {
    what: 'the sale of a failed payment',
    by: (world) => added(world.failed.id, 'completed', world),
    finds: 'ledger_unfounded',
    names: ({ failed }) => failed.id,
  },
  {
    what: 'the sale of an open payment',
    by: (world) => added(world.open.id, 'completed', world),
    finds: 'ledger_unfounded',
    names: ({ open }) => open.id,
  },
  {
    what: 'the sale of a payment that does not exist',
    by: (world) => added(world.mixed.id + 1, 'completed', world),
    finds: 'ledger_unfounded',
    names: ({ mixed }) => mixed.id + 1,
  },
  {
    what: 'an entry about no payment',
    by: (world) => added(0, 'completed', world),
    finds: 'ledger_unfounded',
    names: () => 0,
  },
  {
    what: 'an entry of an unknown event',
    by: (world) => added(world.paid.id, 'gift', world),
    finds: 'ledger_unfounded',
    names: ({ paid }) => paid.id,
  },
  {
    what: 'a refund without its reservation',
    by: ({ refunded, requested }) => removed(refunded.id, `refund:${requested.id}:reserved`),
    finds: 'ledger_missing',
    names: ({ refunded }) => refunded.id,
  },
  {
    what: 'a refund without its success',
    by: ({ refunded, succeeded }) => removed(refunded.id, `refund:${succeeded.id}:succeeded`),
    finds: 'ledger_missing',
    names: ({ refunded }) => refunded.id,
  },
  {
    what: 'a failed refund that stays reserved',
    by: ({ refunded, rejected }) => removed(refunded.id, `refund:${rejected.id}:failed`),
    finds: 'ledger_missing',
    names: ({ refunded }) => refunded.id,
  },
  {
    what: 'a reversed refund whose money did not come back',
    by: ({ refunded, reversed }) => removed(refunded.id, `refund:${reversed.id}:reversed`),
    finds: 'ledger_missing',
    names: ({ refunded }) => refunded.id,
  },
  {
    what: 'the success of a failed refund',
    by: (world) => added(world.refunded.id, `refund:${world.rejected.id}:succeeded`, world),
    finds: 'ledger_unfounded',
    names: ({ refunded }) => refunded.id,
  },
  {
    what: 'a refund that does not exist',
    by: (world) => added(world.paid.id, 'refund:rfd_none:reserved', world),
    finds: 'ledger_unfounded',
    names: ({ paid }) => paid.id,
  },
  {
    what: 'a refund of another amount',
    by: ({ refunded, succeeded }) =>
      changed(refunded.id, `refund:${succeeded.id}:succeeded`, 'amount_minor = amount_minor * 3'),
    finds: 'ledger_mismatch',
    names: ({ refunded }) => refunded.id,
  },
  {
    what: 'a refund by another provider',
    by: ({ refunded, succeeded }) =>
      changed(refunded.id, `refund:${succeeded.id}:succeeded`, "account = 'due:card'", 2),
    finds: 'ledger_mismatch',
    names: ({ refunded }) => refunded.id,
  },
  {
    what: 'a refund with another time',
    by: ({ refunded, reversed }) => changed(refunded.id, `refund:${reversed.id}:reversed`, 'at_us = at_us + 1'),
    finds: 'ledger_mismatch',
    names: ({ refunded }) => refunded.id,
  },
  {
    what: 'a refund that is not balanced',
    by: ({ refunded, rejected }) => changed(refunded.id, `refund:${rejected.id}:failed`, 'amount_minor = 1', 1),
    finds: 'ledger_unbalanced',
    names: ({ refunded }) => refunded.id,
  },
  {
    what: 'a discrepancy without its entry',
    by: ({ returned }) => removed(returned.id, 'discrepancy:dsc_returned:1'),
    finds: 'ledger_missing',
    names: ({ returned }) => returned.id,
  },
  {
    what: 'a discrepancy of another amount',
    by: ({ returned }) => changed(returned.id, 'discrepancy:dsc_returned:1', 'amount_minor = amount_minor * 2'),
    finds: 'ledger_mismatch',
    names: ({ returned }) => returned.id,
  },
  {
    what: 'a discrepancy at another provider',
    by: ({ returned }) => changed(returned.id, 'discrepancy:dsc_returned:1', "account = 'due:card'", 1),
    finds: 'ledger_mismatch',
    names: ({ returned }) => returned.id,
  },
  {
    what: 'late money that was returned, and is still posted',
    by: ({ late }) => removed(late.id, 'discrepancy:dsc_late:2'),
    finds: 'ledger_mismatch',
    names: ({ late }) => late.id,
  },
  {
    what: 'a discrepancy in two currencies that is not balanced in one',
    by: ({ mixed }) => changed(mixed.id, 'discrepancy:dsc_usd:1', 'amount_minor = amount_minor + 1', 3),
    finds: 'ledger_unbalanced',
    names: ({ mixed }) => mixed.id,
  },
  {
    what: 'a discrepancy that does not exist',
    by: (world) => added(world.paid.id, 'discrepancy:dsc_none:1', world),
    finds: 'ledger_unfounded',
    names: ({ paid }) => paid.id,
  },
  {
    what: 'a completed payment without its fee',
    by: ({ charged }) => removed(charged.id, 'fee:1'),
    finds: 'ledger_missing',
    names: ({ charged }) => charged.id,
  },
  {
    what: 'a fee of another amount',
    by: ({ charged }) => changed(charged.id, 'fee:1', 'amount_minor = amount_minor * 2'),
    finds: 'ledger_mismatch',
    names: ({ charged }) => charged.id,
  },
  {
    what: 'a fee by a rule that did not count',
    by: (world) => added(world.paid.id, 'fee:1', world),
    finds: 'ledger_unfounded',
    names: ({ paid }) => paid.id,
  },
  {
    what: 'a rule that was changed after a payment',
    by: () => ['UPDATE fee_rules SET percent_e3 = 3000 WHERE number = 1'],
    finds: 'ledger_mismatch',
    names: ({ charged }) => charged.id,
  },
  {
    what: 'a matched line of a payout without its entry',
    by: ({ paidOut, payout }) => removed(paidOut.id, `payout:${payout}:2`),
    finds: 'ledger_missing',
    names: ({ paidOut }) => paidOut.id,
  },
  {
    what: 'a matched line of a payout without its fee',
    by: ({ paidOut, payout }) => removed(paidOut.id, `fee:${payout}:2`),
    finds: 'ledger_missing',
    names: ({ paidOut }) => paidOut.id,
  },
  {
    what: 'a matched line of a payout that does not post the replaced fee back',
    by: ({ paidOut, payout }) => removed(paidOut.id, `fee:${payout}:2:back`),
    finds: 'ledger_missing',
    names: ({ paidOut }) => paidOut.id,
  },
  {
    what: 'a line of a payout that is posted to another bank account',
    by: ({ paidOut, payout }) => changed(paidOut.id, `payout:${payout}:2`, "account = 'bank:bnc'", 1),
    finds: 'ledger_mismatch',
    names: ({ paidOut }) => paidOut.id,
  },
  {
    what: 'a reversal of a line whose payout was not reversed',
    by: (world) => added(world.paidOut.id, `payout:${world.payout}:2:reversal`, world),
    finds: 'ledger_unfounded',
    names: ({ paidOut }) => paidOut.id,
  },
  {
    what: 'a payout by hand without its entry',
    by: ({ handPayout }) => removed(0, `payout:${handPayout}`),
    finds: 'ledger_missing',
    names: ({ handPayout }) => handPayout,
  },
  {
    what: 'an entry of a payout that does not exist',
    by: (world) => added(0, 'payout:po_none', world),
    finds: 'ledger_unfounded',
    names: () => 0,
  },
  {
    what: 'a deleted line of a payout',
    by: ({ payout }) => [`DELETE FROM payout_lines WHERE payout_id = '${payout}' AND line = 4`],
    finds: 'payout_mismatch',
    names: ({ payout }) => payout,
  },
  {
    what: 'a payout of another amount than its lines',
    by: ({ payout }) => [
      `UPDATE payouts SET gross_minor = gross_minor + 1, net_minor = net_minor + 1 WHERE id = '${payout}'`,
    ],
    finds: 'payout_mismatch',
    names: ({ payout }) => payout,
  },
  {
    what: 'a line that is matched with a payment of another number',
    by: ({ payout }) => [`UPDATE payout_lines SET reference = 'other' WHERE payout_id = '${payout}' AND line = 2`],
    finds: 'payout_mismatch',
    names: ({ payout }) => payout,
  },
  {
    what: 'a line that is matched with a refund of another number',
    by: ({ payout }) => [`UPDATE payout_lines SET reference = 'other' WHERE payout_id = '${payout}' AND line = 3`],
    finds: 'payout_mismatch',
    names: ({ payout }) => payout,
  },
];
