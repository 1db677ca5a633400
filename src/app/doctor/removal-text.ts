import { formatTimestamp } from '../../core/timestamps.ts';
import { isNeeded, type PreviousKeyNeed } from '../../features/secrets/reseal-secrets.ts';

/** Describes when the previous key can be removed. `name` is the setting or the file that has it. */
export function removalText(need: PreviousKeyNeed, nowUs: number, name = 'SECRET_KEY_PREVIOUS'): string {
  if (need.untilUs === null || !isNeeded(need, nowUs)) {
    return `${name} can be removed: only page links of finished payments still use it`;
  }
  const { openPayments, untilUs } = need;
  const payments =
    openPayments === 1 ? '1 open payment has a page link' : `${openPayments} open payments have page links`;
  return `${name} is needed until ${formatTimestamp(untilUs)}: ${payments} that may use it`;
}
