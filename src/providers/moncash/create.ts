import { MS_PER_DAY, SECONDS_PER_MINUTE, US_PER_SECOND } from '../../core/durations.ts';
import { amountNumber } from '../../core/money.ts';
import type { Payment } from '../../core/payment.ts';
import type { Log } from '../../platform/log/log.ts';
import type { HttpResponse } from '../../platform/network/http.ts';
import { parseObject } from '../../platform/text/json-object.ts';
import { nextCheck } from '../next-check.ts';
import { paymentPageUrl } from '../payment-page.ts';
import {
  type Creation,
  type Opening,
  ProviderRefused,
  ProviderUnavailable,
  type UnopenedPayment,
} from '../provider.ts';
import type { ProviderDeps } from '../provider-deps.ts';
import type { MoncashApi } from './client.ts';
import { errorText } from './error-text.ts';
import { jwtClaims, orderIdOf, paymentIdOf, writeHostedPage } from './provider-data.ts';
import type { MoncashSettings } from './settings.ts';

/** The known lifetime of a payment token, if the token does not name its own. */
const TOKEN_LIFE_SECONDS = 10 * SECONDS_PER_MINUTE;
/** A longer lifetime is a mistake. */
const LONGEST_LIFE_MS = MS_PER_DAY;
/** The statuses for too many requests, and for a request that took too long. They prove nothing about the payment. */
const PASSING = [408, 425, 429];

export interface PaymentToken {
  readonly token: string;
  readonly lifeMs: number;
}

/** The payment before MonCash is called. Its expiry follows from the known lifetime of payment tokens. */
export function openPayment(settings: MoncashSettings, { createdAtUs }: UnopenedPayment): Opening {
  return {
    ...waits(settings, { fromUs: createdAtUs, lifeUs: TOKEN_LIFE_SECONDS * US_PER_SECOND, createdAtUs }),
    providerData: null,
    fields: {},
  };
}

/**
 * Requests MonCash's payment page. Throws ProviderRefused when MonCash rejects the payment, otherwise
 * ProviderUnavailable.
 */
export async function create(
  settings: MoncashSettings,
  { api, clock, box, publicUrl }: Pick<ProviderDeps, 'clock' | 'box' | 'publicUrl'> & { readonly api: MoncashApi },
  payment: Payment,
  log: Log,
): Promise<Creation> {
  const response = await api({ operation: 'CreatePayment', fields: order(payment), paymentId: payment.id }, log);
  const { token, lifeMs } = readPaymentToken(response, payment.id);
  // The lifetime starts now by our own clock: of MonCash's clock only the difference between two readings is meaningful.
  const nowUs = clock();
  const url = `${settings.gatewayUrl}/Payment/Redirect?${new URLSearchParams({ token })}`;
  return {
    ...waits(settings, { fromUs: nowUs, lifeUs: lifeMs * 1000, createdAtUs: payment.createdAtUs }),
    providerData: writeHostedPage(box, payment.id, { url, untilUs: nowUs + lifeMs * 1000 }),
    providerRef: null,
    // The address of our page, which redirects to MonCash's. We then recognise the browser when it returns: MonCash signs nothing.
    fields: { payment_url: paymentPageUrl(publicUrl, box, payment.id) },
  };
}

function waits(
  { graceSeconds }: MoncashSettings,
  { fromUs, lifeUs, createdAtUs }: { fromUs: number; lifeUs: number; createdAtUs: number },
): Pick<Opening, 'expiresAtUs' | 'nextCheckAtUs'> {
  const expiresAtUs = fromUs + lifeUs + graceSeconds * US_PER_SECOND;
  return { expiresAtUs, nextCheckAtUs: nextCheck({ createdAtUs, expiresAtUs }, fromUs) };
}

/** Two fields and no other: MonCash lets a payment choose neither its currency nor its return address. */
function order({ id, currency, amountMinor }: Payment): { amount: number; orderId: string } {
  if (currency !== 'HTG') throw new Error(`moncash takes gourdes only, and payment ${id} is in ${currency}`);
  return { amount: amountNumber(amountMinor), orderId: orderIdOf(id) };
}

/**
 * Reads the response to CreatePayment. Throws ProviderRefused when MonCash rejects the payment, and ProviderUnavailable
 * for an invalid response.
 */
export function readPaymentToken({ status, text }: HttpResponse, paymentId: number): PaymentToken {
  const response = parseObject(text);
  const refusal =
    response && status >= 400 && status < 500 && !PASSING.includes(status) ? errorText(response) : undefined;
  if (refusal !== undefined) {
    throw new ProviderRefused(
      'MonCash refused this payment.',
      'declined',
      `moncash CreatePayment: ${status} ${refusal}`,
    );
  }
  const paymentToken = response?.payment_token as { token?: unknown; created?: unknown; expired?: unknown } | undefined;
  const token = paymentToken?.token;
  if (status < 200 || status > 299 || typeof token !== 'string' || token === '') {
    throw new ProviderUnavailable(`moncash CreatePayment: no payment token in the response (${status})`);
  }
  const claims = jwtClaims(token);
  // With this token, the customer would pay for another order.
  if (claims?.ref !== undefined && paymentIdOf(claims.ref) !== paymentId) {
    throw new ProviderUnavailable('moncash CreatePayment: the payment token is of another order');
  }
  const lifeMs =
    plausible(Number(claims?.ext) - Number(claims?.crt)) ??
    plausible(localTimeMs(paymentToken?.expired) - localTimeMs(paymentToken?.created)) ??
    TOKEN_LIFE_SECONDS * 1000;
  return { token, lifeMs };
}

function plausible(lifeMs: number): number | undefined {
  return lifeMs > 0 && lifeMs <= LONGEST_LIFE_MS ? Math.floor(lifeMs) : undefined;
}

/**
 * A time as MonCash writes it, `2019-05-24 12:36:55:107`: with a colon before the milliseconds, of an unknown clock and
 * zone. Only differences are meaningful. NaN for anything else.
 */
function localTimeMs(text: unknown): number {
  const match = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)[:.](\d{3})$/.exec(String(text));
  return match ? Date.parse(`${match[1]}T${match[2]}.${match[3]}Z`) : Number.NaN;
}
