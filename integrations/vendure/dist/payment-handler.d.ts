import { type CreateRefundResult, LanguageCode, type Payment, PaymentMethodHandler, type RequestContext } from '@vendure/core';
/** A payment that the gateway has confirmed, and that belongs to an order. */
export interface ConfirmedPayment {
    readonly transactionId: string;
    /** The part of the order's total that it pays, in minor units. */
    readonly amount: number;
    readonly chargedAmount: string;
    readonly chargedCurrency: string;
    readonly method: string;
    readonly isTest: boolean;
}
/**
 * The payments that may be added to an order, by the context of the call that adds them. Only this plugin puts payments here: a
 * customer who calls `addPaymentToOrder` has another context.
 */
export declare const confirmedPayments: WeakMap<RequestContext, ConfirmedPayment>;
/** A part of a payment to refund, in minor units of the order's currency. */
export interface RefundRequest {
    readonly payment: Payment;
    readonly amount: number;
    readonly reason?: string | null | undefined;
}
type RequestRefund = (ctx: RequestContext, request: RefundRequest) => Promise<CreateRefundResult>;
/** Sets how refunds are requested: Vendure creates the handler before the services of the plugin. */
export declare function refundWith(request: RequestRefund): void;
/**
 * Methods that are paid on a page of the gateway. With `choice` the customer chooses one of the others there, in a checkout session. `card` is
 * missing, since it needs a widget in the storefront.
 */
export declare const METHODS: readonly ['moncash', 'natcash', 'lakaypay_card', 'choice'];
export type Method = (typeof METHODS)[number];
/** One Vendure payment method is one way to pay at the gateway: create one for MonCash, one for NatCash, and so on. */
export declare const peyePaymentHandler: PaymentMethodHandler<{
    method: {
        type: "string";
        label: {
            languageCode: LanguageCode;
            value: string;
        }[];
        ui: {
            component: string;
            options: {
                value: "choice" | "lakaypay_card" | "moncash" | "natcash";
                label: {
                    languageCode: LanguageCode;
                    value: string;
                }[];
            }[];
        };
    };
    baseUrl: {
        type: "string";
        label: {
            languageCode: LanguageCode;
            value: string;
        }[];
        description: {
            languageCode: LanguageCode;
            value: string;
        }[];
    };
    apiKey: {
        type: "string";
        label: {
            languageCode: LanguageCode;
            value: string;
        }[];
        description: {
            languageCode: LanguageCode;
            value: string;
        }[];
        ui: {
            component: string;
        };
    };
    webhookSecret: {
        type: "string";
        label: {
            languageCode: LanguageCode;
            value: string;
        }[];
        description: {
            languageCode: LanguageCode;
            value: string;
        }[];
        ui: {
            component: string;
        };
    };
}>;
export {};
