import { GATEWAY_DRILLS } from './gateway-drills.ts';
import { MONEY_DRILLS } from './money-drills.ts';
import { STORE_DRILLS } from './store-drills.ts';
import { WORKER_DRILLS } from './worker-drills.ts';

/** One drill for each alert, as a test checks. */
export const DRILLS = [...GATEWAY_DRILLS, ...STORE_DRILLS, ...MONEY_DRILLS, ...WORKER_DRILLS];
