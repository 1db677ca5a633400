import { Peye } from '@peye/sdk';
import type { PaymentMethod } from '@vendure/core';
import { type Method } from './payment-handler';
/** What an administrator has set for a payment method of this plugin. */
export interface PaymentSettings {
    readonly method: Method;
    readonly baseUrl: string;
    readonly apiKey: string;
    readonly webhookSecret: string;
}
/** Whether a payment method of the shop belongs to this plugin. */
export declare function isPeyeMethod({ handler }: PaymentMethod): boolean;
/** The settings of a payment method. A missing setting is an empty text, which the SDK rejects by its name. */
export declare function settingsOf({ handler }: PaymentMethod): PaymentSettings;
/** The gateway of a payment method. Throws a `PeyeError` for settings that cannot be right. */
export declare function gatewayOf({ apiKey, baseUrl }: PaymentSettings): Peye;
/** Whether a payment method has a test key, so that no money moves. */
export declare function isTestKey({ apiKey }: PaymentSettings): boolean;
