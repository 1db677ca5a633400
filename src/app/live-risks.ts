import { type Config, liveMethods } from '../config.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '../domain/payment.ts';
import { isLocalHost } from '../lib/local-host.ts';
import { type Finding, ok, problem, warning } from '../operator/finding.ts';
import { liveAddresses, testAccounts } from '../providers/live-addresses.ts';

/**
 * What no gateway should do with real money, judged by its settings alone: reported at the start and by `peye doctor`.
 * Nothing without live methods.
 */
export async function liveRisks(config: Config): Promise<Finding[]> {
  if (liveMethods(config.live).length === 0) return [];
  return [...checkTestAccounts(config), ...(await checkTransport(config))];
}

/** Methods of which only a part of the credentials is set, which then take no live payments: reported at the start and by `peye doctor`. */
export function unfinishedMethods({ live }: Config): Finding[] {
  return PAYMENT_METHODS.flatMap((method) => {
    const { given, missing } = live[method];
    if (given.length === 0 || missing.length === 0) return [];
    const what = `no live payments: ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not set`;
    return [warning(method, what, `${guideTo(method)} says how to get them.`)];
  });
}

/** The page about a method's provider. */
export function guideTo(method: PaymentMethod): string {
  return `docs/providers/${method.replace('_', '-')}.md`;
}

function checkTestAccounts({ live, allowTestAccounts }: Config): Finding[] {
  return testAccounts(live).map(({ method, reason }) =>
    allowTestAccounts
      ? ok(method, `its live payments move no money, which ALLOW_TEST_ACCOUNTS allows: ${reason}`)
      : problem(
          method,
          `its live payments move no money, but merchants are told that they are paid: ${reason}`,
          'Set the credentials and the environment of the real account, or ALLOW_TEST_ACCOUNTS=true if this gateway is for tests.',
        ),
  );
}

/** Connections to other machines on which everything can be read, and changed. */
async function checkTransport(config: Config): Promise<Finding[]> {
  const findings: Finding[] = [];
  const inTheClear = (setting: string, holds: string, fix: string) =>
    findings.push(warning('tls', `${setting} leads to another machine without TLS: ${holds}`, fix));
  if (config.databaseUrl !== null && !(await isPostgresSafe(config.databaseUrl))) {
    inTheClear(
      'DATABASE_URL',
      'payments and customers can be read and changed on the way',
      'Add sslmode=verify-full to DATABASE_URL, with sslrootcert=/path/to/ca.pem where the authority is your own.',
    );
  }
  if (config.redisUrl !== null && !isSafe(config.redisUrl, 'rediss:')) {
    inTheClear('REDIS_URL', 'its password and the limits can be read and changed on the way', 'Use rediss://.');
  }
  for (const { setting, url } of liveAddresses(config.live)) {
    if (isSafe(url, 'https:')) continue;
    inTheClear(setting, 'credentials and payments can be read and changed on the way', `Use https:// in ${setting}.`);
  }
  return findings;
}

function isSafe(url: string, protocol: string): boolean {
  const { protocol: given, hostname } = new URL(url);
  // Without a host it is a socket of this machine.
  return given === protocol || hostname === '' || isLocalHost(hostname.replace(/^\[|\]$/g, ''));
}

async function isPostgresSafe(url: string): Promise<boolean> {
  // Only where it is used: loading the driver takes 11 MB.
  const { postgresTarget } = await import('../storage/postgres/postgres-tls.ts');
  const { isTls, isLocal } = postgresTarget(url);
  return isTls || isLocal;
}
