import { formatTimestamp } from '../../domain/timestamps.ts';
import { isNeeded, type PreviousKeyNeed } from '../../operator/reseal-secrets.ts';

/** When the previous key can be removed, for people. `name` is where it is: a setting or a file. */
export function removalText(need: PreviousKeyNeed, nowUs: number, name = 'SECRET_KEY_PREVIOUS'): string {
  if (need.untilUs === null || !isNeeded(need, nowUs)) {
    return `${name} can be removed: nothing needs it any more but links to payments that have ended`;
  }
  const { openPayments, untilUs } = need;
  const payments = openPayments === 1 ? '1 open payment has a link' : `${openPayments} open payments have links`;
  return `${name} is needed until ${formatTimestamp(untilUs)}: ${payments} that may be of it`;
}
