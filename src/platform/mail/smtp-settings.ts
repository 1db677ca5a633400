import { isLocalHost } from '../network/web-url.ts';
import { ConfigError, type SettingsReader } from '../settings-reader.ts';
import { isMailAddress } from './mail-address.ts';

/** The server that accepts our e-mails. */
export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** `first`: TLS from the first byte. `upgrade`: by STARTTLS, which is required. `none`: only to this machine. */
  readonly tls: 'first' | 'upgrade' | 'none';
  readonly user: string | null;
  readonly password: string | null;
  /** The sender of e-mails. */
  readonly from: string;
  /** Whether receipts are also sent for test payments. */
  readonly sendsTests: boolean;
}

type Server = Omit<SmtpSettings, 'from' | 'sendsTests'>;

const PORTS = { 'smtp:': 587, 'smtps:': 465 };

/** Reads SMTP_URL, SMTP_FROM and SMTP_TEST_PAYMENTS; null when no e-mails are sent. Throws ConfigError. */
export function readSmtpSettings({ read, flag }: SettingsReader): SmtpSettings | null {
  const server = read<Server | null>(
    'SMTP_URL',
    null,
    'an smtp:// or smtps:// address such as smtps://user:password@smtp.example.com:465, special characters in it as %40',
    parseServer,
  );
  const from = read<string | null>('SMTP_FROM', null, 'an e-mail address such as receipts@example.com', (value) =>
    isMailAddress(value) ? value : undefined,
  );
  const sendsTests = flag('SMTP_TEST_PAYMENTS', false);
  if (server === null) return null;
  if (from === null) {
    throw new ConfigError(
      'SMTP_FROM is not set, but SMTP_URL is: set it to the e-mail address that receipts come from.',
    );
  }
  return { ...server, from, sendsTests };
}

function parseServer(value: string): Server | undefined {
  if (!URL.canParse(value)) return undefined;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(value);
  if ((protocol !== 'smtp:' && protocol !== 'smtps:') || hostname === '') return undefined;
  if (!['', '/'].includes(pathname) || search !== '' || hash !== '') return undefined;
  const [user, secret] = [decoded(username), decoded(password)];
  // A user name without a password, or a password without a user name, is incomplete.
  if (user === undefined || secret === undefined || (user === '') !== (secret === '')) return undefined;
  const host = hostname.replace(/^\[|\]$/g, '');
  return {
    host,
    port: port === '' ? PORTS[protocol] : Number(port),
    tls: protocol === 'smtps:' ? 'first' : isLocalHost(host) ? 'none' : 'upgrade',
    user: user || null,
    password: secret || null,
  };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
