/** The kinds of errors: something acknowledged is missing, something is there twice, or two sources contradict each other. */
export type FindingKind = 'lost' | 'doubled' | 'contradicting';

export interface Finding {
  readonly kind: FindingKind;
  readonly words: string;
  /** The payment or order to which the finding belongs; null if it belongs to none. */
  readonly about: string | null;
  /** When the client first requested that payment or order, milliseconds since 1970; null when it never did. */
  readonly atMs: number | null;
}

/** The values that occur more than once. */
export function repeated(values: readonly string[]): string[] {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const value of values) (seen.has(value) ? twice : seen).add(value);
  return [...twice];
}
