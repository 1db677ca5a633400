import { firstFields } from '../platform/text/first-fields.ts';
import { isObject, type JsonObject, parseObject } from '../platform/text/json-object.ts';
import type { Incoming } from './provider.ts';

/**
 * How the value of a field is stored. `id`: a name or number of the item. `word`: a word of a small vocabulary.
 * `amount` and `time` as they are. `ours`: our own text without personal data. `text`: words for people, with numbers,
 * addresses and possible keys hidden. `phone`: its last two digits.
 */
type StoredAs = 'id' | 'word' | 'amount' | 'time' | 'ours' | 'text' | 'phone';

/**
 * The fields of a provider that may be stored, by their path: `payment.cost`. Lists are transparent: the fields of
 * their items have the path of the list. Of every other field only the name is stored.
 */
type StoredFields = Readonly<Record<string, StoredAs>>;

/** The rules for storing the fields of one exchange. */
export interface FieldRules {
  readonly fields: StoredFields;
  /** The payment of the exchange: its own number is shown wherever it appears. */
  readonly paymentId?: number | undefined;
  /** Secrets that must not be stored, wherever they are quoted. No secret is empty. */
  readonly secrets?: readonly string[] | undefined;
  /** Whether an item of a list is about this payment. Other items are counted, and not shown. */
  readonly isOwn?: ((item: JsonObject, paymentId: number) => boolean) | undefined;
}

/** Replaces a value that is not stored. */
const HIDDEN = '…';
/** A plausible field name, and not data in its place. */
const NAME = /^(?!.*\d{6})[a-z_][\w.-]{0,47}$/i;
const MOST_MEMBERS = 40;
const MOST_ITEMS = 5;
const MOST_DEPTH = 8;
const LONGEST_TEXT = 200;
/** Characters. */
const LONGEST_KEPT = 4_000;
/** A longer text is not examined. */
const LONGEST_READ = 65_536;

/** The stored form of a body: JSON with the listed fields, or its length when it is no JSON object. */
export function storedBody(text: string, keeping: FieldRules): string {
  if (text === '') return '';
  if (text.length > LONGEST_READ) return `(${text.length} characters)`;
  const object = parseObject(text);
  return object ? keptObject(object, keeping) : `(${text.length} characters, no JSON object)`;
}

/**
 * The same for the fields of a form or a query. Of a repeated field the last value counts; `metadata[a]` is
 * `metadata.a`.
 */
export function storedForm(fields: URLSearchParams, keeping: FieldRules): string {
  const pairs = [...fields].map(([name, value]) => [name.replaceAll(/\[(\w*)\]/g, dotted), value] as const);
  return pairs.length === 0 ? '' : keptObject(Object.fromEntries(pairs), keeping);
}

/** The method and path of a call, without its query, followed by the stored form of its fields. */
export function storedCall(method: string, path: string, fields: string): string {
  return [method, printablePath(path), fields].filter((part) => part !== '').join(' ');
}

function keptObject(object: JsonObject, keeping: FieldRules): string {
  const text = JSON.stringify(keptMembers(object, '', keeping, 1));
  return text.length > LONGEST_KEPT ? `${text.slice(0, LONGEST_KEPT - 1).toWellFormed()}…` : text;
}

function keptMembers(object: JsonObject, path: string, keeping: FieldRules, depth: number): JsonObject {
  const members = Object.entries(object);
  const kept = members.slice(0, MOST_MEMBERS).map(([name, value]): [string, unknown] => {
    if (!isName(name, keeping)) return ['?', HIDDEN];
    return [name, keptValue(value, path === '' ? name : `${path}.${name}`, keeping, depth)];
  });
  if (members.length > MOST_MEMBERS) kept.push([HIDDEN, `${members.length - MOST_MEMBERS} more`]);
  // Not by assignment: a member may be called __proto__.
  return Object.fromEntries(kept);
}

/** Whether a name may be stored: the sender may have put anything in its place. */
function isName(name: string, { secrets = [] }: FieldRules): boolean {
  return NAME.test(name) && !LIKE_A_KEY.test(name) && !secrets.some((secret) => name.includes(secret));
}

function keptValue(value: unknown, path: string, keeping: FieldRules, depth: number): unknown {
  if (value === null || value === '') return value;
  if (Array.isArray(value)) return keptItems(value, path, keeping, depth);
  if (isObject(value)) return depth >= MOST_DEPTH ? HIDDEN : keptMembers(value, path, keeping, depth + 1);
  const kind = Object.hasOwn(keeping.fields, path) ? keeping.fields[path] : undefined;
  if (kind === undefined) return HIDDEN;
  if (typeof value === 'boolean') return value;
  const kept = keptText(String(value), kind, keeping);
  return typeof value === 'number' && kept === String(value) ? value : kept;
}

function keptItems(items: readonly unknown[], path: string, keeping: FieldRules, depth: number): unknown {
  const { isOwn, paymentId } = keeping;
  const own =
    isOwn && paymentId !== undefined ? items.filter((item) => !isObject(item) || isOwn(item, paymentId)) : items;
  const shown = own.slice(0, MOST_ITEMS).map((item) => keptValue(item, path, keeping, depth + 1));
  const left = items.length - shown.length;
  return left > 0 ? [...shown, `${left} more`] : shown;
}

function keptText(given: string, kind: StoredAs, { paymentId, secrets = [] }: FieldRules): string {
  const text = given.trim();
  if (kind !== 'text' && secrets.some((secret) => text.includes(secret))) return HIDDEN;
  if (kind === 'phone') return /^\+?[\d\s().-]{3,24}$/.test(text) ? `…${text.replace(/\D/g, '').slice(-2)}` : HIDDEN;
  if (kind === 'text') return storedText(text, secrets);
  if (!SHAPES[kind].test(text) || LIKE_A_KEY.test(text)) return HIDDEN;
  return kind === 'id' && !isOwnNumber(text, paymentId) && isLikeCardNumber(text) ? HIDDEN : text;
}

const SHAPES = {
  id: /^[\w-]{1,40}$/,
  // Without enough digits to be a personal number.
  word: /^(?!.*(?:\d[\s().-]{0,2}){6})[\w .:,()/[\]+-]{1,200}$/,
  amount: /^-?[\d.,]{1,12}$/,
  // Seconds or milliseconds, or a date.
  time: /^(?:\d{1,14}|\d{4}-\d\d-\d\d[\dTZ:. +-]{0,30})$/,
  ours: /^[ -~]{1,300}$/,
} as const;

/** Parts of providers' keys, client secrets and web tokens. */
const LIKE_A_KEY = /eyJ|_secret_|\b[prst]k_|whsec_/i;

/** Our number, alone or after a few letters, as in NatCash's order numbers. */
function isOwnNumber(text: string, paymentId: number | undefined): boolean {
  return paymentId !== undefined && text.replace(/^[A-Za-z-]{1,8}/, '') === String(paymentId);
}

/** As long as a card number, with a correct check digit. */
function isLikeCardNumber(text: string): boolean {
  const digits = text.replace(/[\s-]/g, '');
  if (!/^\d{13,19}$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const doubled = Number(digit) * (at % 2 === 1 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/** Hides secrets, addresses, long numbers, and tokens that are too long and mixed to be words. */
function storedText(text: string, secrets: readonly string[]): string {
  const without = secrets.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text);
  return without
    .slice(0, LONGEST_TEXT * 2)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll(/[^\s@]+@[^\s@]+/g, HIDDEN)
    .replaceAll(/(?=\S*\d)(?=\S*[A-Za-z])\S{16,}/g, HIDDEN)
    .replaceAll(/\d(?:[\s().-]{0,2}\d){5,}/g, (number) => `…${number.slice(-2)}`)
    .slice(0, LONGEST_TEXT)
    .toWellFormed();
}

/** `[a]` becomes `.a`; a list index is removed. */
function dotted(_all: string, inner: string): string {
  return inner === '' || /^\d+$/.test(inner) ? '' : `.${inner}`;
}

/** Unauthenticated clients may have written the address. */
function printablePath(path: string): string {
  return path.length <= 200 && /^[\w/.:-]*$/.test(path) ? path : HIDDEN;
}

/** The stored form of a message below `/providers/<method>/`: from its query, a form or JSON. */
export function storedMessage({ path, method, query, headers, body }: Incoming, keeping: FieldRules): string {
  const text = body.toString('utf8');
  const isForm = /form/i.test(String(headers['content-type'])) && !text.trimStart().startsWith('{');
  const fields = [
    storedForm(query, keeping),
    isForm ? storedForm(new URLSearchParams(firstFields(text)), keeping) : storedBody(text, keeping),
  ];
  return storedCall(method, path, fields.filter((part) => part !== '').join(' '));
}
