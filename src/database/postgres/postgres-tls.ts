import pg from 'pg';
import { CHECKED_TLS } from '../../platform/network/tls.ts';
import { isLocalHost } from '../../platform/network/web-url.ts';
import { ConfigError } from '../../platform/settings-reader.ts';

/** The TLS options of a URL. They are removed from the URL, because they would override ours. */
const TLS_PARAMETERS = ['ssl', 'sslmode', 'sslcert', 'sslkey', 'sslrootcert', 'sslnegotiation', 'uselibpqcompat'];

export interface PostgresTarget {
  /** The driver's connection settings. TLS, where it is on, checks the certificate, whatever the environment says. */
  readonly settings: pg.ClientConfig;
  readonly isTls: boolean;
  /** Whether the server is on this machine: by a local address, or by a socket. */
  readonly isLocal: boolean;
}

/**
 * Reads DATABASE_URL and the driver's own variables (PGSSLMODE, PGHOST, …) as the driver does. Throws ConfigError when they cannot be used,
 * or when they select TLS without a check of the certificate, which looks safe but is not.
 */
export function postgresTarget(given: string): PostgresTarget {
  const url = withVerifyFull(given);
  const { host, ssl, sslnegotiation } = driverParameters(url);
  const isLocal = host.startsWith('/') || isLocalHost(host);
  if (!ssl) return { settings: { connectionString: url }, isTls: false, isLocal };
  if (ssl !== true && ssl.rejectUnauthorized === false) {
    const { searchParams } = new URL(url);
    const name = TLS_PARAMETERS.some((parameter) => searchParams.has(parameter)) ? 'DATABASE_URL' : 'PGSSLMODE';
    throw new ConfigError(
      `${name} turns off the check of the certificate (no-verify), but TLS needs that check: set sslmode=verify-full in DATABASE_URL, with sslrootcert=/path/to/ca.pem where the authority is your own.`,
    );
  }
  const address = new URL(url);
  for (const parameter of TLS_PARAMETERS) address.searchParams.delete(parameter);
  return {
    settings: {
      connectionString: address.href,
      // The driver hides the key from enumeration, so the key is copied by its name.
      ssl: { ...(ssl !== true && { ...ssl, ...(ssl.key && { key: ssl.key }) }), ...CHECKED_TLS },
      ...(sslnegotiation === 'direct' && { sslnegotiation }),
    },
    isTls: true,
    isLocal,
  };
}

/** The modes that the driver treats as verify-full today, with a warning of ten lines at every command. */
const AS_VERIFY_FULL = ['prefer', 'require', 'verify-ca'];

/**
 * The URL with `verify-full` in place of a mode that the driver treats as the same. A URL that selects the rules of libpq stays as it is:
 * by those rules, such a mode does not check the certificate in full.
 */
function withVerifyFull(url: string): string {
  const address = new URL(url);
  const { searchParams } = address;
  if (!AS_VERIFY_FULL.includes(searchParams.get('sslmode') ?? '') || searchParams.has('uselibpqcompat')) return url;
  searchParams.set('sslmode', 'verify-full');
  return address.href;
}

interface DriverParameters {
  readonly host: string;
  readonly ssl: boolean | undefined | Exclude<pg.ClientConfig['ssl'], boolean | undefined>;
  readonly sslnegotiation: string | undefined;
}

function driverParameters(url: string): DriverParameters {
  try {
    // Opens no connection. Only the driver knows how it reads addresses and variables, and its types do not show the
    // result.
    const client = new pg.Client({ connectionString: url }) as unknown as { connectionParameters: DriverParameters };
    return client.connectionParameters;
  } catch (error) {
    throw new ConfigError(`DATABASE_URL cannot be used: ${(error as Error).message}.`);
  }
}
