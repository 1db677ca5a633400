import { formatTimestamp } from '../../core/timestamps.ts';
import type { Doubt } from '../../platform/clock/time-keeper.ts';
import { describeDoubt } from './store/store-clock.ts';

/**
 * The gateway's time as JSON for operators, and why it is not trusted, if so.
 *
 * @param atUs the time, in microseconds since 1970
 */
export function timeJson(atUs: number, doubt: Doubt | undefined): Record<string, unknown> {
  return {
    time: formatTimestamp(Math.floor(atUs)),
    is_certain: doubt === undefined,
    doubt: doubt ? describeDoubt(doubt) : null,
  };
}
