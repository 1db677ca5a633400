import { BOOK_FAULT_KINDS, type BookFault, type BookFaultKind } from './book-faults.ts';

/** The faults of a kind: their number, and the first of them. */
export interface FoundFaults {
  readonly kind: BookFaultKind;
  readonly count: number;
  readonly examples: readonly BookFault[];
}

/** Counts faults, and stores the first few of each kind: memory stays bounded however much is broken. */
export interface FaultLog {
  add(kind: BookFaultKind, id: string | number, detail?: string | null): void;
  /** Counts this many more faults without naming them. */
  addUnnamed(kind: BookFaultKind, count: number): void;
  /** The faults found, in the order of the table of faults. */
  found(): FoundFaults[];
}

/** @param previous the findings of an earlier part of the same run */
export function faultLog(mostExamples: number, previous: readonly FoundFaults[] = []): FaultLog {
  const kinds = new Map<BookFaultKind, { count: number; examples: BookFault[] }>(
    previous.map(({ kind, count, examples }) => [kind, { count, examples: [...examples] }]),
  );
  const counted = (kind: BookFaultKind, count: number) => {
    const known = kinds.get(kind) ?? { count: 0, examples: [] };
    known.count += count;
    kinds.set(kind, known);
    return known;
  };
  return {
    add(kind, id, detail = null) {
      const known = counted(kind, 1);
      if (known.examples.length < mostExamples) known.examples.push({ kind, id: String(id), detail });
    },
    addUnnamed: (kind, count) => void (count > 0 && counted(kind, count)),
    found: () =>
      BOOK_FAULT_KINDS.flatMap((kind) => {
        const known = kinds.get(kind);
        return known ? [{ kind, ...known }] : [];
      }),
  };
}
