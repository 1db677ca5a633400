import { formatRate, type RateE4 } from '../../core/money.ts';
import { formatTimestamp } from '../../core/timestamps.ts';
import type { Database } from '../../database/database.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { type ChangeMaker, recordChange } from '../audit/store/record-change.ts';
import { isJump } from './sources/judge-rate.ts';
import type { RateBounds } from './sources/rate-settings.ts';
import { findManualRate, insertManualRate, type ManualRate } from './store/manual-rates.ts';

/** A manual rate to set. */
export interface RateByHand {
  /** Null removes the manual rate: the rate of the source, or of the settings, applies again. */
  readonly rateE4: RateE4 | null;
  /** The user has confirmed that the rate is right although it is far from the current one. */
  readonly isChecked: boolean;
  /** The number of the newest manual rate that the user has seen; 0 when there was none. */
  readonly seen: number;
}

/**
 * Sets or removes the manual rate. New payments use the change within a few seconds.
 * Throws OperatorError for a rate outside the bounds of the settings, for an unconfirmed rate far from `inForce`, and
 * when another user has changed the manual rate since this user read it.
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
      refusal('rateBounds', { least: formatRate(minE4), most: formatRate(maxE4) }),
    );
  }
  if (!isChecked && maxChangePercent > 0 && isJump(inForceE4, rateE4, maxChangePercent)) {
    throw new OperatorError(
      'invalid',
      'checked',
      refusal('rateJump', {
        rate: formatRate(rateE4),
        percent: maxChangePercent,
        former: formatRate(inForceE4),
      }),
    );
  }
}

function otherWasQuicker(last: ManualRate | undefined): OperatorError {
  const reason = last
    ? refusal('rateChangedBy', { name: last.setBy, time: formatTimestamp(last.setAtUs) })
    : refusal('rateChanged');
  return new OperatorError('conflict', 'rate', reason);
}

function unchanged(rateE4: RateE4 | null): OperatorError {
  const reason =
    rateE4 === null ? refusal('manualRateMissing') : refusal('manualRateSame', { rate: formatRate(rateE4) });
  return new OperatorError('conflict', 'rate', reason);
}

function textOf(rateE4: RateE4 | null): string | null {
  return rateE4 === null ? null : formatRate(rateE4);
}
