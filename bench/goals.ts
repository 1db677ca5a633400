import type { Engine } from '../test/support/engines.ts';

/** The limits that a figure has to reach, and how it is shown. */
export interface Goal {
  readonly atLeast?: number;
  readonly below?: number;
  /** The unit of a figure that is not a ratio. */
  readonly unit?: string;
}

/** The scenarios, with their names in the report. */
export const LINES = {
  post: 'POST /payments',
  postRandom: 'POST /payments, random references',
  get: 'GET /payments/{id}',
  list: 'GET /payments?per_page=20',
  e401: 'GET, unknown key: 401',
  e404: 'GET, unknown payment: 404',
  e422: 'POST, invalid amount: 422',
  e429: 'GET, over the limit: 429',
} as const;
export type Scenario = keyof typeof LINES;

const REFUSED: Goal = { atLeast: 0.65 };

/** Whether a scenario creates payments. */
export function isCreation(scenario: Scenario): boolean {
  return scenario === 'post' || scenario === 'postRandom';
}

/** The scenarios that are also measured with many connections, and compared with the gateway without a store. */
export const MAIN_SCENARIOS: readonly Scenario[] = ['post', 'postRandom', 'get'];

/**
 * The goals of each engine with 32 connections: ratios to the bare server in the same run. Creations on PostgreSQL have no goal here: the database does most
 * of the work, so they are compared with pgbench (`GOALS`). A scenario without an entry is measured and has no goal.
 */
export const RATIO_GOALS: Record<Engine, Partial<Record<Scenario, Goal>>> = {
  sqlite: {
    post: { atLeast: 0.32 },
    postRandom: { atLeast: 0.32 },
    get: { atLeast: 0.62 },
    list: { atLeast: 0.6 },
    e401: REFUSED,
    e404: REFUSED,
    e422: REFUSED,
    e429: REFUSED,
  },
  postgres: { get: { atLeast: 0.55 }, e401: REFUSED, e404: REFUSED, e422: REFUSED, e429: REFUSED },
};

/** The goals with 128 connections. */
export const CROWDED_GOALS: typeof RATIO_GOALS = {
  sqlite: { post: { atLeast: 0.4 }, postRandom: { atLeast: 0.4 } },
  postgres: {},
};

export const GOALS = {
  pgbench: { atLeast: 0.55 },
  /** The ratio of a scenario with the default log and limits to the same scenario without them. */
  defaults: { atLeast: 0.9 },
  deliveriesPerSecond: { atLeast: 6_000, unit: '/s' },
  deliveryP99Idle: { below: 50, unit: ' ms' },
  startEmpty: { below: 500, unit: ' ms' },
  startExisting: { below: 250, unit: ' ms' },
  memoryFirstStart: { below: 105, unit: ' MB' },
  memoryLaterStart: { below: 100, unit: ' MB' },
} as const satisfies Record<string, Goal>;

export function isMet(goal: Goal, value: number): boolean {
  return value >= (goal.atLeast ?? Number.NEGATIVE_INFINITY) && value < (goal.below ?? Number.POSITIVE_INFINITY);
}

export function goalText({ atLeast, below, unit = '' }: Goal): string {
  return atLeast === undefined ? `< ${below}${unit}` : `≥ ${atLeast}${unit}`;
}
