import type { FinalStatus } from '../../core/payment.ts';
import { paymentJson, type ShownPayment } from '../../core/payment-json.ts';
import { eventKind } from './event.ts';

/**
 * The body of a final payment's webhook. It is built once, when the payment becomes final, and stored: every attempt sends
 * these bytes. Contract: WEBHOOK-2, WEBHOOK-14.
 */
export function webhookBody(payment: ShownPayment): string {
  const timestampS = unixSeconds(payment.finishedAtUs ?? 0);
  return `{"event":"${eventKind(payment.status as FinalStatus)}","timestamp":${timestampS},"data":${paymentJson(payment)}}`;
}

/** The whole second that contains a moment. */
export function unixSeconds(us: number): number {
  return Math.floor(us / 1_000_000);
}
