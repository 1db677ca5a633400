import { PAYMENT_METHODS, type PaymentMethod } from '../core/payment.ts';
import type { SettingsReader } from '../platform/settings-reader.ts';
import { LIVE_METHODS } from './live-methods.ts';

/** The settings of live mode, one entry for each method. */
export type LiveSettings = {
  readonly [M in PaymentMethod]: ReturnType<(typeof LIVE_METHODS)[M]['read']>;
};

/** Settings whose value is never shown. */
export const CREDENTIALS: readonly string[] = PAYMENT_METHODS.flatMap((method) => LIVE_METHODS[method].credentials);

export function readLiveSettings(reader: SettingsReader): LiveSettings {
  const read = PAYMENT_METHODS.map((method) => [method, LIVE_METHODS[method].read(reader)]);
  return Object.fromEntries(read) as LiveSettings;
}
