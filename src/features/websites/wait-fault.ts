import { SECONDS_PER_DAY } from '../../core/durations.ts';
import { type Refusal, refusal } from '../../platform/messages/refusals/refusal-messages.ts';

/** The longest overlap of two secrets: 365 days. */
const MAX_WAIT_SECONDS = 365 * SECONDS_PER_DAY;

/** The fault of a delay in seconds before a change; undefined when it has none. */
export function waitFault(seconds: number): Refusal | undefined {
  const isGood = Number.isInteger(seconds) && seconds >= 0 && seconds <= MAX_WAIT_SECONDS;
  return isGood ? undefined : refusal('waitRange');
}
