import { randomBytes } from 'node:crypto';
import type { Config } from '../../config.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '../../domain/payment.ts';
import { formatTimestamp } from '../../domain/timestamps.ts';
import { systemClock } from '../../lib/clock.ts';
import { createLog } from '../../lib/log.ts';
import { printable } from '../../lib/printable.ts';
import { secretBox } from '../../lib/secrets.ts';
import { type Finding, ok, problem, warning } from '../../operator/finding.ts';
import type { ProviderRegistry } from '../../providers/registry.ts';
import type { Database } from '../../storage/database.ts';
import { countOpenDiscrepancies } from '../../storage/discrepancies.ts';
import { countOpenLivePayments } from '../../storage/payments/count-open-live-payments.ts';
import { countLateChecks } from '../../storage/payments/late-checks.ts';
import { readCharging } from '../../storage/recurring/charging.ts';
import { listWebsites } from '../../storage/websites.ts';
import { guideTo, unfinishedMethods } from '../live-risks.ts';

/** What each method lacks before it can take live payments; where nothing is missing, the provider is called. */
export async function checkLiveMethods(config: Config): Promise<Finding[]> {
  // A key of its own: checking credentials opens and seals nothing.
  const parts = { box: secretBox(randomBytes(32)), clock: systemClock(), isCertain: () => true };
  // Loaded here, because other commands ask no provider.
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
  if (given.length === 0) return [ok(method, `no live payments: it needs ${missing.join(', ')}`)];
  if (missing.length > 0) return [];
  const provider = providerFor('live', method);
  if (!provider?.checkCredentials) return [ok(method, 'its credentials are set')];
  try {
    return [ok(method, await provider.checkCredentials(createLog('silent')))];
  } catch (error) {
    const fix = `Check its credentials and addresses. ${guideTo(method)} says how to get them.`;
    return [problem(method, printable((error as Error).message), fix)];
  }
}

/** Providers and customers must be able to reach us once real money moves. */
function checkAddress({ publicUrl, live }: Config): Finding[] {
  const isOn = PAYMENT_METHODS.some((method) => live[method].settings !== null);
  if (!isOn || publicUrl.startsWith('https:')) return [];
  return [
    warning(
      'public_url',
      `live methods are on, but ${publicUrl} is no https:// address: providers do not report there`,
      'Set PUBLIC_URL to the https:// address that the world reaches.',
    ),
  ];
}

/** What waits for the operator in the store. */
export async function checkLiveStore(config: Config, db: Database): Promise<Finding[]> {
  const findings: Finding[] = [];
  const failed = await countLateChecks(db);
  const opened = await countOpenLivePayments(db);
  for (const method of PAYMENT_METHODS) {
    if (config.live[method].settings !== null) continue;
    const fix = 'Put its credentials back until this is said no more: of a failed payment it takes four days.';
    for (const [kind, count = 0] of [
      ['open', opened.get(method)],
      ['failed', failed.get(method)],
    ] as const) {
      const payments = count === 1 ? `1 ${kind} live payment` : `${count} ${kind} live payments`;
      if (count > 0) findings.push(problem(method, `${payments} cannot be asked about without its credentials`, fix));
    }
  }
  const { pause } = await readCharging(db);
  if (pause) {
    findings.push(
      problem(
        'recurring',
        `charging of live cards has been paused since ${formatTimestamp(pause.sinceUs)}: ${pause.reason}`,
        config.live.lakaypay_card.settings === null
          ? "The acquirer's books cannot be compared without the credentials of lakaypay_card: set them, or see peye charging resume --help for --unchecked."
          : 'A running worker goes on by itself once it has compared the books; peye charging resume --help says more.',
      ),
    );
  }
  const open = await countOpenDiscrepancies(db);
  if (open > 0) {
    const waits = open === 1 ? '1 discrepancy waits' : `${open} discrepancies wait`;
    findings.push(warning('discrepancies', `${waits} to be settled`, 'peye discrepancies list'));
  }
  if (config.live.card.settings !== null && !(await listWebsites(db)).some((website) => website.cardLiveApproved)) {
    findings.push(
      warning(
        'card',
        'no website is approved for live card payments: each is answered payment_method_not_approved',
        'peye websites update ID --card-live-approved true',
      ),
    );
  }
  return findings;
}
