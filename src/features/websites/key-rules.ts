import { US_PER_MS } from '../../core/durations.ts';
import { type Refusal, refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { isSubnet } from '../../platform/network/subnet.ts';
import { checkAll, OperatorError, refuseField } from '../../platform/operator-error.ts';
import { shortTextFault } from '../../platform/wording/short-text.ts';
import { type ApiKey, KEY_SCOPES, type KeyScope } from './store/api-keys.ts';

const MAX_ADDRESSES = 20;
/** Until the year 2100: a later time is a mistake. */
const LAST_EXPIRY_US = Date.UTC(2100, 0, 1) * US_PER_MS;

/** The editable fields of a key. A missing field stays unchanged; null removes its value. */
export interface KeyFields {
  /** 1 to 255 characters. */
  readonly name?: string | null | undefined;
  /** When the key expires, microseconds since 1970. */
  readonly expiresAtUs?: number | null | undefined;
  /** The addresses from which the key is accepted: 1 to 20 IP addresses and subnets; null or an empty list: all. */
  readonly addresses?: readonly string[] | null | undefined;
  /** The scopes of the key; null: all. */
  readonly scopes?: readonly string[] | null | undefined;
}

/** The fields of a key in their stored form. Throws OperatorError with the faults of all invalid ones. */
export function checkKeyFields(
  { name, expiresAtUs, addresses, scopes }: KeyFields,
  nowUs: number,
): Partial<Pick<ApiKey, 'name' | 'expiresAtUs' | 'addresses' | 'scopes'>> {
  const [, , allowed, limit] = checkAll(
    () => refuseField('name', name == null ? undefined : shortTextFault(name)),
    () => refuseField('expires_at', expiresAtUs == null ? undefined : expiryFault(expiresAtUs, nowUs)),
    () => checkAddresses(addresses ?? []),
    () => checkScopes(scopes ?? KEY_SCOPES),
  );
  return {
    ...(name !== undefined && { name }),
    ...(expiresAtUs !== undefined && { expiresAtUs }),
    ...(addresses !== undefined && { addresses: allowed }),
    ...(scopes !== undefined && { scopes: limit }),
  };
}

function expiryFault(expiresAtUs: number, nowUs: number): Refusal | undefined {
  const isGood = Number.isSafeInteger(expiresAtUs) && expiresAtUs <= LAST_EXPIRY_US;
  if (!isGood) return refusal('keyExpiryTooLate');
  return expiresAtUs > nowUs ? undefined : refusal('keyExpiryPast');
}

function checkAddresses(given: readonly string[]): readonly string[] | null {
  const addresses = [...new Set(given.map((address) => address.trim().toLowerCase()).filter((each) => each !== ''))];
  const wrong = addresses.find((address) => !isSubnet(address));
  if (wrong !== undefined) {
    refuseField('allowed_addresses', refusal('addressFormat', { text: shown(wrong) }));
  }
  const mapped = addresses.find((address) => address.startsWith('::ffff:'));
  if (mapped !== undefined) refuseField('allowed_addresses', refusal('addressMapped', { address: mapped }));
  if (addresses.length > MAX_ADDRESSES) {
    refuseField('allowed_addresses', refusal('addressesTooMany', { most: MAX_ADDRESSES }));
  }
  return addresses.length === 0 ? null : addresses;
}

/** The given text of an invalid address, short and in one line. */
function shown(text: string): string {
  return JSON.stringify([...text.toWellFormed()].slice(0, 50).join(''));
}

/** The scopes that the key is limited to, each once and in the order of KEY_SCOPES; null if all scopes are given. */
function checkScopes(given: readonly string[]): readonly KeyScope[] | null {
  const isKnown = given.every((scope) => KEY_SCOPES.includes(scope as KeyScope));
  if (!isKnown || given.length === 0) {
    throw new OperatorError('invalid', 'scopes', refusal('scopesUnknown', { scopes: KEY_SCOPES }));
  }
  const scopes = KEY_SCOPES.filter((scope) => given.includes(scope));
  return scopes.length === KEY_SCOPES.length ? null : scopes;
}
