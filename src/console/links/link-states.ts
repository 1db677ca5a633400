/** The filter's values: `open` for links that can be paid, or may be again when a unit is released, and `ended` for the others. */
export const LINK_FILTER_STATES = ['open', 'ended'] as const;
