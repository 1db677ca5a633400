export const RECURRING_STATES = ['active', 'paused', 'stopped', 'cancelled'] as const;
/** The state of a subscription. */
export type RecurringState = (typeof RECURRING_STATES)[number];
