import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { API_BASE } from '../api/api-base.ts';
import type { Config } from '../config.ts';
import { CONSOLE_PATH } from '../console/console-path.ts';
import { consoleRoutes } from '../console/console-routes.ts';
import { MODES, type Mode } from '../core/payment.ts';
import type { KeyUses } from '../features/websites/key-uses.ts';
import type { RateLimits } from '../platform/limits/rate-limits.ts';
import type { Log } from '../platform/log/log.ts';
import type { Verbs } from './build-verbs.ts';
import type { Store } from './open-store.ts';

/** The parts that the edges need. */
export interface EdgeParts {
  readonly store: Store;
  readonly verbs: Verbs;
  readonly limits: RateLimits;
  readonly log: Log;
  readonly uses: KeyUses;
  /** Whether the gateway is about to stop. */
  readonly isStopping: () => boolean;
}

/** The modes whose receipts this gateway sends by e-mail. */
export function receiptModes({ smtp }: Pick<Config, 'smtp'>): readonly Mode[] {
  if (smtp === null) return [];
  return smtp.sendsTests ? MODES : ['live'];
}

/** Registers the console, with the verbs that it calls. What few visits need is loaded at its first use. */
export async function registerConsole(app: FastifyInstance, config: Config, parts: EdgeParts): Promise<void> {
  const { store, verbs, limits, log } = parts;
  const served = {
    db: store.db,
    box: store.box,
    clock: store.clock,
    publicUrl: config.publicUrl,
    limits,
    operator: verbs.operator,
    payments: verbs.payments,
    recurring: verbs.recurring,
    rates: verbs.rates,
    refunds: verbs.refunds,
    providerFor: verbs.providerFor,
    apiBase: API_BASE,
    sendsMail: config.smtp !== null,
    receiptModes: receiptModes(config),
    system: async () => (await import('./system-report.ts')).systemReport(config, store, limits),
    loadUsers: async () => (await import('./open-users.ts')).openUsers(config, store, log),
  };
  const plugin: FastifyPluginAsync = (scope) => consoleRoutes(scope, served);
  await app.register(plugin, { prefix: CONSOLE_PATH });
}
