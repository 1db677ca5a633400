import assert from 'node:assert/strict';
import { it } from 'node:test';
import { CURRENCIES, type Currency } from '../../src/core/money.ts';
import type { Mode } from '../../src/core/payment.ts';
import type { Entry } from '../../src/features/ledger/entry.ts';
import { insertEntries } from '../../src/features/ledger/store/postings.ts';
import { monthOf, periodOf } from '../../src/features/statements/month.ts';
import { onBothEngines } from '../support/engines.ts';
import { type SeededRandom, seededRandom } from '../support/seeded-random.ts';
import { openTestStore } from '../support/store.ts';
import { byTier } from '../support/tier.ts';
import { checkStatements } from './statement-checks.ts';

/** `npm run test:statements` checks 10,000 on each engine. */
const HISTORIES = Number(process.env.STATEMENT_HISTORIES ?? byTier({ day: 40, night: 400 }));
const [FIRST_US, LAST_US] = [Date.UTC(2026, 8, 15) * 1000, Date.UTC(2027, 1, 10) * 1000];
/** Daylight saving time ends in November. */
const EDGES_US = [9, 10, 11, 12].map((month) => periodOf(monthOf(Date.UTC(2026, month, 15) * 1000)).fromUs);
/** Events and accounts of this version, and unknown ones of a later version. */
const EVENTS = [
  (nth: number) => `refund:rfd_${nth}:reserved`,
  (nth: number) => `refund:rfd_${nth}:succeeded`,
  (nth: number) => `refund:rfd_${nth}:failed`,
  (nth: number) => `refund:rfd_${nth}:reversed`,
  (nth: number) => `discrepancy:dsc_${nth}:1`,
  (nth: number) => `fee:${nth}`,
  (nth: number) => `payout:po_${nth}`,
  (nth: number) => `gift_card:${nth}:sold`,
  (nth: number) => `É:${nth}`,
];
const ACCOUNTS = [
  'due:moncash',
  'due:natcash',
  'due:card',
  'sales',
  'refunds',
  'reserved',
  'discrepancies',
  'fees:card',
  'bank:Sogebank',
  'vault',
];

onBothEngines('statements over random histories', (engine) => {
  // Contract: LEDGER-5
  it(`opening and moves are closing on every statement of ${HISTORIES} histories`, async () => {
    const random = seededRandom();
    const store = await openTestStore(engine);
    let checked = 0;
    try {
      for (let nth = 0; nth < HISTORIES; nth++) {
        const book = { websiteId: `web_${nth}`, mode: random.percent(50) ? 'live' : 'test' } as const;
        const entries = Array.from({ length: random.between(1, 25) }, (_, at) => {
          // Entries of the other mode and of the next website are in no statement of this one.
          const isOther = random.percent(10);
          return randomEntry(random, nth * 1_000 + at, isOther ? { websiteId: `web_${nth + 1}x`, mode: 'live' } : book);
        });
        await store.db.transaction((tx) => insertEntries(tx, entries));
        const hint = `TEST_SEED=${random.seed}, history ${nth}`;
        const statements = await checkStatements(store.db, book, { fromUs: FIRST_US, toUs: LAST_US }, hint);
        assert.deepEqual(
          movesOf(statements.flatMap(({ month, sheets }) => sheets.map((sheet) => ({ month, ...sheet })))),
          expected(entries.filter(({ websiteId }) => websiteId === book.websiteId)),
          hint,
        );
        checked += statements.length;
      }
    } finally {
      await store.close();
    }
    assert.equal(checked, HISTORIES * 6);
  });
});

function randomEntry(
  random: SeededRandom,
  about: number,
  { websiteId, mode }: { websiteId: string; mode: Mode },
): Entry {
  const event = random.percent(40) ? 'completed' : pick(random, EVENTS)(about);
  const atUs = random.percent(20)
    ? pick(random, EDGES_US) + random.between(-1, 1)
    : random.between(FIRST_US / 1e6, LAST_US / 1e6) * 1e6;
  const lines = Array.from({ length: random.between(1, 2) }, () => {
    const currency: Currency = pick(random, CURRENCIES);
    const amountMinor = random.between(1, 10_000_000) * (random.percent(30) ? -1 : 1);
    const [to, from] = [pick(random, ACCOUNTS), pick(random, ACCOUNTS)];
    return [
      { account: to, money: { currency, amountMinor } },
      { account: from, money: { currency, amountMinor: -amountMinor } },
    ];
  });
  return { event, about, websiteId, mode, atUs, lines: lines.flat() } as Entry;
}

function pick<T>(random: SeededRandom, items: readonly T[]): T {
  return items[random.between(0, items.length - 1)]!;
}

type Moved = { month: string; currency: string; accounts: readonly { account: string; moves: readonly Move[] }[] };
type Move = { kind: string; entries: number; amountMinor: number };

function movesOf(sheets: readonly Moved[]): string[] {
  return sheets
    .flatMap(({ month, currency, accounts }) =>
      accounts.flatMap(({ account, moves }) =>
        moves.map(
          ({ kind, entries, amountMinor }) => `${month} ${account} ${currency} ${kind} ${entries} ${amountMinor}`,
        ),
      ),
    )
    .sort();
}

/** The same, added up from the entries. */
function expected(entries: readonly Entry[]): string[] {
  const sums = new Map<string, [entries: number, amountMinor: number]>();
  for (const { event, atUs, lines } of entries) {
    for (const { account, money } of lines) {
      const key = `${monthOf(atUs)} ${account} ${money.currency} ${kindOf(event)}`;
      const [before, sum] = sums.get(key) ?? [0, 0];
      sums.set(key, [before + 1, sum + money.amountMinor]);
    }
  }
  return [...sums].map(([key, sum]) => `${key} ${sum.join(' ')}`).sort();
}

/** An unknown kind is named by the start of its name. */
function kindOf(event: string): string {
  const [first = '', , last] = event.split(':');
  if (event === 'completed') return 'payment_completed';
  if (first === 'refund') return `refund_${last}`;
  return first === 'É' ? 'other' : first;
}
