import assert from 'node:assert/strict';
import type { Database } from '../../src/database/database.ts';
import type { Book } from '../../src/features/ledger/entry.ts';
import { balancesAt } from '../../src/features/ledger/store/postings.ts';
import { type Month, monthOf, monthsLater, periodOf } from '../../src/features/statements/month.ts';
import { readStatement, type Statement } from '../../src/features/statements/statement.ts';

/**
 * Checks the statements of all months from one moment to another: in each, every account's opening balance and moves are its closing balance,
 * which is the next month's opening balance and the ledger's balance; all accounts together are zero. Returns the statements.
 */
export async function checkStatements(
  db: Database,
  book: Book,
  { fromUs, toUs, nowUs = toUs }: { fromUs: number; toUs: number; nowUs?: number },
  hint: string,
): Promise<Statement[]> {
  const statements: Statement[] = [];
  let closing = new Map<string, number>();
  for (let month: Month = monthOf(fromUs); month <= monthOf(toUs); month = monthsLater(month, 1)) {
    const period = periodOf(month);
    const statement = await readStatement(db, { ...book, month }, nowUs);
    const balances = await balancesAt(db, { ...book, ...period });
    const nameOf = ({ account, currency }: { account: string; currency: string }) => `${account} ${currency}`;
    const sheets = statement.sheets.flatMap(({ currency, accounts }) =>
      accounts.map((each) => ({ ...each, currency })),
    );
    assert.deepEqual(
      new Map(sheets.map((each) => [nameOf(each), [each.openingMinor, each.closingMinor]] as const).sort()),
      new Map(balances.map((each) => [nameOf(each), [each.openingMinor, each.closingMinor]] as const).sort()),
      `${month}: the balances of the ledger (${hint})`,
    );
    for (const sheet of sheets) {
      const moved = sheet.moves.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
      assert.equal(sheet.openingMinor + moved, sheet.closingMinor, `${month}: ${nameOf(sheet)} (${hint})`);
      assert.equal(sheet.openingMinor, closing.get(nameOf(sheet)) ?? 0, `${month}: ${nameOf(sheet)} (${hint})`);
    }
    for (const { currency, due, accounts } of statement.sheets) {
      assert.equal(sumOf(accounts, 'closingMinor'), 0, `${month}: ${currency} (${hint})`);
      const own = accounts.filter(({ account }) => account.startsWith('due:'));
      assert.deepEqual(
        [due.openingMinor, due.closingMinor, sumOf(due.moves, 'amountMinor')],
        [sumOf(own, 'openingMinor'), sumOf(own, 'closingMinor'), due.closingMinor - due.openingMinor],
        `${month}: with providers, ${currency} (${hint})`,
      );
    }
    closing = new Map(sheets.map((sheet) => [nameOf(sheet), sheet.closingMinor]));
    statements.push(statement);
  }
  return statements;
}

function sumOf<Name extends string>(items: readonly Readonly<Record<Name, number>>[], name: Name): number {
  return items.reduce((sum, item) => sum + item[name], 0);
}
