export const RECURRING_STATES = ['active', 'paused', 'stopped', 'cancelled'] as const;
/** How a recurring payment stands. */
export type RecurringState = (typeof RECURRING_STATES)[number];
