import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { DEFAULT_RETRY_SECONDS } from './core/durations.ts';
import { type Currency, parseDecimal } from './core/money.ts';
import type { SecondPersonLimits } from './core/refund.ts';
import type { AmountLimits, AmountRange } from './features/payments/amount-limits.ts';
import { type RateSettings, readRateSettings } from './features/rates/sources/rate-settings.ts';
import type { RecurringSettings } from './features/subscriptions/recurring-deps.ts';
import { LOG_FORMATS, LOG_LEVELS, type LogFormat, type LogLevel } from './platform/log/log.ts';
import { readSmtpSettings, type SmtpSettings } from './platform/mail/smtp-settings.ts';
import { isSubnet, sharedBits, unmappedSubnet } from './platform/network/subnet.ts';
import {
  ConfigError,
  parseHttpUrl,
  parseInteger,
  parseUrl,
  type SettingsReader,
  settingsReader,
} from './platform/settings-reader.ts';
import { readTraceSettings, TRACE_SECRETS, type TraceSettings } from './platform/tracing/trace-settings.ts';
import { CREDENTIALS, type LiveSettings, readLiveSettings } from './providers/live-settings.ts';

const ROLES = ['api', 'worker', 'console'] as const;
type Role = (typeof ROLES)[number];

/** All settings, read once at the start and never changed. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  readonly databaseUrl: string | null;
  /** Whether `databaseUrl` leads to a pooler such as PgBouncer, which assigns a connection to a client only for one transaction. */
  readonly databasePooler: boolean;
  readonly dataDir: string;
  readonly redisUrl: string | null;
  readonly roles: readonly Role[];
  /** Processes that share the port; `auto` uses as many as are worthwhile on this machine. */
  readonly processes: number | 'auto';
  /** 32 bytes. Null when it is not set: then the embedded store has its own key, in a file. */
  readonly secretKey: Buffer | null;
  /** The previous value of SECRET_KEY: 32 other bytes, or null. It only decrypts, and no longer encrypts. */
  readonly secretKeyPrevious: Buffer | null;
  readonly rateLimitPerMinute: number;
  readonly invalidKeyLimitPerHour: number;
  readonly verifyLimitPerMinute: number;
  /** How long a create request may wait before it is refused instead of stored. */
  readonly createWaitSeconds: number;
  /** How long the gateway keeps serving after the signal to stop, so that load balancers notice first. 0 means it stops at once. */
  readonly drainSeconds: number;
  /** Requests from one address to pages, widget, docs and provider addresses. */
  readonly pageLimitPerMinute: number;
  readonly trustProxy: readonly string[];
  /** The most open connections. */
  readonly maxConnections: number;
  /** The most connections from one address that is not in `trustProxy`; 0 is unlimited. */
  readonly maxConnectionsPerAddress: number;
  /** Subnets that events may be delivered to although they are not public. */
  readonly webhookAllowedSubnets: readonly string[];
  /** A file with an extra certificate authority for webhook receivers. */
  readonly webhookCaFile: string | null;
  /** Waits before each attempt of a delivery, one entry for each attempt. */
  readonly webhookRetrySeconds: readonly number[];
  /** How long finished deliveries are retained. */
  readonly webhookLogDays: number;
  /** Null: for ever. */
  readonly testPaymentDays: number | null;
  /** Null: for ever. */
  readonly eventDays: number | null;
  /** How long customers' steps and exchanges with providers are retained. */
  readonly paymentHistoryDays: number;
  /** How long checkout sessions without payments are retained after they expired. */
  readonly checkoutSessionDays: number;
  readonly exchangeRate: RateSettings;
  readonly amountLimits: AmountLimits;
  /** Above how much the refunds of a payment need a second person. */
  readonly refundSecondPersonAbove: SecondPersonLimits;
  readonly sandboxAutoCompleteSeconds: number | null;
  readonly sandboxExpirySeconds: number;
  readonly recurring: RecurringSettings;
  /** How long after its expiry a live payment that is still open is reported to the operator. */
  readonly stillOpenHours: number;
  /** Null: no receipts are sent by e-mail. */
  readonly smtp: SmtpSettings | null;
  /** The contact for vulnerabilities in security.txt. Null: there is none. */
  readonly securityContact: string | null;
  /** Credentials and settings of the providers in live mode. */
  readonly live: LiveSettings;
  /** Whether live payments may use a provider's test account, where no money moves. */
  readonly allowTestAccounts: boolean;
  /** Null: the metrics are served on the main port. */
  readonly metricsPort: number | null;
  /** The addresses that may read the metrics there. */
  readonly metricsAllowedSubnets: readonly string[];
  /** Null: tracing is off. */
  readonly tracing: TraceSettings | null;
  readonly logLevel: LogLevel;
  readonly logFormat: LogFormat;
}

/** This machine. */
const LOOPBACK = ['127.0.0.0/8', '::1'];

/** Settings whose value is never quoted. */
const SECRET_SETTINGS = [
  'SECRET_KEY',
  'SECRET_KEY_PREVIOUS',
  'DATABASE_URL',
  'REDIS_URL',
  'EXCHANGE_RATE_URL',
  'SMTP_URL',
  ...TRACE_SECRETS,
  ...CREDENTIALS,
];

/** The error when the previous key is the current one: nothing would be resealed, without any warning. */
export const SAME_KEYS =
  'SECRET_KEY_PREVIOUS is the same key as SECRET_KEY, but must be the one before it. Unset it if there was none.';

/** The allowed values of PROCESSES. */
export const PROCESSES_ALLOWED = 'a whole number from 1 to 64, or auto';

type Environment = Record<string, string | undefined>;

/** Reads the settings. An empty value counts as not set. Throws ConfigError for the first invalid one. */
export function readConfig(environment: Environment): Config {
  const reader = settingsReader(environment, SECRET_SETTINGS);
  const { text, read, integer } = reader;
  const subnets = (name: string, fallback: string[] = []) =>
    read<string[]>(name, fallback, 'a comma list of IP addresses or subnets such as 10.0.0.0/8', parseSubnets);
  const amount = (name: string, fallback: number) =>
    read(name, fallback, 'an amount above zero with at most two decimals', parseAmountMinor);
  const limit = (name: string) =>
    read<number | null>(
      name,
      null,
      'an amount above zero with at most two decimals, or empty for no limit',
      parseAmountMinor,
    );
  const range = (method: string, currency: Currency, min: number, max: number): AmountRange => {
    const minName = `${method}_MIN_${currency}`;
    const maxName = `${method}_MAX_${currency}`;
    const limits = { minMinor: amount(minName, min * 100), maxMinor: amount(maxName, max * 100) };
    if (limits.minMinor <= limits.maxMinor) return limits;
    throw new ConfigError(`${minName} is above ${maxName}, but must not be.`);
  };

  const days = (name: string) =>
    read<number | null>(name, null, 'a whole number of days from 1 to 36500, or empty for ever', (value) =>
      parseInteger(value, 1, 36_500),
    );
  const host = read('HOST', '127.0.0.1', 'a host name or an IP address', (value) =>
    /\s|\//.test(value) ? undefined : value,
  );
  const port = integer('PORT', 8080, 1, 65535);
  const cardUsd = range('CARD', 'USD', 0.5, 10_000);
  return Object.freeze({
    host,
    port,
    publicUrl: read('PUBLIC_URL', `http://${urlHost(host)}:${port}`, 'an http:// or https:// address', parseHttpUrl),
    databaseUrl: read<string | null>(
      'DATABASE_URL',
      null,
      'a postgres:// address, or empty for the embedded store',
      (value) => parseUrl(value, ['postgres:', 'postgresql:']),
    ),
    databasePooler: reader.flag('DATABASE_POOLER', false),
    dataDir: resolve(text('DATA_DIR') ?? './data'),
    redisUrl: read<string | null>('REDIS_URL', null, 'a redis:// or rediss:// address', (value) =>
      parseUrl(value, ['redis:', 'rediss:']),
    ),
    processes: read<number | 'auto'>('PROCESSES', 1, PROCESSES_ALLOWED, parseProcesses),
    roles: read('ROLES', [...ROLES], 'a comma list of api, worker and console', (value) => parseList(value, ROLES)),
    ...readSecretKeys(reader),
    rateLimitPerMinute: integer('RATE_LIMIT_PER_MINUTE', 60, 0, 1_000_000),
    invalidKeyLimitPerHour: integer('INVALID_KEY_LIMIT_PER_HOUR', 10, 0, 1_000_000),
    verifyLimitPerMinute: integer('VERIFY_LIMIT_PER_MINUTE', 10, 0, 1_000_000),
    createWaitSeconds: integer('CREATE_WAIT_SECONDS', 5, 1, 60),
    drainSeconds: integer('DRAIN_SECONDS', 0, 0, 60),
    pageLimitPerMinute: integer('PAGE_LIMIT_PER_MINUTE', 600, 0, 1_000_000),
    trustProxy: read<string[]>(
      'TRUST_PROXY',
      [],
      'a comma list of IP addresses or subnets such as 10.0.0.0/8, none of them wider than a /8: a client in it can claim any address',
      parseProxies,
    ),
    maxConnections: integer('MAX_CONNECTIONS', 1000, 1, 100_000),
    maxConnectionsPerAddress: integer('MAX_CONNECTIONS_PER_ADDRESS', 500, 0, 100_000),
    webhookAllowedSubnets: subnets('WEBHOOK_ALLOWED_SUBNETS'),
    webhookCaFile: text('WEBHOOK_CA_FILE') ?? null,
    webhookRetrySeconds: read(
      'WEBHOOK_RETRY_SECONDS',
      [...DEFAULT_RETRY_SECONDS],
      'a comma list of 1 to 50 waits in seconds, each from 0 to 2592000, such as 0,30,120',
      parseWaits,
    ),
    webhookLogDays: integer('WEBHOOK_LOG_DAYS', 90, 1, 3650),
    testPaymentDays: days('TEST_PAYMENT_DAYS'),
    eventDays: days('EVENT_DAYS'),
    paymentHistoryDays: integer('PAYMENT_HISTORY_DAYS', 90, 1, 3650),
    checkoutSessionDays: integer('CHECKOUT_SESSION_DAYS', 90, 1, 3650),
    exchangeRate: readRateSettings(reader),
    amountLimits: {
      moncash: { HTG: range('MONCASH', 'HTG', 1, 75_000) },
      natcash: { HTG: range('NATCASH', 'HTG', 20, 100_000) },
      lakaypay_card: { HTG: range('LAKAYPAY_CARD', 'HTG', 1, 500_000), USD: range('LAKAYPAY_CARD', 'USD', 1, 4_000) },
      card: { HTG: { minMinor: 0, maxMinor: amount('CARD_MAX_HTG', 1_300_000_00) }, USD: cardUsd },
    },
    refundSecondPersonAbove: { HTG: limit('REFUND_SECOND_PERSON_HTG'), USD: limit('REFUND_SECOND_PERSON_USD') },
    sandboxAutoCompleteSeconds: read<number | null>(
      'SANDBOX_AUTO_COMPLETE_SECONDS',
      null,
      'a whole number from 0 to 86400, or empty for off',
      (value) => parseInteger(value, 0, 86_400),
    ),
    sandboxExpirySeconds: integer('SANDBOX_EXPIRY_SECONDS', 3600, 1, 2_592_000),
    recurring: {
      maxFailures: integer('RECURRING_MAX_FAILURES', 3, 1, 100),
      catchUp: integer('RECURRING_CATCH_UP', 3, 1, 100),
    },
    stillOpenHours: integer('STILL_OPEN_HOURS', 24, 1, 8_760),
    smtp: readSmtpSettings(reader),
    securityContact: read<string | null>(
      'SECURITY_CONTACT',
      null,
      'a mailto:, tel: or https: address such as mailto:security@example.com',
      parseContact,
    ),
    live: readLiveSettings(reader),
    allowTestAccounts: reader.flag('ALLOW_TEST_ACCOUNTS', false),
    metricsPort: readMetricsPort(reader, port),
    metricsAllowedSubnets: subnets('METRICS_ALLOWED_SUBNETS', LOOPBACK).map(unmappedSubnet),
    tracing: readTraceSettings(reader),
    logLevel: read('LOG_LEVEL', 'info', `one of ${LOG_LEVELS.join(', ')}`, (value) =>
      LOG_LEVELS.find((level) => level === value),
    ),
    logFormat: reader.choice('LOG_FORMAT', 'auto', LOG_FORMATS),
  });
}

/** The settings for the boot log: secrets, and URLs with passwords, only as set or not set. */
export function describeConfig(config: Config): Record<string, unknown> {
  return {
    listen: `${config.host}:${config.port}`,
    public_url: config.publicUrl,
    store: config.databaseUrl === null ? config.dataDir : config.databasePooler ? 'postgres, by a pooler' : 'postgres',
    redis: config.redisUrl === null ? 'not set' : 'set',
    roles: config.roles.join(','),
    processes: config.processes,
    secret_key: config.secretKey === null ? 'not set' : 'set',
    secret_key_previous: config.secretKeyPrevious === null ? 'not set' : 'set',
    rate_limit_per_minute: config.rateLimitPerMinute,
    invalid_key_limit_per_hour: config.invalidKeyLimitPerHour,
    verify_limit_per_minute: config.verifyLimitPerMinute,
    create_wait_seconds: config.createWaitSeconds,
    drain_seconds: config.drainSeconds || 'off',
    page_limit_per_minute: config.pageLimitPerMinute,
    trust_proxy: config.trustProxy.join(',') || 'off',
    max_connections: config.maxConnections,
    max_connections_per_address: config.maxConnectionsPerAddress || 'off',
    webhook_log_days: config.webhookLogDays,
    test_payment_days: config.testPaymentDays ?? 'for ever',
    event_days: config.eventDays ?? 'for ever',
    payment_history_days: config.paymentHistoryDays,
    checkout_session_days: config.checkoutSessionDays,
    webhook_allowed_subnets: config.webhookAllowedSubnets.join(',') || 'none',
    exchange_rate_source: config.exchangeRate.source?.source ?? 'fixed',
    receipts_by_mail: config.smtp === null ? 'off' : `by ${config.smtp.host}`,
    live_methods: liveMethods(config.live).join(',') || 'none',
    allow_test_accounts: config.allowTestAccounts,
    metrics:
      config.metricsPort === null ? `for ${config.metricsAllowedSubnets.join(',')}` : `on port ${config.metricsPort}`,
    traces: config.tracing === null ? 'off' : `to ${new URL(config.tracing.endpoint).host}`,
    sandbox_auto_complete_seconds: config.sandboxAutoCompleteSeconds ?? 'off',
    log_level: config.logLevel,
    log_format: config.logFormat,
  };
}

/** The methods that are available in live mode. */
export function liveMethods(live: LiveSettings): string[] {
  return Object.entries(live)
    .filter(([, { settings }]) => settings !== null)
    .map(([method]) => method);
}

/** The number of processes; undefined for text outside PROCESSES_ALLOWED. */
export function parseProcesses(value: string): number | 'auto' | undefined {
  return value === 'auto' ? 'auto' : parseInteger(value, 1, 64);
}

function parseAmountMinor(value: string): number | undefined {
  const minor = parseDecimal(value, 2);
  return typeof minor === 'number' && minor > 0 ? minor : undefined;
}

function readMetricsPort({ read }: SettingsReader, port: number): number | null {
  return read<number | null>(
    'METRICS_PORT',
    null,
    `another port than PORT, from 1 to 65535, or empty to serve the metrics on PORT`,
    (value) => {
      const own = parseInteger(value, 1, 65_535);
      return own === port ? undefined : own;
    },
  );
}

function readSecretKeys({ read }: SettingsReader): Pick<Config, 'secretKey' | 'secretKeyPrevious'> {
  const allowed = '32 bytes in base64 (openssl rand -base64 32 makes one)';
  const secretKey = read<Buffer | null>('SECRET_KEY', null, allowed, parseSecretKey);
  const secretKeyPrevious = read<Buffer | null>(
    'SECRET_KEY_PREVIOUS',
    null,
    '32 bytes in base64, the key that SECRET_KEY was before',
    parseSecretKey,
  );
  if (secretKey && secretKeyPrevious?.equals(secretKey)) throw new ConfigError(SAME_KEYS);
  return { secretKey, secretKeyPrevious };
}

function parseSecretKey(value: string): Buffer | undefined {
  const bytes = Buffer.from(value, 'base64');
  return bytes.length === 32 && bytes.toString('base64') === value ? bytes : undefined;
}

function parseList<T extends string>(value: string, allowed: readonly T[]): T[] | undefined {
  const items = value.split(',').map((item) => item.trim());
  return items.every((item) => allowed.includes(item as T)) ? (items as T[]) : undefined;
}

function parseSubnets(value: string): string[] | undefined {
  const items = value.split(',').map((item) => item.trim());
  return items.every(isSubnet) ? items : undefined;
}

/** The shortest prefix of a trusted proxy's subnet: a wider range is a large part of the internet, or a typing error. */
const LEAST_PROXY_BITS = 8;

function parseProxies(value: string): string[] | undefined {
  const subnets = parseSubnets(value);
  return subnets?.every((subnet) => sharedBits(subnet) >= LEAST_PROXY_BITS) ? subnets.map(unmappedSubnet) : undefined;
}

function parseContact(value: string): string | undefined {
  const isContact = /^(?:mailto:[^\s@]+@[^\s@]+|tel:\+[\d-]+|https:\/\/\S+)$/.test(value);
  return isContact && URL.canParse(value) ? value : undefined;
}

function parseWaits(value: string): number[] | undefined {
  const waits = value.split(',').map((item) => parseInteger(item.trim(), 0, 2_592_000));
  return waits.length <= 50 && waits.every((wait) => wait !== undefined) ? waits : undefined;
}

function urlHost(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host;
}

/** The names of every setting that readConfig knows: .env.example and the documentation must list them. */
export function settingNames(): string[] {
  const names = new Set<string>();
  readConfig(new Proxy({}, { get: (_target, name) => void names.add(String(name)) }));
  return [...names];
}
