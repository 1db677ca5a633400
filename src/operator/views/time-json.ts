import { formatTimestamp } from '../../domain/timestamps.ts';
import type { Doubt } from '../../lib/time-keeper.ts';
import { describeDoubt } from '../../storage/clock/store-clock.ts';

/** The gateway's time, as JSON for operators: microseconds since 1970, and why it is not trusted, if so. */
export function timeJson(atUs: number, doubt: Doubt | undefined): Record<string, unknown> {
  return {
    time: formatTimestamp(Math.floor(atUs)),
    is_certain: doubt === undefined,
    doubt: doubt ? describeDoubt(doubt) : null,
  };
}
