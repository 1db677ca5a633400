import { formatAmount } from '../../core/money.ts';
import { momentOf } from '../../core/timestamps.ts';
import { daysOf } from './month.ts';
import type { AccountSheet, Statement } from './statement.ts';

/** A statement as JSON for operators. */
export function statementJson({ websiteId, mode, month, state, issuedAtUs, changes, sheets }: Statement) {
  const [from, to] = daysOf(month);
  return {
    website_id: websiteId,
    mode,
    month,
    from,
    to,
    state,
    issued_at: momentOf(issuedAtUs),
    changes: changes.map(({ currency, account, kind, entries, amountMinor }) => {
      return { currency, account, kind: kind ?? 'opening', entries, amount: formatAmount(amountMinor) };
    }),
    currencies: sheets.map(({ currency, due, accounts }) => {
      return { currency, due: sheetJson(due), accounts: accounts.map(sheetJson) };
    }),
  };
}

function sheetJson({ account, openingMinor, moves, closingMinor }: AccountSheet) {
  return {
    account,
    opening: formatAmount(openingMinor),
    moves: moves.map(({ kind, entries, amountMinor }) => ({ kind, entries, amount: formatAmount(amountMinor) })),
    closing: formatAmount(closingMinor),
  };
}
