import { formatTimestamp } from '../../domain/timestamps.ts';
import { isNeeded, type PreviousKeyNeed } from '../../operator/reseal-secrets.ts';

/** When the previous key may go, for people. */
export function removalText(need: PreviousKeyNeed, nowUs: number): string {
  if (need.untilUs === null || !isNeeded(need, nowUs)) {
    return 'SECRET_KEY_PREVIOUS can be removed: nothing needs it any more but links to payments that have ended';
  }
  const { openPayments, untilUs } = need;
  const payments = openPayments === 1 ? '1 open payment has a link' : `${openPayments} open payments have links`;
  return `SECRET_KEY_PREVIOUS is needed until ${formatTimestamp(untilUs)}: ${payments} that may be of it`;
}
