import { isIP } from 'node:net';
import { SECONDS_PER_DAY } from '../../core/durations.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '../../core/payment.ts';
import { type Refusal, refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { isInSubnets, isPublicAddress } from '../../platform/network/public-address.ts';
import { checkAll, OperatorError, refuseField } from '../../platform/operator-error.ts';
import { shortTextFault } from '../../platform/wording/short-text.ts';

const MAX_LENGTH = 2048;

/**
 * Checks the text of a callback URL when it is set, without resolving its name. Returns the reason for a rejection, or undefined when it is
 * accepted; a name that resolves to a non-public address is only detected at delivery. Contract: WEBHOOK-17.
 *
 * @param allowedSubnets subnets that may be delivered to although they are not public
 */
export function checkCallbackUrl(text: string, allowedSubnets: readonly string[]): Refusal | undefined {
  const url = readUrl(text);
  if (!(url instanceof URL)) return url;
  if (url.protocol !== 'https:') return refusal('urlNotHttps');
  const address = url.hostname.replace(/^\[|\]$/g, '');
  // The parser has converted every notation of an IPv4 address (decimal, octal, hexadecimal, shortened) to the usual one.
  if (isIP(address) !== 0) {
    if (isPublicAddress(address) || isInSubnets(address, allowedSubnets)) return undefined;
    return refusal('urlNotPublic', { address });
  }
  const name = url.hostname.replace(/\.+$/, '');
  const isLocal = name === 'localhost' || name.endsWith('.localhost');
  if (isLocal && !LOOPBACK.some((loopback) => isInSubnets(loopback, allowedSubnets))) {
    return refusal('urlThisMachine', { name });
  }
  return undefined;
}

/** Checks a return URL: any web URL, including one on a developer's own machine. */
export function checkReturnUrl(text: string): Refusal | undefined {
  const url = readUrl(text);
  if (!(url instanceof URL)) return url;
  return ['http:', 'https:'].includes(url.protocol) ? undefined : refusal('urlNotWeb');
}

const LOOPBACK = ['127.0.0.1', '::1'];

/** The parsed URL, or why it cannot be used. */
function readUrl(text: string): URL | Refusal {
  if ([...text].length > MAX_LENGTH) return refusal('urlTooLong', { most: MAX_LENGTH });
  // The parser would silently drop or encode these characters, and the gateway would call a different URL.
  if (!text.isWellFormed() || /[\s\p{Cc}]/u.test(text)) return refusal('urlSpaces');
  if (!URL.canParse(text)) return refusal('urlIncomplete');
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return refusal('urlCredentials');
  return url;
}

/** The longest overlap of two secrets: 365 days. */
const MAX_WAIT_SECONDS = 365 * SECONDS_PER_DAY;

/** The fault of a delay in seconds before a change; undefined when it has none. */
export function waitFault(seconds: number): Refusal | undefined {
  const isGood = Number.isInteger(seconds) && seconds >= 0 && seconds <= MAX_WAIT_SECONDS;
  return isGood ? undefined : refusal('waitRange');
}

/** The bounds of a website's limit of requests a minute. The store has them too. */
const WEBSITE_LIMIT = { least: 60, most: 6000 } as const;

/** The limit in a text of a form or a command: null for the general limit, NaN if it is not a whole number. */
export function readRateLimit(text: string): number | null {
  const digits = text.trim();
  return digits === '' || digits === 'none' ? null : /^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN;
}

/** Throws OperatorError for a limit of requests a minute outside of its bounds; null is the general limit. */
export function checkRateLimit(perMinute: number | null | undefined): void {
  const { least, most } = WEBSITE_LIMIT;
  const isGood = perMinute == null || (Number.isInteger(perMinute) && perMinute >= least && perMinute <= most);
  refuseField('rate_limit_per_minute', isGood ? undefined : refusal('rateLimitRange', { least, most }));
}

/** The operator's fields of a website. */
export interface WebsiteFields {
  /** 1 to 255 characters. */
  readonly name?: string | undefined;
  /** Null for none. */
  readonly callbackUrl?: string | null | undefined;
  /** Receives the events of test payments; the callback URL if not set. */
  readonly testCallbackUrl?: string | null | undefined;
  /** Receives the events of refunds. */
  readonly refundCallbackUrl?: string | null | undefined;
  /** Receives the events of refunds of test payments; the refund URL if not set. */
  readonly testRefundCallbackUrl?: string | null | undefined;
  readonly returnUrl?: string | null | undefined;
}

/**
 * Throws OperatorError with the faults of all invalid fields.
 *
 * @param allowedSubnets non-public subnets that webhooks may be delivered to
 */
export function checkWebsite(
  { name, callbackUrl, testCallbackUrl, refundCallbackUrl, testRefundCallbackUrl, returnUrl }: WebsiteFields,
  allowedSubnets: readonly string[],
): void {
  const callback = callbackUrl ? checkCallbackUrl(callbackUrl, allowedSubnets) : undefined;
  const test = testCallbackUrl ? checkCallbackUrl(testCallbackUrl, allowedSubnets) : undefined;
  const refund = refundCallbackUrl ? checkCallbackUrl(refundCallbackUrl, allowedSubnets) : undefined;
  const testRefund = testRefundCallbackUrl ? checkCallbackUrl(testRefundCallbackUrl, allowedSubnets) : undefined;
  const back = returnUrl ? checkReturnUrl(returnUrl) : undefined;
  checkAll(
    () => refuseField('name', name === undefined ? undefined : shortTextFault(name)),
    () => refuseField('callback_url', callback && refusal('callbackUrlRefused', { reason: callback })),
    () => refuseField('test_callback_url', test && refusal('testCallbackUrlRefused', { reason: test })),
    () => refuseField('refund_callback_url', refund && refusal('refundCallbackUrlRefused', { reason: refund })),
    () =>
      refuseField(
        'test_refund_callback_url',
        testRefund && refusal('testRefundCallbackUrlRefused', { reason: testRefund }),
      ),
    () => refuseField('return_url', back && refusal('returnUrlRefused', { reason: back })),
  );
}

/** The methods in their fixed order, without duplicates. Throws OperatorError for an unknown one. */
export function orderMethods(given: readonly string[]): PaymentMethod[] {
  if (!given.every((method) => PAYMENT_METHODS.includes(method as PaymentMethod))) {
    throw new OperatorError('invalid', 'methods', refusal('methodsUnknown', { methods: PAYMENT_METHODS }));
  }
  return PAYMENT_METHODS.filter((method) => given.includes(method));
}
