import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { AT_ONCE, decideLines } from './match-lines.ts';
import type { StatementPayout } from './parse-statement.ts';
import type { PayoutLine } from './payout.ts';
import { MOST_OUTSTANDING } from './payout-rules.ts';
import { newLine, readStatementFile, type StatementToImport, sameStatement } from './payout-verbs.ts';
import { listOnlyOurs } from './store/payout-lines.ts';
import { findByReference } from './store/payouts.ts';

/** What an import of one payout would do now. */
export interface PreviewedPayout {
  readonly payout: StatementPayout;
  /** False if it was imported before: then an import changes nothing, and there are no lines here. */
  readonly isNew: boolean;
  /** The lines as they would be matched. */
  readonly lines: readonly PayoutLine[];
  /** How many payments of the period would still be in no payout, up to MOST_OUTSTANDING. */
  readonly outstanding: number;
}

/**
 * Says what an import of a statement would match now, and stores nothing. Throws OperatorError as `importStatement` does. Payments that
 * complete until the import may match more.
 */
export async function previewStatement(
  { db, clock }: { readonly db: Pick<Database, 'query'>; readonly clock: Clock },
  given: StatementToImport,
): Promise<PreviewedPayout[]> {
  const { method, bank } = given;
  const nowUs = Math.floor(clock());
  const used = new Set<number | string>();
  const previewed: PreviewedPayout[] = [];
  for (const payout of await readStatementFile(given)) {
    const { reference, digest, currency, fromUs, toUs } = payout;
    const other = await findByReference(db, { method, reference });
    if (other) {
      sameStatement(other, { digest, bank });
      previewed.push({ payout, isNew: false, lines: [], outstanding: 0 });
      continue;
    }
    const lines: PayoutLine[] = [];
    for (let from = 0; from < payout.lines.length; from += AT_ONCE) {
      const some = payout.lines.slice(from, from + AT_ONCE).map((line) => newLine(line, ''));
      lines.push(...(await decideLines(db, { method, lines: some, nowUs, used })));
    }
    const ours = await listOnlyOurs(db, { method, currency, fromUs, toUs }, MOST_OUTSTANDING + lines.length);
    const outstanding = ours.filter(({ id }) => !used.has(id)).length;
    previewed.push({ payout, isNew: true, lines, outstanding: Math.min(outstanding, MOST_OUTSTANDING) });
  }
  return previewed;
}
