import { randomBytes } from 'node:crypto';
import type { Config } from '../../config.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '../../core/payment.ts';
import { formatTimestamp } from '../../core/timestamps.ts';
import type { Database } from '../../database/database.ts';
import { type Finding, ok, problem, warning } from '../../features/operations/finding.ts';
import { countOpenDiscrepancies } from '../../features/payments/discrepancies/store/discrepancies.ts';
import { countLateChecks } from '../../features/payments/store/late-checks.ts';
import { countOpenLivePayments } from '../../features/payments/store/live-payments.ts';
import { readCharging } from '../../features/subscriptions/store/charging.ts';
import { listWebsites } from '../../features/websites/store/websites.ts';
import { systemClock } from '../../platform/clock/clock.ts';
import { createLog } from '../../platform/log/log.ts';
import { secretBox } from '../../platform/secrets/secrets.ts';
import { printable } from '../../platform/text/printable.ts';
import type { ProviderRegistry } from '../../providers/registry.ts';
import { guideTo, unfinishedMethods } from '../live-risks.ts';

/** Reports the missing settings of each method for live payments. If none is missing, calls the provider. */
export async function checkLiveMethods(config: Config): Promise<Finding[]> {
  // A random key, because a check of credentials decrypts and encrypts nothing.
  const parts = { box: secretBox(randomBytes(32)), clock: systemClock(), isCertain: () => true };
  // Loaded here because other commands call no provider.
  const { connectProviders } = await import('../connect-providers.ts');
  const { providerFor, close } = await connectProviders(config, parts);
  try {
    const findings = await Promise.all(PAYMENT_METHODS.map((method) => checkMethod(config, providerFor, method)));
    return [...unfinishedMethods(config), ...findings.flat(), ...checkAddress(config)];
  } finally {
    await close();
  }
}

async function checkMethod(config: Config, providerFor: ProviderRegistry, method: PaymentMethod): Promise<Finding[]> {
  const { given, missing } = config.live[method];
  if (given.length === 0) return [ok(method, `not set up for live payments: ${missing.join(', ')} not set`)];
  if (missing.length > 0) return [];
  const provider = providerFor('live', method);
  if (!provider?.checkCredentials) return [ok(method, 'credentials are set')];
  try {
    return [ok(method, await provider.checkCredentials(createLog('silent')))];
  } catch (error) {
    const fix = `Check the credentials and addresses: ${guideTo(method)}`;
    return [problem(method, printable((error as Error).message), fix)];
  }
}

/** Providers and customers must be able to reach the gateway in live mode. */
function checkAddress({ publicUrl, live }: Config): Finding[] {
  const isOn = PAYMENT_METHODS.some((method) => live[method].settings !== null);
  if (!isOn || publicUrl.startsWith('https:')) return [];
  return [
    warning(
      'public_url',
      `live payments are on, but ${publicUrl} is not an https:// address: providers send no notifications to it`,
      'Set PUBLIC_URL to the public https:// address of the gateway.',
    ),
  ];
}

/** Reports the items of the store that need the operator's attention. */
export async function checkLiveStore(config: Config, db: Database): Promise<Finding[]> {
  const findings: Finding[] = [];
  const failed = await countLateChecks(db);
  const opened = await countOpenLivePayments(db);
  for (const method of PAYMENT_METHODS) {
    if (config.live[method].settings !== null) continue;
    const fix = 'Restore the credentials until this finding disappears. For failed payments that takes four days.';
    for (const [kind, count = 0] of [
      ['open', opened.get(method)],
      ['failed', failed.get(method)],
    ] as const) {
      const payments = count === 1 ? `1 ${kind} live payment` : `${count} ${kind} live payments`;
      if (count > 0)
        findings.push(
          problem(method, `${payments} cannot be checked with the provider, because the credentials are not set`, fix),
        );
    }
  }
  const { pause } = await readCharging(db);
  if (pause) {
    findings.push(
      problem(
        'recurring',
        `charging of live cards has been paused since ${formatTimestamp(pause.sinceUs)}: ${pause.reason}`,
        config.live.lakaypay_card.settings === null
          ? "Without lakaypay_card credentials the acquirer's records cannot be checked. Set them, or see --unchecked in peye charging resume --help."
          : "A running worker resumes charging after it has checked the acquirer's records. See peye charging resume --help.",
      ),
    );
  }
  const open = await countOpenDiscrepancies(db);
  if (open > 0) {
    const count = open === 1 ? '1 open discrepancy' : `${open} open discrepancies`;
    findings.push(warning('discrepancies', count, 'peye discrepancies list'));
  }
  if (config.live.card.settings !== null && !(await listWebsites(db)).some((website) => website.cardLiveApproved)) {
    findings.push(
      warning(
        'card',
        'no website is approved for live card payments: every attempt is rejected with payment_method_not_approved',
        'peye websites update ID --card-live-approved true',
      ),
    );
  }
  return findings;
}
