import { type CheckoutSession } from '@peye/sdk';
import { RequestContext } from '@vendure/core';
import type { PeyePaymentRecord } from './payment-record.entity';
import { PaymentRecordsService } from './payment-records.service';
import { SettleOrderService } from './settle-order.service';
/** The state of a payment, for a storefront. */
export type PaymentState = 'OPEN' | 'PAID' | 'FAILED' | 'UNDER_REVIEW';
/** Updates payments to their status at the gateway. Every payment is completed through here: nothing else is trusted. */
export declare class CheckPaymentService {
    private readonly records;
    private readonly settling;
    constructor(records: PaymentRecordsService, settling: SettleOrderService);
    /**
     * Reads a payment at the gateway and acts upon it: a paid payment settles its order, once. Returns the state after that. Throws a
     * `PeyeError` when the gateway cannot be reached.
     *
     * @param asksProvider whether the gateway should verify with the provider first, when the outcome is not known yet
     */
    check(record: PeyePaymentRecord, asksProvider?: boolean): Promise<PaymentState>;
    /**
     * Returns the state of a payment to a customer who waits. It queries the gateway and the provider, but not again within half a minute.
     * When they cannot be reached, it returns the last known state.
     */
    checkForCustomer(record: PeyePaymentRecord): Promise<PaymentState>;
    /**
     * Checks payments whose outcome is not known, in case their webhooks were lost: some of them per call. Returns how many were paid.
     * Payments that are older than a month are not checked.
     */
    checkAll(): Promise<number>;
    /**
     * Records that a checkout session is not paid. Only a session that is over, without a payment that may still be paid, has failed: in any other
     * the customer can choose another method after a failed payment. A session in which nothing can be started any more has no address.
     */
    keepSession(ctx: RequestContext, record: PeyePaymentRecord, { status }: CheckoutSession): Promise<PaymentState>;
    /** The checkout session as the gateway has it; undefined when the gateway does not know it. Throws when it is not the one of the record. */
    private readSession;
    /** The payment as the gateway has it; undefined when the gateway does not know it. */
    private read;
    /** Has the gateway verify an open payment with its provider. Returns whether it has another status now. */
    private changesAtProvider;
    /**
     * Fails a payment that the gateway does not know, unless it was requested only now. If it exists there, it belongs to a previous key: of
     * another website, or of test mode.
     */
    private giveUp;
}
