import type { Engine } from '../test/support/engines.ts';

/** The limits that a figure has to reach, and how it is shown. */
export interface Goal {
  readonly atLeast?: number;
  readonly below?: number;
  /** The unit of a figure that is not a ratio. */
  readonly unit?: string;
  /** The next goal, once this one is met. */
  readonly next?: number;
}

/** The scenarios, with their names in the report. */
export const LINES = {
  post: 'POST /payments',
  get: 'GET /payments/{id}',
  list: 'GET /payments?per_page=20',
  e401: 'GET, unknown key: 401',
  e404: 'GET, unknown payment: 404',
  e422: 'POST, invalid amount: 422',
  e429: 'GET, over the limit: 429',
} as const;
export type Scenario = keyof typeof LINES;

const REFUSED: Goal = { atLeast: 0.65 };

/**
 * The goals of each engine: ratios to the bare server in the same run. Creations on PostgreSQL have no goal here: the database does most
 * of the work, so they are compared with pgbench (`GOALS`). A scenario without an entry is measured and has no goal.
 */
export const RATIO_GOALS: Record<Engine, Partial<Record<Scenario, Goal>>> = {
  sqlite: {
    post: { atLeast: 0.5, next: 0.55 },
    get: { atLeast: 0.75 },
    list: { atLeast: 0.6 },
    e401: REFUSED,
    e404: REFUSED,
    e422: REFUSED,
    e429: REFUSED,
  },
  postgres: { get: { atLeast: 0.55 }, e401: REFUSED, e404: REFUSED, e422: REFUSED, e429: REFUSED },
};

export const GOALS = {
  pgbench: { atLeast: 0.55 },
  /** The ratio of a scenario with the default log and limits to the same scenario without them. */
  defaults: { atLeast: 0.9 },
  deliveriesPerSecond: { atLeast: 6_000, unit: '/s' },
  deliveryP99Idle: { below: 250, unit: ' ms' },
  startEmpty: { below: 1_000, unit: ' ms' },
  startExisting: { below: 250, unit: ' ms' },
  idleMemory: { below: 100, unit: ' MB' },
} as const satisfies Record<string, Goal>;

export function isMet(goal: Goal, value: number): boolean {
  return value >= (goal.atLeast ?? Number.NEGATIVE_INFINITY) && value < (goal.below ?? Number.POSITIVE_INFINITY);
}

export function goalText({ atLeast, below, unit = '', next }: Goal): string {
  const text = atLeast === undefined ? `< ${below}${unit}` : `≥ ${atLeast}${unit}`;
  return next === undefined ? text : `${text}, then ${next}`;
}
