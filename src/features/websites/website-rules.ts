import { PAYMENT_METHODS, type PaymentMethod } from '../../core/payment.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError, refuseField } from '../../platform/operator-error.ts';
import { shortTextFault } from '../../platform/wording/short-text.ts';
import { checkCallbackUrl, checkReturnUrl } from './callback-url.ts';

/** The operator's fields of a website. */
export interface WebsiteFields {
  /** 1 to 255 characters. */
  readonly name?: string | undefined;
  /** Null for none. */
  readonly callbackUrl?: string | null | undefined;
  /** Where events of test payments are sent, when not to the callback URL. */
  readonly testCallbackUrl?: string | null | undefined;
  readonly returnUrl?: string | null | undefined;
}

/**
 * Throws OperatorError for the first invalid field.
 *
 * @param allowedSubnets non-public subnets that webhooks may be delivered to
 */
export function checkWebsite(
  { name, callbackUrl, testCallbackUrl, returnUrl }: WebsiteFields,
  allowedSubnets: readonly string[],
): void {
  if (name !== undefined) refuseField('name', shortTextFault(name));
  const callback = callbackUrl ? checkCallbackUrl(callbackUrl, allowedSubnets) : undefined;
  refuseField('callback_url', callback && refusal('callbackUrlRefused', { reason: callback }));
  const test = testCallbackUrl ? checkCallbackUrl(testCallbackUrl, allowedSubnets) : undefined;
  refuseField('test_callback_url', test && refusal('testCallbackUrlRefused', { reason: test }));
  const back = returnUrl ? checkReturnUrl(returnUrl) : undefined;
  refuseField('return_url', back && refusal('returnUrlRefused', { reason: back }));
}

/** The methods in their fixed order, without duplicates. Throws OperatorError for an unknown one. */
export function orderMethods(given: readonly string[]): PaymentMethod[] {
  if (!given.every((method) => PAYMENT_METHODS.includes(method as PaymentMethod))) {
    throw new OperatorError('invalid', 'methods', refusal('methodsUnknown', { methods: PAYMENT_METHODS }));
  }
  return PAYMENT_METHODS.filter((method) => given.includes(method));
}
