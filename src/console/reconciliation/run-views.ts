import type { ReconcileLine } from '../../features/reconciliation/reconcile.ts';
import { runAskedBy } from '../../features/reconciliation/run-json.ts';
import type { ReconcileRun } from '../../features/reconciliation/store/reconcile-runs.ts';
import { haitiDayOf } from '../../platform/clock/haiti-time.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import type { Language } from '../../platform/messages/language.ts';
import { RECONCILE_TEXTS } from '../../platform/messages/reconciliation/reconciliation-messages.ts';
import { formatDays, formatMoney, methodName } from '../../platform/wording/format.ts';
import type { SignedInContext } from '../console-context.ts';
import { badge } from '../views/parts.ts';

const TONES = { waiting: 'care', running: 'care', done: 'good', failed: 'bad', stopped: 'calm' } as const;

/** A run's status as a badge. */
export function runBadge({ state }: ReconcileRun, language: Language): Html {
  return badge(TONES[state], RECONCILE_TEXTS[language].states[state]);
}

/** The days that a run covers, in Haiti's time zone: "1 Nov–24 Nov". */
export function daysText({ fromUs, toUs }: ReconcileRun, { deps, language }: SignedInContext): string {
  return formatDays(haitiDayOf(fromUs), haitiDayOf(toUs - 1), { language, today: haitiDayOf(deps.clock()) });
}

/** The method that a run covers. */
export function runMethod({ method }: ReconcileRun, language: Language): string {
  return method === null ? RECONCILE_TEXTS[language].allMethods : methodName(method, TEXTS[language]);
}

/** The user who started a run. */
export function runActor(run: ReconcileRun): Html {
  return html`<bdi>${runAskedBy(run)}</bdi>`;
}

/** The gateway's side of a compared payment. */
export function hereText({ ours }: ReconcileLine, language: Language): string {
  if (!ours) return RECONCILE_TEXTS[language].noPayment;
  return `${formatMoney(ours.amountMinor, ours.currency, language)}, ${ours.status}`;
}

/** The provider's side of a compared payment. */
export function thereText({ theirs }: ReconcileLine, language: Language): string {
  const texts = RECONCILE_TEXTS[language];
  if (!theirs) return texts.unknown;
  if (theirs.status === 'returned') return texts.returned;
  return theirs.paid ? formatMoney(theirs.paid.amountMinor, theirs.paid.currency, language) : texts.notPaid;
}
