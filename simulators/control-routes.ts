import type { FastifyInstance } from 'fastify';
import { changeFaults, type FaultsOf, type FormerNames, type Switches } from './faults.ts';
import type { BookEntry, SimulatedCall } from './simulator.ts';
import { type StatementStyle, statementCsv } from './statement.ts';

/**
 * The routes that every simulator has at the same addresses. Its switches are at `/_simulator/faults`: GET shows them, and POST sets those
 * in a JSON object. Its records are at `/_simulator/book`, the calls that it received at `/_simulator/calls`, and the statement of all
 * paid charges at `/_simulator/statement` if it has a `statement`.
 */
export function controlRoutes<S extends Switches>(
  app: FastifyInstance,
  {
    switches,
    faults,
    formerNames,
    book,
    calls,
    statement,
  }: {
    switches: S;
    faults: FaultsOf<S>;
    formerNames?: FormerNames;
    book: () => BookEntry[];
    calls: readonly SimulatedCall[];
    statement?: StatementStyle;
  },
): void {
  app.get('/_simulator/book', () => book());
  app.get('/_simulator/calls', () => calls);
  if (statement) {
    app.get<{ Querystring: Record<string, string> }>('/_simulator/statement', ({ query }, reply) => {
      const { day = '', fee = '250' } = query;
      const counts = [fee, ...STATEMENT_FAULTS.map((name) => query[name] ?? '0')];
      if (!/^\d{4}-\d\d-\d\d$/.test(day) || !counts.every((count) => /^\d{1,5}$/.test(count))) {
        return reply.code(400).send({ error: 'day=YYYY-MM-DD, fee in hundredths of a percent, and counts of faults' });
      }
      const wrong = Object.fromEntries(STATEMENT_FAULTS.map((name) => [name, Number(query[name] ?? 0)]));
      const csv = statementCsv(statement, paidItems(book()), { day, feeBasisPoints: Number(fee), faults: wrong });
      return reply.type('text/csv; charset=utf-8').send(csv);
    });
  }
  app.get('/_simulator/faults', () => faults);
  app.post('/_simulator/faults', (request, reply) => {
    const wrong = changeFaults(switches, faults, jsonOf(request.body), formerNames);
    return wrong === undefined ? reply.send(faults) : reply.code(400).send({ error: wrong });
  });
}

/** Some simulators read every body as text. */
function jsonOf(body: unknown): unknown {
  if (typeof body !== 'string') return body;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

const STATEMENT_FAULTS = ['missing', 'doubled', 'otherAmount', 'otherFee'] as const;

/** The paid charges, as a statement lists them. */
function paidItems(book: readonly BookEntry[]) {
  return book.flatMap(({ providerRef, amountMinor, currency, status }) =>
    status === 'paid' && providerRef !== null ? [{ kind: 'payment', providerRef, amountMinor, currency } as const] : [],
  );
}
