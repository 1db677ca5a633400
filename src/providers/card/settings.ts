import { SECONDS_PER_DAY } from '../../core/durations.ts';
import { ConfigError, parseHttpUrl, parseUrl, type SettingsReader } from '../../platform/settings-reader.ts';
import { type MethodDefinition, type MethodSettings, readMethodSettings } from '../method-settings.ts';

export const CARD_CREDENTIALS = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;

export interface CardSettings {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
  /** Whether the keys are for live mode; undefined when they do not show it. */
  readonly isLivemode: boolean | undefined;
  /** An origin: protocol, host and perhaps a port. */
  readonly apiUrl: string;
  /** The script that creates Stripe's card fields. */
  readonly scriptUrl: string;
  readonly chargeCurrency: 'as_asked' | 'USD';
  readonly expirySeconds: number;
}

export function readCardSettings(reader: SettingsReader): MethodSettings<CardSettings> {
  return readMethodSettings(reader, CARD_CREDENTIALS, (given) => {
    // This value is sent with every payment, so it must be a publishable key, and never a secret key.
    const publishableKey = reader.read(
      'STRIPE_PUBLISHABLE_KEY',
      given.STRIPE_PUBLISHABLE_KEY,
      'a publishable key, which begins with pk_',
      (value) => (value.startsWith('pk_') ? value : undefined),
    );
    const isLivemode = livemodeOf(given.STRIPE_SECRET_KEY);
    checkPair(isLivemode, livemodeOf(publishableKey));
    return {
      secretKey: given.STRIPE_SECRET_KEY,
      publishableKey,
      webhookSecret: given.STRIPE_WEBHOOK_SECRET,
      isLivemode,
      apiUrl: reader.read(
        'STRIPE_API_URL',
        'https://api.stripe.com',
        'an http:// or https:// address without a path',
        parseOrigin,
      ),
      // With its trailing slash, which is a part of Stripe's own address.
      scriptUrl: reader.read(
        'STRIPE_JS_URL',
        'https://js.stripe.com/v3/',
        'an http:// or https:// address',
        parseScriptUrl,
      ),
      chargeCurrency: reader.choice('CARD_CHARGE_CURRENCY', 'as_asked', ['as_asked', 'USD']),
      expirySeconds: reader.integer('CARD_EXPIRY_SECONDS', SECONDS_PER_DAY, 60, 30 * SECONDS_PER_DAY),
    };
  });
}

export const CARD: MethodDefinition<CardSettings> = {
  credentials: CARD_CREDENTIALS,
  testHosts: [],
  read: readCardSettings,
  addresses: ({ apiUrl, scriptUrl }) => ({ STRIPE_API_URL: apiUrl, STRIPE_JS_URL: scriptUrl }),
  testAccount: ({ isLivemode }) =>
    isLivemode === false ? "STRIPE_SECRET_KEY is a key of Stripe's test mode" : undefined,
};

/** The second part of Stripe's keys names test or live mode. */
function livemodeOf(key: string | undefined): boolean | undefined {
  const mode = /^[a-z]{2}_(test|live)_/.exec(key ?? '')?.[1];
  return mode === undefined ? undefined : mode === 'live';
}

/** With one live key and one test key, every payment would be created, but no payment could be paid. */
function checkPair(secret: boolean | undefined, publishable: boolean | undefined): void {
  if (secret === undefined || publishable === undefined || secret === publishable) return;
  throw new ConfigError(
    'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are of different modes, but must both be test or both live keys.',
  );
}

function parseOrigin(value: string): string | undefined {
  const url = parseHttpUrl(value);
  return url !== undefined && new URL(url).pathname === '/' ? new URL(url).origin : undefined;
}

function parseScriptUrl(value: string): string | undefined {
  return parseUrl(value, ['http:', 'https:']) && new URL(value).href;
}
