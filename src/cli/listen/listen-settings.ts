import { createHmac } from 'node:crypto';

/** The settings of `peye listen`, from the options and the environment. */
export interface ListenSettings {
  /** The URL of the merchant API, without a trailing slash. */
  readonly baseUrl: string;
  readonly key: string;
  readonly forwardUrl: string;
  /** The secret that signs the events. */
  readonly secret: string;
  readonly secretFrom: 'option' | 'environment' | 'key';
  /** Whether the settings of this folder name the gateway. */
  readonly isLocal: boolean;
  readonly skipVerify: boolean;
  readonly fromStart: boolean;
  /** Text lines, the JSON of each event, or one document at the end. */
  readonly output: 'lines' | 'events' | 'summary';
  /** Where the cursor of each feed is stored. */
  readonly stateFolder: string;
}

const FROM = { option: '--secret', environment: 'PEYE_WEBHOOK_SECRET', key: 'derived from your key' };

/** The secret that signs events without another one. It is derived from the key: it is the same each time, and a handler needs it only once. */
export function sessionSecret(key: string): string {
  return `whsec_${createHmac('sha256', key).update('peye listen').digest('hex')}`;
}

/** Describes a secret by its last characters and its source, never in full. */
export function secretText({ secret, secretFrom }: Pick<ListenSettings, 'secret' | 'secretFrom'>): string {
  return `the secret ending in ${endOf(secret)} (${FROM[secretFrom]})`;
}

/** The last characters of a secret or a key. */
export function endOf(secret: string): string {
  return `…${secret.slice(-4)}`;
}

/** Explains a 400, 401 or 403 response of the developer's handler where the website of the key is not known. */
export function refusalText(settings: ListenSettings, status: number): string {
  return `${responseText(settings, status)} ${HOW_TO_SET} Use the webhook secret of the website that has the key ending in ${endOf(settings.key)}, or any secret that you choose.`;
}

/** How to set the right secret. */
export const HOW_TO_SET = 'Set the secret of your server with --secret whsec_… or PEYE_WEBHOOK_SECRET.';

/** A response of the developer's handler that a wrong secret may cause, and the secret that signs. */
export function responseText(settings: ListenSettings, status: number): string {
  return `Your server responded with ${status}. If the signature is the reason, your server uses a different secret. Peye signs with ${secretText(settings)}.`;
}
