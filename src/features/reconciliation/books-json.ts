import { BOOK_FAULTS, isFault } from './books/book-faults.ts';
import type { BooksReport } from './books/verify-books.ts';

/** The maximum number of days in the JSON. */
const MOST_DAYS = 100;

/** The result of a consistency check, as JSON. */
export function booksJson({ payments, faults, compared, auditHead, notJudged }: BooksReport) {
  return {
    ok: !faults.some(({ kind }) => isFault(kind)),
    payments,
    faults: faults.map(({ kind, count, examples }) => ({
      kind,
      count,
      is_warning: !isFault(kind),
      means: BOOK_FAULTS[kind].means,
      remedy: BOOK_FAULTS[kind].remedy,
      examples: examples.map(({ id, detail }) => ({ id, detail })),
    })),
    audit_head: auditHead,
    providers: {
      comparisons: compared.comparisons,
      with_differences: compared.withDifferences,
      differences: compared.differences,
      compared_days: compared.comparedDays.slice(-MOST_DAYS),
      open_discrepancies: compared.openDiscrepancies,
      never_compared: compared.neverCompared.length,
      never_compared_days: compared.neverCompared.slice(0, MOST_DAYS),
    },
    not_judged: notJudged,
  };
}
