import type { Actor } from '../domain/actor.ts';
import { ApiError, type FieldErrors, validationError } from '../domain/errors.ts';
import { CURRENCIES, type Currency, formatAmount, parseDecimal } from '../domain/money.ts';
import { OperatorError } from '../domain/operator-error.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '../domain/payment.ts';
import { isStorableText } from '../lib/json-body.ts';
import type { Log } from '../lib/log.ts';
import { findApiKey } from '../storage/api-keys.ts';
import type { Database } from '../storage/database.ts';
import { recordChange } from '../storage/record-change.ts';
import { findWebsite } from '../storage/websites.ts';
import { type CreatedPayment, type CreatePaymentDeps, createPayment, type PaymentRequest } from './create-payment.ts';
import { insertFree } from './store-payment.ts';

/** The least that a payment may be of, in minor units. */
const LEAST_MINOR = 100;

/** What somebody has typed, as they typed it; empty for what was left out. */
export interface TypedPayment {
  readonly amount: string;
  readonly currency: string;
  readonly method: string;
  readonly customerName: string;
  readonly customerEmail: string;
  readonly customerPhone: string;
  readonly reference: string;
  readonly description: string;
}

/**
 * Makes a test payment by hand, as its key's merchant would with the API, and records who did. Throws OperatorError for a key that is
 * not there, makes live payments or is deactivated; ApiError `validation_error` with everything that is wrong with what was typed, and
 * what `createPayment` throws.
 */
export async function createTestPayment(
  deps: Omit<CreatePaymentDeps, 'store'> & { readonly db: Database; readonly actor: Actor },
  apiKeyId: string,
  typed: TypedPayment,
  log: Log,
): Promise<CreatedPayment> {
  const { db } = deps;
  const key = await findApiKey(db, apiKeyId);
  const website = key && (await findWebsite(db, key.websiteId));
  if (!key || !website) throw new OperatorError('not_found', 'key_id', `There is no key ${apiKeyId}.`);
  if (key.mode !== 'test') {
    throw new OperatorError('conflict', 'key_id', 'Choose a test key: with a live one the payment would move money.');
  }
  if (key.deactivatedAtUs !== null || website.deactivatedAtUs !== null) {
    throw new OperatorError('conflict', 'key_id', 'This key is deactivated. Activate it, or choose another.');
  }
  const request = readTyped(typed);
  const store: CreatePaymentDeps['store'] = (payment) =>
    db.transaction(async (tx) => {
      const stored = await insertFree(tx, [payment]);
      if (!stored.has(payment)) return false;
      const { id, method, amountMinor, currency } = payment;
      await recordChange(tx, deps, {
        action: 'payment.create',
        subject: { kind: 'payment', id: String(id) },
        websiteId: website.id,
        after: { key_id: key.id, payment_method: method, amount: formatAmount(amountMinor), currency },
      });
      return true;
    });
  return createPayment({ ...deps, store }, { apiKeyId: key.id, mode: 'test', website }, request, log);
}

/** Throws ApiError `validation_error`, with what to change by the name of each field. */
function readTyped(typed: TypedPayment): PaymentRequest {
  const errors: FieldErrors = {};
  const blame = (field: string, message: string) => (errors[field] ??= []).push(message);
  const amountMinor = parseDecimal(typed.amount.trim(), 2);
  if (amountMinor === 'too_precise') blame('amount', 'It must have at most two decimals.');
  else if (amountMinor === undefined || amountMinor < LEAST_MINOR)
    blame('amount', 'It must be a number of at least 1.');
  if (!isCurrency(typed.currency)) blame('currency', `It must be one of ${CURRENCIES.join(', ')}.`);
  if (!isMethod(typed.method)) blame('payment_method', `It must be one of ${PAYMENT_METHODS.join(', ')}.`);
  const text = (field: string, given: string, most: number) => {
    const isGood = [...given].length <= most && isStorableText(given);
    if (!isGood) blame(field, `It must have at most ${most} characters.`);
    return given === '' ? null : given;
  };
  const customerName = text('customer_name', typed.customerName, 255);
  if (customerName === null) blame('customer_name', 'Give a name.');
  const customerEmail = text('customer_email', typed.customerEmail, 255);
  if (customerEmail !== null && !/^[^\s@]+@[^\s@]+$/.test(customerEmail)) {
    blame('customer_email', 'It must be an e-mail address.');
  }
  const others = {
    customerPhone: text('customer_phone', typed.customerPhone, 20),
    reference: text('reference', typed.reference, 255),
    description: text('description', typed.description, 500),
  };
  if (Object.keys(errors).length > 0) throw validationError(errors);
  if (typeof amountMinor !== 'number' || customerName === null) throw new ApiError('validation_error');
  return {
    amount: { amountMinor, currency: typed.currency as Currency },
    method: typed.method as PaymentMethod,
    ...{ customerName, customerEmail, ...others },
    ...{ metadata: null, recurringInterval: null, recurringIntervalCount: null },
  };
}

function isCurrency(text: string): text is Currency {
  return CURRENCIES.some((each) => each === text);
}

function isMethod(text: string): text is PaymentMethod {
  return PAYMENT_METHODS.some((each) => each === text);
}
