import type { Actor } from '../../core/actor.ts';
import { CURRENCIES, type Currency, formatAmount, parseDecimal } from '../../core/money.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '../../core/payment.ts';
import type { Database } from '../../database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import { type Refusal, refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { FieldsRefused, OperatorError } from '../../platform/operator-error.ts';
import { isStorableText } from '../../platform/text/json-body.ts';
import { recordChange } from '../audit/store/record-change.ts';
import { findApiKey } from '../websites/store/api-keys.ts';
import { findWebsite } from '../websites/store/websites.ts';
import { type CreatedPayment, type CreatePaymentDeps, createPayment, type PaymentRequest } from './create-payment.ts';
import { insertFree } from './store-payment.ts';

/** The smallest amount of a payment, minor units. */
const LEAST_MINOR = 100;

/** The form as the user typed it; an empty string for an empty field. */
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
 * Creates a test payment by hand, as the merchant of the key would through the API, and records the actor. Throws
 * OperatorError for a key that does not exist, is a live key or is deactivated. Throws FieldsRefused with the errors of
 * the form, and any error of `createPayment`.
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
  if (!key || !website) throw new OperatorError('not_found', 'key_id', refusal('keyNotFound', { id: apiKeyId }));
  if (key.mode !== 'test') {
    throw new OperatorError('conflict', 'key_id', refusal('testKeyNeeded'));
  }
  if (key.deactivatedAtUs !== null || website.deactivatedAtUs !== null) {
    throw new OperatorError('conflict', 'key_id', refusal('testKeyInactive'));
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

/** Throws FieldsRefused, with the first error of each field. */
function readTyped(typed: TypedPayment): PaymentRequest {
  const faults: Record<string, Refusal> = {};
  const blame = (field: string, fault: Refusal) => {
    faults[field] ??= fault;
  };
  const amountMinor = parseDecimal(typed.amount.trim(), 2);
  if (amountMinor === 'too_precise') blame('amount', refusal('twoDecimals'));
  else if (amountMinor === undefined || amountMinor < LEAST_MINOR) blame('amount', refusal('amountAtLeast'));
  if (!isCurrency(typed.currency)) blame('currency', refusal('oneOf', { choices: CURRENCIES }));
  if (!isMethod(typed.method)) blame('payment_method', refusal('methodUnknown', { methods: PAYMENT_METHODS }));
  const text = (field: string, given: string, most: number) => {
    const isGood = [...given].length <= most && isStorableText(given);
    if (!isGood) blame(field, refusal('lengthAtMost', { most }));
    return given === '' ? null : given;
  };
  const customerName = text('customer_name', typed.customerName, 255);
  if (customerName === null) blame('customer_name', refusal('nameMissing'));
  const customerEmail = text('customer_email', typed.customerEmail, 255);
  if (customerEmail !== null && !/^[^\s@]+@[^\s@]+$/.test(customerEmail)) {
    blame('customer_email', refusal('emailInvalid'));
  }
  const others = {
    customerPhone: text('customer_phone', typed.customerPhone, 20),
    reference: text('reference', typed.reference, 255),
    description: text('description', typed.description, 500),
  };
  if (Object.keys(faults).length > 0 || typeof amountMinor !== 'number' || customerName === null) {
    throw new FieldsRefused(faults);
  }
  return {
    amount: { amountMinor, currency: typed.currency as Currency },
    method: typed.method as PaymentMethod,
    customerName,
    customerEmail,
    ...others,
    metadata: null,
    recurringInterval: null,
    recurringIntervalCount: null,
  };
}

function isCurrency(text: string): text is Currency {
  return CURRENCIES.some((each) => each === text);
}

function isMethod(text: string): text is PaymentMethod {
  return PAYMENT_METHODS.some((each) => each === text);
}
