import { type Config, liveMethods } from '../config.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '../core/payment.ts';
import { type Finding, ok, problem, warning } from '../features/operations/finding.ts';
import { isLocalHost } from '../platform/network/web-url.ts';
import { liveAddresses, testAccounts } from '../providers/live-addresses.ts';

/**
 * Risky settings of a live gateway, reported at the start and by `peye doctor`. Empty without live methods.
 */
export async function liveRisks(config: Config): Promise<Finding[]> {
  if (liveMethods(config.live).length === 0) return [];
  return [...checkTestAccounts(config), ...(await checkTransport(config))];
}

/** Methods with incomplete credentials, which accept no live payments. Reported at the start and by `peye doctor`. */
export function unfinishedMethods({ live }: Config): Finding[] {
  return PAYMENT_METHODS.flatMap((method) => {
    const { given, missing } = live[method];
    if (given.length === 0 || missing.length === 0) return [];
    const what = `not set up for live payments: ${missing.join(', ')} not set`;
    return [warning(method, what, `How to get them: ${guideTo(method)}`)];
  });
}

/** The page about a method's provider. */
export function guideTo(method: PaymentMethod): string {
  return `docs/providers/${method.replace('_', '-')}.md`;
}

function checkTestAccounts({ live, allowTestAccounts }: Config): Finding[] {
  return testAccounts(live).map(({ method, reason }) =>
    allowTestAccounts
      ? ok(method, `live payments use a test account and move no money, as ALLOW_TEST_ACCOUNTS allows: ${reason}`)
      : problem(
          method,
          `live payments use a test account and move no money, but merchants are notified that they are paid: ${reason}`,
          'Set the credentials and the environment of the live account, or ALLOW_TEST_ACCOUNTS=true if this gateway is for tests.',
        ),
  );
}

/** Reports connections to other machines without TLS, which others can read and change. */
async function checkTransport(config: Config): Promise<Finding[]> {
  const findings: Finding[] = [];
  const inTheClear = (setting: string, exposed: string, fix: string) =>
    findings.push(warning('tls', `${setting} connects to another machine without TLS: ${exposed}`, fix));
  if (config.databaseUrl !== null && !(await isPostgresSafe(config.databaseUrl))) {
    inTheClear(
      'DATABASE_URL',
      'payments and customers can be read and changed in transit',
      'Add sslmode=verify-full to DATABASE_URL, with sslrootcert=/path/to/ca.pem if you use your own certificate authority.',
    );
  }
  if (config.redisUrl !== null && !isSafe(config.redisUrl, 'rediss:')) {
    inTheClear('REDIS_URL', 'its password and the limits can be read and changed in transit', 'Use rediss://.');
  }
  for (const { setting, url } of liveAddresses(config.live)) {
    if (isSafe(url, 'https:')) continue;
    inTheClear(setting, 'credentials and payments can be read and changed in transit', `Use https:// in ${setting}.`);
  }
  return findings;
}

function isSafe(url: string, protocol: string): boolean {
  const { protocol: given, hostname } = new URL(url);
  // A connection without a host uses a local socket.
  return given === protocol || hostname === '' || isLocalHost(hostname.replace(/^\[|\]$/g, ''));
}

async function isPostgresSafe(url: string): Promise<boolean> {
  // Loaded only where it is used: the driver takes 11 MB.
  const { postgresTarget } = await import('../database/postgres/postgres-tls.ts');
  const { isTls, isLocal } = postgresTarget(url);
  return isTls || isLocal;
}
