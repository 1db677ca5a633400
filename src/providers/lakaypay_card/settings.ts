import type { SettingsReader } from '../../platform/settings-reader.ts';
import { type MethodDefinition, type MethodSettings, readMethodSettings } from '../method-settings.ts';

export const LAKAYPAY_CARD_CREDENTIALS = [
  'LAKAYPAY_CARD_PROFILE_ID',
  'LAKAYPAY_CARD_ACCESS_KEY',
  'LAKAYPAY_CARD_SECRET_KEY',
  'LAKAYPAY_CARD_MERCHANT_ID',
  'LAKAYPAY_CARD_REST_KEY_ID',
  'LAKAYPAY_CARD_REST_SHARED_SECRET',
] as const;

const LAKAYPAY_CARD_HOSTS = {
  live: { page: 'https://secureacceptance.cybersource.com/pay', api: 'https://api.cybersource.com' },
  test: { page: 'https://testsecureacceptance.cybersource.com/pay', api: 'https://apitest.cybersource.com' },
};

/** The field of a stored card in a charge without its holder: it depends on the account's kind of token vault. */
const TOKEN_FIELDS = ['customer', 'legacyToken'] as const;
export type TokenField = (typeof TOKEN_FIELDS)[number];

export interface LakaypayCardSettings {
  readonly profileId: string;
  readonly accessKey: string;
  /** Signs forms and results; the text itself is the key. */
  readonly secretKey: string;
  readonly merchantId: string;
  readonly restKeyId: string;
  /** Signs calls of the REST API; base64 of the key. */
  readonly restSharedSecret: string;
  /** Where the customer's browser posts the form. */
  readonly pageUrl: string;
  /** The base of the REST API. */
  readonly apiUrl: string;
  /** How long the form is offered. */
  readonly expirySeconds: number;
  /** How long a search may miss new transactions. */
  readonly searchLagSeconds: number;
  readonly tokenField: TokenField;
}

export function readLakaypayCardSettings(reader: SettingsReader): MethodSettings<LakaypayCardSettings> {
  const hosts = LAKAYPAY_CARD_HOSTS[reader.choice('LAKAYPAY_CARD_ENVIRONMENT', 'live', ['live', 'test'])];
  return readMethodSettings(reader, LAKAYPAY_CARD_CREDENTIALS, (given) => ({
    profileId: given.LAKAYPAY_CARD_PROFILE_ID,
    accessKey: given.LAKAYPAY_CARD_ACCESS_KEY,
    secretKey: given.LAKAYPAY_CARD_SECRET_KEY,
    merchantId: given.LAKAYPAY_CARD_MERCHANT_ID,
    restKeyId: given.LAKAYPAY_CARD_REST_KEY_ID,
    // Text that is not base64 would silently yield another key, and every call would be refused.
    restSharedSecret: reader.read(
      'LAKAYPAY_CARD_REST_SHARED_SECRET',
      '',
      'base64, as the Business Center shows it',
      base64,
    ),
    pageUrl: reader.url('LAKAYPAY_CARD_PAGE_URL', hosts.page),
    apiUrl: reader.url('LAKAYPAY_CARD_API_URL', hosts.api),
    expirySeconds: reader.integer('LAKAYPAY_CARD_EXPIRY_SECONDS', 3600, 60, 604_800),
    searchLagSeconds: reader.integer('LAKAYPAY_CARD_SEARCH_LAG_SECONDS', 900, 0, 86_400),
    tokenField: reader.choice('LAKAYPAY_CARD_TOKEN_FIELD', 'customer', TOKEN_FIELDS),
  }));
}

export const LAKAYPAY_CARD: MethodDefinition<LakaypayCardSettings> = {
  credentials: LAKAYPAY_CARD_CREDENTIALS,
  testHosts: [new URL(LAKAYPAY_CARD_HOSTS.test.page).host, new URL(LAKAYPAY_CARD_HOSTS.test.api).host],
  read: readLakaypayCardSettings,
  addresses: ({ pageUrl, apiUrl }) => ({ LAKAYPAY_CARD_PAGE_URL: pageUrl, LAKAYPAY_CARD_API_URL: apiUrl }),
};

function base64(text: string): string | undefined {
  return /^[A-Za-z0-9+/]+={0,2}$/.test(text) && text.length % 4 === 0 ? text : undefined;
}
