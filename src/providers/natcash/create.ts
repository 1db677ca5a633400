import { MS_PER_DAY, MS_PER_MINUTE } from '../../core/durations.ts';
import { amountNumber } from '../../core/money.ts';
import type { Payment } from '../../core/payment.ts';
import type { Log } from '../../platform/log/log.ts';
import { nextCheck } from '../next-check.ts';
import {
  type Creation,
  type Opening,
  ProviderRefused,
  ProviderUnavailable,
  type UnopenedPayment,
} from '../provider.ts';
import type { ProviderDeps } from '../provider-deps.ts';
import { type ApiDeps, callNatcash, logRefusal, readInteger } from './client.ts';
import { makeProviderData, makeRequestId, orderNumberOf, requestIdOf } from './provider-data.ts';
import type { NatcashSettings } from './settings.ts';
import { signCreation, signedAmountText } from './signatures.ts';
import { describeStatus, isRejection, SUCCESS } from './status-codes.ts';

const DEFAULT_SECONDS = 900;
const SHORTEST_MS = MS_PER_MINUTE;
const LONGEST_MS = MS_PER_DAY;
/** NatCash does not document whether `expiredAt` is a duration or a time. No duration in seconds is this large. */
const LARGEST_DURATION_SECONDS = 1_000_000;
/** No time in milliseconds is this small: the clock passed this number in 1973. */
const SMALLEST_EPOCH_MS = 100_000_000_000;

/**
 * How long NatCash accepts a payment, milliseconds from `nowMs` on NatCash's clock: 15 minutes without a valid value,
 * and never more than a day.
 */
export function lifetimeMs(expiredAt: unknown, nowMs: number): number {
  const given = readInteger(expiredAt) ?? 0;
  const lifeMs = given < LARGEST_DURATION_SECONDS ? given * 1000 : epochMs(given) - nowMs;
  // A shorter value means a wrong clock or another unit. Payments would then fail early, and be paid afterwards.
  return lifeMs < SHORTEST_MS ? DEFAULT_SECONDS * 1000 : Math.min(lifeMs, LONGEST_MS);
}

function epochMs(given: number): number {
  return given < SMALLEST_EPOCH_MS ? given * 1000 : given;
}

const LONGEST_URL = 2048;

export interface CreateDeps extends ApiDeps {
  readonly publicUrl: string;
}

/** The payment before NatCash is called, with the request id that all later queries use. */
export function openPayment(
  { graceSeconds }: NatcashSettings,
  { box }: Pick<ProviderDeps, 'box'>,
  { id, createdAtUs }: UnopenedPayment,
): Opening {
  const waitMs = lifetimeMs(undefined, 0) + graceSeconds * 1000;
  const expiresAtUs = createdAtUs + waitMs * 1000;
  return {
    providerData: makeProviderData(makeRequestId(box, id)),
    expiresAtUs,
    nextCheckAtUs: nextCheck({ createdAtUs, expiresAtUs }, createdAtUs),
    fields: {},
  };
}

/**
 * Requests the page on which the customer pays. Throws ProviderRefused when NatCash rejects the payment,
 * ProviderUnavailable when no usable response came.
 */
export async function createOrder(deps: CreateDeps, payment: Payment, log: Log): Promise<Creation> {
  const { settings, clock } = deps;
  const call = { operation: 'credential', transactionId: payment.id } as const;
  const sentAtMs = Math.floor(clock() / 1000) + settings.timestampOffsetMs;
  const reply = await callNatcash(deps, log, call, requestBody(deps, payment, sentAtMs));
  if (reply.status !== SUCCESS) {
    logRefusal(log, call, reply);
    throw new ProviderRefused(
      isRejection(reply.status)
        ? 'NatCash cannot be used right now. Please choose another payment method.'
        : 'NatCash did not accept the payment. Please choose another payment method, or try again later.',
      'provider_error',
      `natcash credential: ${describeStatus(reply.status)}`,
    );
  }
  const paymentUrl = readUrl(reply.body.url);
  if (!paymentUrl) throw new ProviderUnavailable('natcash credential: success, but without an address to pay at');
  const nowUs = clock();
  const graceMs = settings.graceSeconds * 1000;
  const expiresAtUs = nowUs + (lifetimeMs(reply.body.expiredAt, sentAtMs) + graceMs) * 1000;
  return {
    providerData: payment.providerData,
    providerRef: null,
    expiresAtUs,
    nextCheckAtUs: nextCheck({ createdAtUs: payment.createdAtUs, expiresAtUs }, nowUs),
    fields: { payment_url: paymentUrl, natcash_reference: orderNumberOf(payment.id) },
  };
}

function requestBody({ settings, publicUrl }: CreateDeps, payment: Payment, timestampMs: number) {
  const { partnerCode, username, password, language, enableFee } = settings;
  const order = { requestId: requestIdOf(payment), orderNumber: orderNumberOf(payment.id) };
  const amount = signedAmountText(payment.amountMinor, settings.signedAmount);
  const msisdn = haitianMsisdn(payment.customerPhone);
  return {
    ...order,
    partnerCode,
    username,
    password,
    amount: amountNumber(payment.amountMinor),
    timestamp: timestampMs,
    callbackUrl: `${publicUrl}/providers/natcash/return?payment=${payment.id}`,
    ...(msisdn && { msisdn }),
    skipPhoneInput: settings.skipPhoneInput && msisdn !== undefined,
    language,
    enableFee,
    signature: signCreation(settings, order, { timestampMs, amount }),
  };
}

/** The normalised address: merchants put it into a header, where a line break would start another header. */
function readUrl(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > LONGEST_URL || !URL.canParse(value)) return undefined;
  const { protocol, href } = new URL(value);
  return /^https?:$/.test(protocol) ? href : undefined;
}

/** A Haitian mobile number as people write it, as `509` and eight digits; undefined for every other text. */
export function haitianMsisdn(phone: string | null): string | undefined {
  const digits = (phone ?? '').replace(/[\s.()+-]/g, '').replace(/^00/, '');
  // Wallets have mobile numbers. The prefix of an operator is not checked, because numbers move between operators.
  const national = /^(?:509)?([345]\d{7})$/.exec(digits)?.[1];
  return national && `509${national}`;
}
