import { ActiveOrderService, OrderService, PaymentMethodService, RequestContext } from '@vendure/core';
import { CheckPaymentService } from './check-payment.service';
import type { PeyePaymentRecord } from './payment-record.entity';
import { PaymentRecordsService } from './payment-records.service';
/** Why no payment was created; the last part of the code of the Shop API's `PeyePaymentError`. */
export type RefusalReason = 'NO_ORDER_TO_PAY' | 'METHOD_NOT_AVAILABLE' | 'CURRENCY_NOT_SUPPORTED' | 'ALREADY_PAID' | 'REFUSED' | 'TRY_AGAIN';
/** Why the customer cannot pay now, with a sentence that may be shown. */
export declare class Refusal extends Error {
    readonly reason: RefusalReason;
    constructor(reason: RefusalReason, message: string);
}
/** A payment that the customer can pay. Before the customer has chosen its method, the charged amount is that of the order. */
type PaymentToPay = PeyePaymentRecord & {
    readonly isTest: boolean;
};
/** Creates payments at the gateway for the order that a customer is about to pay. The order gets a payment only when it is paid. */
export declare class BeginPaymentService {
    private readonly activeOrders;
    private readonly orders;
    private readonly methods;
    private readonly records;
    private readonly checking;
    constructor(activeOrders: ActiveOrderService, orders: OrderService, methods: PaymentMethodService, records: PaymentRecordsService, checking: CheckPaymentService);
    /**
     * Returns a payment of the active order, which the customer can pay at its `paymentUrl`: an earlier one for the same amount and method,
     * or a new one. Ends the other checkout sessions of the order, so that only one of them can be paid. Throws a `Refusal`. Must not be called in a transaction: the record that precedes the request to the gateway must not be
     * undone.
     */
    begin(ctx: RequestContext, methodCode: string): Promise<PaymentToPay>;
    private orderToPay;
    private eligibleMethod;
    /** The earlier payments that are still open. Throws when one of them has been paid since: then the order needs no payment. */
    private stillOpen;
    /** Ends a checkout session that the customer has left. Throws when it has been paid in the meantime, and when the gateway cannot be reached. */
    private endSession;
    private create;
    /** Requests a payment, or a checkout session if the customer chooses the method. */
    private request;
    /** After a lost response the record stays `new`: no customer has the payment's address, and the next check looks for the payment. */
    private refusalFor;
}
export {};
