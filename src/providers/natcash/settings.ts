import { MS_PER_DAY } from '../../core/durations.ts';
import type { SettingsReader } from '../../platform/settings-reader.ts';
import { type MethodDefinition, type MethodSettings, readMethodSettings } from '../method-settings.ts';

export const NATCASH_CREDENTIALS = [
  'NATCASH_PARTNER_CODE',
  'NATCASH_USERNAME',
  'NATCASH_PASSWORD',
  'NATCASH_PRIVATE_KEY',
  'NATCASH_FUNCTION_CODE',
] as const;

/**
 * The credentials that prove a call. NatCash needs the function code in no call: it signs customers' returns with it.
 */
export const NATCASH_CALL_CREDENTIALS = NATCASH_CREDENTIALS.filter((name) => name !== 'NATCASH_FUNCTION_CODE');

const NATCASH_API_URLS = {
  live: 'https://merchantpay.natcom.com.ht/api',
  test: 'https://testmerchantpay.natcom.com.ht/api',
};

/** Larger than the error of any clock: a day. */
const LONGEST_OFFSET_MS = MS_PER_DAY;

/** How the amount is written in the signed text: NatCash documents no form, and its partners use different ones. */
export const SIGNED_AMOUNTS = ['shortest', 'one_decimal', 'two_decimals'] as const;
export type SignedAmount = (typeof SIGNED_AMOUNTS)[number];

export interface NatcashSettings {
  readonly partnerCode: string;
  readonly username: string;
  readonly password: string;
  /** Signs our requests. */
  readonly privateKey: string;
  /** Signs customers' returns. */
  readonly functionCode: string;
  /** Without a trailing slash. */
  readonly apiUrl: string;
  /** Added to our clock in requests: NatCash compares the time stamp with its own. */
  readonly timestampOffsetMs: number;
  /** True: NatCash's fee is charged to the customer, on top. */
  readonly enableFee: boolean;
  readonly wholeGourdes: boolean;
  readonly signedAmount: SignedAmount;
  /** The language of NatCash's page. */
  readonly language: 'ht' | 'fr' | 'en';
  /** Skips NatCash's page that asks for the phone number, when the merchant has sent one. */
  readonly skipPhoneInput: boolean;
  /** How long a payment is still waited for after NatCash no longer accepts it. */
  readonly graceSeconds: number;
  /** For one whole call. */
  readonly timeoutMs: number;
  /** Whether refunds are sent to NatCash. False: a person pays them. */
  readonly sendsRefunds: boolean;
}

export function readNatcashSettings(reader: SettingsReader): MethodSettings<NatcashSettings> {
  return readMethodSettings(reader, NATCASH_CREDENTIALS, (given) => ({
    partnerCode: given.NATCASH_PARTNER_CODE,
    username: given.NATCASH_USERNAME,
    password: given.NATCASH_PASSWORD,
    privateKey: given.NATCASH_PRIVATE_KEY,
    functionCode: given.NATCASH_FUNCTION_CODE,
    apiUrl: reader.url(
      'NATCASH_API_URL',
      NATCASH_API_URLS[reader.choice('NATCASH_ENVIRONMENT', 'live', ['live', 'test'])],
    ),
    timestampOffsetMs: reader.read(
      'NATCASH_TIMESTAMP_OFFSET_MS',
      0,
      `a whole number from -${LONGEST_OFFSET_MS} to ${LONGEST_OFFSET_MS}`,
      parseOffset,
    ),
    enableFee: reader.flag('NATCASH_ENABLE_FEE', false),
    wholeGourdes: reader.flag('NATCASH_WHOLE_GOURDES', true),
    signedAmount: reader.choice('NATCASH_SIGNED_AMOUNT', 'shortest', SIGNED_AMOUNTS),
    language: reader.choice('NATCASH_LANGUAGE', 'ht', ['ht', 'fr', 'en']),
    skipPhoneInput: reader.flag('NATCASH_SKIP_PHONE_INPUT', false),
    graceSeconds: reader.integer('NATCASH_GRACE_SECONDS', 300, 0, 86_400),
    timeoutMs: reader.integer('NATCASH_TIMEOUT_MS', 15_000, 100, 60_000),
    sendsRefunds: reader.flag('NATCASH_REFUNDS', true),
  }));
}

export const NATCASH: MethodDefinition<NatcashSettings> = {
  credentials: NATCASH_CREDENTIALS,
  testHosts: [new URL(NATCASH_API_URLS.test).host],
  read: readNatcashSettings,
  addresses: ({ apiUrl }) => ({ NATCASH_API_URL: apiUrl }),
};

function parseOffset(value: string): number | undefined {
  const offset = /^-?\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  // Adding 0 turns minus zero into zero: minus zero would be printed as a difference where there is none.
  return Math.abs(offset) <= LONGEST_OFFSET_MS ? offset + 0 : undefined;
}
