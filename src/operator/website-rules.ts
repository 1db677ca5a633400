import { OperatorError, refuseField } from '../domain/operator-error.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '../domain/payment.ts';
import { refusal } from '../messages/refusals/refusal-messages.ts';
import { checkCallbackUrl, checkReturnUrl } from '../webhooks/callback-url.ts';
import { shortTextFault } from '../wording/short-text.ts';

/** What an operator may say of a website. */
export interface WebsiteFields {
  /** 1 to 255 characters. */
  readonly name?: string | undefined;
  /** Null for none. */
  readonly callbackUrl?: string | null | undefined;
  /** Where events of test payments go, when not to the callback URL. */
  readonly testCallbackUrl?: string | null | undefined;
  readonly returnUrl?: string | null | undefined;
}

/**
 * Throws OperatorError for the first field that cannot be kept.
 *
 * @param allowedSubnets subnets that may be delivered to although they are not public
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

/** Methods in the order in which they are always listed, each once. Throws OperatorError for one that does not exist. */
export function orderMethods(given: readonly string[]): PaymentMethod[] {
  if (!given.every((method) => PAYMENT_METHODS.includes(method as PaymentMethod))) {
    throw new OperatorError('invalid', 'methods', refusal('methodsUnknown', { methods: PAYMENT_METHODS }));
  }
  return PAYMENT_METHODS.filter((method) => given.includes(method));
}
