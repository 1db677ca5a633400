import { ConfigError, type SettingsReader } from '../../platform/settings-reader.ts';
import { type MethodDefinition, type MethodSettings, readMethodSettings } from '../method-settings.ts';

export const MONCASH_CREDENTIALS = ['MONCASH_CLIENT_ID', 'MONCASH_CLIENT_SECRET'] as const;

/** The credentials of a prefunded account, which differ from those that take payments. */
export const MONCASH_TRANSFER_CREDENTIALS = ['MONCASH_TRANSFER_CLIENT_ID', 'MONCASH_TRANSFER_CLIENT_SECRET'] as const;

/** A pair of credentials of MonCash's API. */
export interface MoncashClient {
  readonly clientId: string;
  readonly clientSecret: string;
}

const MONCASH_HOSTS = {
  live: 'https://moncashbutton.digicelgroup.com',
  sandbox: 'https://sandbox.moncashbutton.digicelgroup.com',
};

export interface MoncashSettings extends MoncashClient {
  /** The base of the REST API. */
  readonly apiUrl: string;
  /** The base of the page where customers pay. */
  readonly gatewayUrl: string;
  readonly takesWholeGourdes: boolean;
  /** How long a payment stays open after MonCash's page stops accepting it. */
  readonly graceSeconds: number;
  /** The prefunded account that pays refunds; null when a person pays them. */
  readonly transfers: MoncashClient | null;
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
    transfers: readTransfers(reader),
  }));
}

/** Throws ConfigError when only one of the two is set. */
function readTransfers(reader: SettingsReader): MoncashClient | null {
  const [clientId, clientSecret] = MONCASH_TRANSFER_CREDENTIALS.map((name) => reader.secret(name));
  if (clientId !== undefined && clientSecret !== undefined) return { clientId, clientSecret };
  if (clientId === undefined && clientSecret === undefined) return null;
  const [set, missing] = clientId === undefined ? [1, 0] : [0, 1];
  throw new ConfigError(
    `${MONCASH_TRANSFER_CREDENTIALS[set]} is set, so ${MONCASH_TRANSFER_CREDENTIALS[missing]} must be set too.`,
  );
}

export const MONCASH: MethodDefinition<MoncashSettings> = {
  credentials: MONCASH_CREDENTIALS,
  testHosts: [new URL(MONCASH_HOSTS.sandbox).host],
  read: readMoncashSettings,
  addresses: ({ apiUrl, gatewayUrl }) => ({ MONCASH_API_URL: apiUrl, MONCASH_GATEWAY_URL: gatewayUrl }),
};
