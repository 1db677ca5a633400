/** What came of an action, as the address says it to which it leads. */
export const DONE = [
  'verified',
  'unanswered',
  'rejected',
  'unusable',
  'resent',
  'finished',
  'is_final',
  'noted',
  'made',
] as const;
export type Done = (typeof DONE)[number];
