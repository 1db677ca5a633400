import type { SettingsReader } from '../../platform/settings-reader.ts';
import { type MethodDefinition, type MethodSettings, readMethodSettings } from '../method-settings.ts';

export const MONCASH_CREDENTIALS = ['MONCASH_CLIENT_ID', 'MONCASH_CLIENT_SECRET'] as const;

const MONCASH_HOSTS = {
  live: 'https://moncashbutton.digicelgroup.com',
  sandbox: 'https://sandbox.moncashbutton.digicelgroup.com',
};

export interface MoncashSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The base of the REST API. */
  readonly apiUrl: string;
  /** The base of the page where customers pay. */
  readonly gatewayUrl: string;
  readonly takesWholeGourdes: boolean;
  /** How long a payment stays open after MonCash's page stops accepting it. */
  readonly graceSeconds: number;
}

export function readMoncashSettings(reader: SettingsReader): MethodSettings<MoncashSettings> {
  const host = MONCASH_HOSTS[reader.choice('MONCASH_ENVIRONMENT', 'live', ['live', 'sandbox'])];
  return readMethodSettings(reader, MONCASH_CREDENTIALS, (given) => ({
    clientId: given.MONCASH_CLIENT_ID,
    clientSecret: given.MONCASH_CLIENT_SECRET,
    apiUrl: reader.url('MONCASH_API_URL', `${host}/Api`),
    gatewayUrl: reader.url('MONCASH_GATEWAY_URL', `${host}/Moncash-middleware`),
    takesWholeGourdes: reader.flag('MONCASH_WHOLE_GOURDES', true),
    graceSeconds: reader.integer('MONCASH_GRACE_SECONDS', 300, 0, 86_400),
  }));
}

export const MONCASH: MethodDefinition<MoncashSettings> = {
  credentials: MONCASH_CREDENTIALS,
  testHosts: [new URL(MONCASH_HOSTS.sandbox).host],
  read: readMoncashSettings,
  addresses: ({ apiUrl, gatewayUrl }) => ({ MONCASH_API_URL: apiUrl, MONCASH_GATEWAY_URL: gatewayUrl }),
};
