/** The result of the last action, as the redirect address names it. */
export const DONE = [
  'verified',
  'unanswered',
  'rejected',
  'unusable',
  'resent',
  'finished',
  'is_final',
  'receipt',
  'noted',
  'made',
] as const;
export type Done = (typeof DONE)[number];
