/** As a filter says it: what can be paid, or may be again once a place is free, and what is over. */
export const LINK_FILTER_STATES = ['open', 'ended'] as const;
