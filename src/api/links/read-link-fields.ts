import { type FieldErrors, validationError } from '../../core/errors.ts';
import { parseTimestamp } from '../../core/timestamps.ts';
import type { LinkFields } from '../../features/links/link-rules.ts';
import type { JsonBody } from '../../platform/text/json-body.ts';
import type { CreateLinkBody } from '../schemas/links.ts';

/**
 * The fields of a link in a JSON body, with amounts as they were written. `errors` is the result of the schema validation. Throws ApiError
 * `validation_error` that names each field with a wrong type. The verb checks the values.
 */
export function readLinkFields(
  body: CreateLinkBody | undefined,
  sent: JsonBody | undefined,
  errors: FieldErrors,
): LinkFields {
  if (body === undefined || sent === undefined) throw validationError({ body: ['The body must be a JSON object.'] });
  const expiresAtUs = body.expires_at === undefined || errors.expires_at ? null : momentOf(body.expires_at);
  if (expiresAtUs === undefined) {
    errors.expires_at = ['The expires_at field must be a time such as 2026-12-31T23:59:59-05:00.'];
  }
  if (Object.keys(errors).length > 0) throw validationError(errors);
  const source = (name: string) => sent.sources.get(name) ?? null;
  return {
    name: body.name,
    descriptions: body.descriptions,
    amountMode: body.amount_mode,
    currency: body.currency,
    amount: body.amount === undefined ? null : source('amount'),
    minAmount: body.min_amount === undefined ? null : source('min_amount'),
    maxAmount: body.max_amount === undefined ? null : source('max_amount'),
    methods: body.methods,
    stock: body.stock,
    isSingleUse: body.single_use,
    expiresAtUs: expiresAtUs ?? null,
    asksName: body.asks_name,
    asksPhone: body.asks_phone,
    thanks: body.thanks,
    notifyEmail: body.notify_email,
  };
}

/** A day alone is not a point in time: the link would expire when the day starts in UTC. */
function momentOf(text: string): number | undefined {
  return text.includes('T') ? parseTimestamp(text) : undefined;
}
