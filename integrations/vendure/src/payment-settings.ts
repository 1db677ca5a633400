import { Peye } from '@peye/sdk';
import type { PaymentMethod } from '@vendure/core';
import { type Method, peyePaymentHandler } from './payment-handler';

/** What an administrator has set for a payment method of this plugin. */
export interface PaymentSettings {
  readonly method: Method;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly webhookSecret: string;
}

/** A webhook needs a response within 10 seconds. */
const READ_TIMEOUT_MS = 8_000;
/** A customer waits. A payment that is not found within this time is found later, by the task that checks open payments. */
const LOOKUP_WAIT_MS = 10_000;

/** Whether a payment method of the shop belongs to this plugin. */
export function isPeyeMethod({ handler }: PaymentMethod): boolean {
  return handler.code === peyePaymentHandler.code;
}

/** The settings of a payment method. A missing setting is an empty text, which the SDK rejects by its name. */
export function settingsOf({ handler }: PaymentMethod): PaymentSettings {
  const textOf = (name: string) => handler.args.find((arg) => arg.name === name)?.value.trim() ?? '';
  return {
    method: textOf('method') as Method,
    baseUrl: textOf('baseUrl'),
    apiKey: textOf('apiKey'),
    webhookSecret: textOf('webhookSecret'),
  };
}

/** The gateway of a payment method. Throws a `PeyeError` for settings that cannot be right. */
export function gatewayOf({ apiKey, baseUrl }: PaymentSettings): Peye {
  const timeouts = { timeoutMs: READ_TIMEOUT_MS, lookupWaitMs: LOOKUP_WAIT_MS };
  return new Peye({ apiKey, baseUrl, ...timeouts, userAgent: 'vendure-plugin/0.1.0' });
}

/** Whether a payment method has a test key, so that no money moves. */
export function isTestKey({ apiKey }: PaymentSettings): boolean {
  return apiKey.startsWith('tk_test_');
}
