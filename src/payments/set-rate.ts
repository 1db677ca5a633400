import { formatRate, type RateE4 } from '../domain/money.ts';
import { OperatorError } from '../domain/operator-error.ts';
import { formatTimestamp } from '../domain/timestamps.ts';
import { isJump } from '../rates/judge-rate.ts';
import type { RateBounds } from '../rates/rate-settings.ts';
import type { Database } from '../storage/database.ts';
import { findManualRate, insertManualRate, type ManualRate } from '../storage/manual-rates.ts';
import { type ChangeMaker, recordChange } from '../storage/record-change.ts';

/** A rate that somebody wants to be used. */
export interface RateByHand {
  /** Null: again that of the source, or of the settings. */
  readonly rateE4: RateE4 | null;
  /** Somebody has made sure that it is right although it is far from the one in use. */
  readonly isChecked: boolean;
  /** The number of the newest rate by hand as whoever asks has seen it; 0 when there was none. */
  readonly seen: number;
}

/**
 * Sets the rate by hand, for every payment created from a few seconds later on, until it is taken back. Throws OperatorError for a rate
 * beyond the bounds of the settings, for one far from `inForce` that nobody has checked, and when somebody else was quicker.
 */
export async function setRate(
  { db, clock, actor }: ChangeMaker & { readonly db: Database },
  { rateE4, isChecked, seen }: RateByHand,
  { bounds, inForceE4 }: { bounds: RateBounds; inForceE4: RateE4 },
): Promise<ManualRate> {
  if (rateE4 !== null) refuseUnlikely(rateE4, isChecked, { bounds, inForceE4 });
  return db.transaction(async (tx) => {
    const last = await findManualRate(tx);
    if ((last?.number ?? 0) !== seen) throw otherWasQuicker(last);
    if (rateE4 === (last?.rateE4 ?? null)) throw unchanged(rateE4);
    const rate = { number: seen + 1, rateE4, setAtUs: Math.floor(clock()), setBy: actor.name };
    if (!(await insertManualRate(tx, rate))) throw otherWasQuicker(await findManualRate(tx));
    const facts = { before: { rate: textOf(last?.rateE4 ?? null) }, after: { rate: textOf(rateE4) } };
    const subject = { kind: 'exchange_rate', id: null } as const;
    await recordChange(tx, { actor, clock }, { action: 'rate.set', subject, ...facts });
    return rate;
  });
}

function refuseUnlikely(
  rateE4: RateE4,
  isChecked: boolean,
  { bounds: { minE4, maxE4, maxChangePercent }, inForceE4 }: { bounds: RateBounds; inForceE4: RateE4 },
): void {
  if (rateE4 < minE4 || rateE4 > maxE4) {
    throw new OperatorError(
      'invalid',
      'rate',
      `The rate must be between ${formatRate(minE4)} and ${formatRate(maxE4)}, as EXCHANGE_RATE_MIN and EXCHANGE_RATE_MAX say.`,
    );
  }
  if (!isChecked && maxChangePercent > 0 && isJump(inForceE4, rateE4, maxChangePercent)) {
    throw new OperatorError(
      'invalid',
      'checked',
      `${formatRate(rateE4)} is more than ${maxChangePercent} % away from ${formatRate(inForceE4)}, the rate in use. Make sure that it is right.`,
    );
  }
}

function otherWasQuicker(last: ManualRate | undefined): OperatorError {
  const who = last ? ` by ${last.setBy}, at ${formatTimestamp(last.setAtUs)}` : '';
  return new OperatorError('conflict', 'rate', `The rate was changed meanwhile${who}. Look at it, and decide again.`);
}

function unchanged(rateE4: RateE4 | null): OperatorError {
  const message = rateE4 === null ? 'No rate is set by hand.' : `${formatRate(rateE4)} is set by hand already.`;
  return new OperatorError('conflict', 'rate', message);
}

function textOf(rateE4: RateE4 | null): string | null {
  return rateE4 === null ? null : formatRate(rateE4);
}
