import { randomInt } from 'node:crypto';
import type { Config } from '../config.ts';
import type { Actor } from '../core/actor.ts';
import { transactionIds } from '../core/ids.ts';
import { historyRecorder } from '../features/payments/history/record-history.ts';
import { type RateVerbs, rateVerbs } from '../features/rates/rate-verbs.ts';
import { type RefundVerbs, refundVerbs } from '../features/refunds/refund-verbs.ts';
import { type RecurringVerbs, recurringVerbs } from '../features/subscriptions/recurring-verbs.ts';
import { restoreGuard } from '../features/subscriptions/restore-guard.ts';
import type { Log } from '../platform/log/log.ts';
import { logTelemetry } from '../platform/log/log-telemetry.ts';
import type { Telemetry } from '../platform/log/telemetry.ts';
import { httpClient } from '../platform/network/http.ts';
import type { ProviderRegistry } from '../providers/registry.ts';
import type { OperatorVerbs } from '../verbs/operator-verbs.ts';
import { type PaymentVerbs, paymentVerbs } from '../verbs/payment-verbs.ts';
import { connectProviders } from './connect-providers.ts';
import { chargeMarkFile } from './open-database.ts';
import type { Store } from './open-store.ts';
import { paymentRules } from './payment-rules.ts';

/** The composed core. Edges and commands call these verbs and nothing below them. */
export interface Verbs {
  /** The operator verbs of the store. Commands that change no payments use them without the rest. */
  readonly operator: OperatorVerbs;
  readonly payments: PaymentVerbs;
  readonly recurring: RecurringVerbs;
  readonly refunds: RefundVerbs;
  readonly rates: RateVerbs;
  readonly providerFor: ProviderRegistry;
  /** Loads the code that live payments need, which is otherwise loaded with the first one. Throws ProgramIncomplete. */
  loadProviders(): Promise<void>;
  /** The same verbs for another actor, who is recorded for manual changes. Close only the original verbs. */
  as(actor: Actor): Verbs;
  /** Aborts requests to providers and to the rate source, and waits until the history is written. Can be called more than once. */
  close(): Promise<void>;
}

export interface VerbsOptions {
  /** Called when a payment became final and its webhook is queued. */
  readonly onSettled?: () => void;
  /** Receives every provider call (default: the log only). */
  readonly telemetry?: Pick<Telemetry, 'commit' | 'providerCall' | 'paymentMoved' | 'paymentsWritten'>;
}

/**
 * Composes the core on an opened store. Only this function does it, so that the gateway, commands and tests treat payments alike.
 * `log` is for verbs that get no log from their caller.
 */
export async function buildVerbs(
  config: Config,
  store: Store,
  log: Log,
  { onSettled = () => {}, telemetry = logTelemetry }: VerbsOptions = {},
): Promise<Verbs> {
  const { db, box, clock, isCertain, operator, actor } = store;
  const rules = paymentRules(config, store, log, { onSettled, telemetry });
  const rates = await rateVerbs({ db, clock, log, actor, connect: httpClient }, config.exchangeRate);
  const history = historyRecorder({ db, clock, log });
  const {
    providerFor,
    load: loadProviders,
    close: closeProviders,
  } = await connectProviders(config, store, {
    providerCall: telemetry.providerCall,
    exchange: history.exchange,
  });
  const nextId = transactionIds(clock, randomInt);
  const shared = {
    ...rules,
    db,
    clock,
    actor,
    isCertain,
    log,
    providerFor,
    rates: rates.inForce,
    nextId,
  };
  const { amountLimits, stillOpenHours } = config;
  const restores = restoreGuard({ db, clock, log, markFile: chargeMarkFile(config) });
  const verbs: Verbs = {
    operator,
    payments: paymentVerbs({
      ...shared,
      history,
      amountLimits,
      stillOpenHours,
      commit: telemetry.commit,
      loadProviders,
      onWritten: (count) => telemetry.paymentsWritten(count, log),
    }),
    recurring: recurringVerbs({ ...shared, box, settings: config.recurring, restores }),
    refunds: refundVerbs({
      ...shared,
      restores,
      secondPersonAbove: config.refundSecondPersonAbove,
      isPaidOut: async (on, id) => (await import('../features/payouts/store/paid-out.ts')).isRefundPaidOut(on, id),
    }),
    rates,
    providerFor,
    loadProviders,
    as: (other) => verbsAs(verbs, other),
    async close() {
      await Promise.all([closeProviders(), rates.source?.close()]);
      await history.written();
    },
  };
  return verbs;
}

function verbsAs(verbs: Verbs, actor: Actor): Verbs {
  return {
    ...verbs,
    operator: verbs.operator.as(actor),
    payments: verbs.payments.as(actor),
    recurring: verbs.recurring.as(actor),
    refunds: verbs.refunds.as(actor),
    rates: verbs.rates.as(actor),
  };
}
