import { asObject } from '../../platform/text/json-object.ts';
import type { Reply } from './client.ts';
import type { NatcashSettings } from './settings.ts';

const LONGEST_TEXT = 200;
/** Eight digits and more, in a row or in groups: as long as a Haitian phone number, or longer. */
const PHONE_LIKE = /\+?\d(?:[ .-]?\d){7,}/g;

/** NatCash's own response about an order, for the merchant: without complete phone numbers, and without our secrets. */
export function describeReply({ status, body }: Reply, settings: NatcashSettings): Record<string, unknown> {
  const data = asObject(body.data);
  const texts = {
    code: plain(body.code),
    message: maskPhones(withoutSecrets(plain(body.message), settings)),
    transId: plain(data.transId),
    orderNumber: plain(data.orderNumber),
    amount: plain(data.amount),
    toPhone: maskPhones(plain(data.toPhone)),
    responseCode: plain(data.responseCode),
  };
  const given = Object.entries(texts).filter(([, value]) => value !== undefined);
  return { provider: 'natcash', status, ...Object.fromEntries(given.map(([name, value]) => [name, shortened(value)])) };
}

/** A text or a number. Anything else is omitted: it is not in NatCash's protocol. */
function plain(value: unknown): string | number | undefined {
  return typeof value === 'number' || typeof value === 'string' ? value : undefined;
}

/** Call it only after secrets are hidden, because half a password would not be recognised. */
function shortened(value: string | number | undefined): string | number | undefined {
  return typeof value === 'string' ? value.slice(0, LONGEST_TEXT) : value;
}

/** Masks all digits but the last two. */
function maskPhones(value: string | number | undefined): string | undefined {
  if (value === undefined) return undefined;
  return String(value).replaceAll(PHONE_LIKE, (phone) => `…${phone.slice(-2)}`);
}

/** A server that quotes our request also quotes its password. */
function withoutSecrets(value: string | number | undefined, settings: NatcashSettings): string | undefined {
  if (value === undefined) return undefined;
  const { password, privateKey, functionCode, username, partnerCode } = settings;
  const secrets = [password, privateKey, functionCode, username, partnerCode];
  return secrets.reduce((text, secret) => text.replaceAll(secret, '…'), String(value));
}
