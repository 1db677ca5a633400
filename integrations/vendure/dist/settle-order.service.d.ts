import { type Payment } from '@peye/sdk';
import { OrderService, type PaymentMethod, RequestContext, TransactionalConnection } from '@vendure/core';
import type { PeyePaymentRecord } from './payment-record.entity';
import { PaymentRecordsService } from './payment-records.service';
/** Adds confirmed payments to their orders. */
export declare class SettleOrderService {
    private readonly connection;
    private readonly orders;
    private readonly records;
    constructor(connection: TransactionalConnection, orders: OrderService, records: PaymentRecordsService);
    /**
     * Adds a payment that the gateway has confirmed to its order, once, however often and from however many processes this is called. Returns
     * false when the payment does not fit the order: then only the record changes, to `review`, and the log and the order's history report
     * it.
     */
    settle(ctx: RequestContext, record: PeyePaymentRecord, method: PaymentMethod, payment: Payment): Promise<boolean>;
    private addToOrder;
    /** Makes sure that the order waits for exactly this payment. An unchanged order that is a cart again returns to `ArrangingPayment`. */
    private awaitPayment;
    private keepForReview;
    /** Adds a line to the order's history that customers do not see. */
    private note;
}
