import { type FieldErrors, validationError } from '../domain/errors.ts';
import { LINK_LANGUAGES } from '../domain/payment-link.ts';
import { parseTimestamp } from '../domain/timestamps.ts';
import type { JsonBody } from '../lib/json-body.ts';
import { isObject, type JsonObject } from '../lib/json-object.ts';
import type { LinkFields } from '../operator/links/link-rules.ts';

/** What JSON calls the kinds of values that fields have. */
const KINDS = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  integer: 'a whole number',
  texts: 'an array of strings',
  object: 'an object',
} as const;
type Kind = keyof typeof KINDS;

const FIELDS = {
  name: 'string',
  descriptions: 'object',
  amount_mode: 'string',
  currency: 'string',
  amount: 'number',
  min_amount: 'number',
  max_amount: 'number',
  methods: 'texts',
  stock: 'integer',
  single_use: 'boolean',
  expires_at: 'string',
  asks_name: 'boolean',
  asks_phone: 'boolean',
  thanks: 'string',
  notify_email: 'string',
} as const satisfies Readonly<Record<string, Kind>>;

/**
 * The fields of a link in a JSON body, amounts as they were written. Fields that are not known are ignored, and null is "not given".
 * Throws ApiError `validation_error` that names each field of another type; what a value may be is the verb's to say.
 */
export function readLinkFields(body: JsonObject | undefined, sent: JsonBody | undefined): LinkFields {
  if (body === undefined || sent === undefined) throw validationError({ body: ['The body must be a JSON object.'] });
  const errors: FieldErrors = {};
  for (const [name, kind] of Object.entries(FIELDS)) {
    const value = body[name];
    if (value !== undefined && !isKind(kind, value)) errors[name] = [`The ${name} field must be ${KINDS[kind]}.`];
  }
  if (body.name === undefined) errors.name = ['The name field is required.'];
  if (body.descriptions === undefined) errors.descriptions = ['The descriptions field is required.'];
  const descriptions = readDescriptions(body.descriptions, errors);
  const expiresAtUs = typeof body.expires_at === 'string' ? momentOf(body.expires_at) : null;
  if (expiresAtUs === undefined)
    errors.expires_at = ['The expires_at field must be a time such as 2026-12-31T23:59:59-05:00.'];
  if (Object.keys(errors).length > 0) throw validationError(errors);
  const source = (name: string) => (body[name] === undefined ? null : (sent.sources.get(name) ?? null));
  return {
    name: body.name as string,
    descriptions,
    amountMode: body.amount_mode as string | undefined,
    currency: body.currency as string | undefined,
    ...{ amount: source('amount'), minAmount: source('min_amount'), maxAmount: source('max_amount') },
    methods: body.methods as string[] | undefined,
    stock: body.stock as number | undefined,
    isSingleUse: body.single_use as boolean | undefined,
    expiresAtUs: expiresAtUs ?? null,
    asksName: body.asks_name as boolean | undefined,
    asksPhone: body.asks_phone as boolean | undefined,
    thanks: body.thanks as string | undefined,
    notifyEmail: body.notify_email as string | undefined,
  };
}

function isKind(kind: Kind, value: unknown): boolean {
  if (kind === 'texts') return Array.isArray(value) && value.every((each) => typeof each === 'string');
  if (kind === 'integer') return Number.isSafeInteger(value);
  return kind === 'object' ? isObject(value) : typeof value === kind;
}

function readDescriptions(value: unknown, errors: FieldErrors): LinkFields['descriptions'] {
  if (!isObject(value)) return {};
  const wrong = LINK_LANGUAGES.filter(
    (language) => !['string', 'undefined'].includes(typeof (value[language] ?? undefined)),
  );
  for (const language of wrong) {
    errors[`descriptions.${language}`] = [`The descriptions.${language} field must be a string.`];
  }
  const text = (language: string) => value[language] as string | null | undefined;
  return { ht: text('ht'), fr: text('fr'), en: text('en') };
}

/** A day alone is no moment: it would end as it begins in London. */
function momentOf(text: string): number | undefined {
  return text.includes('T') ? parseTimestamp(text) : undefined;
}
