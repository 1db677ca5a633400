import { type Refund as PeyeRefund } from '@peye/sdk';
import { type CreateRefundResult, OrderService, RequestContext, TransactionalConnection } from '@vendure/core';
import type { RefundRequest } from './payment-handler';
import { PaymentRecordsService } from './payment-records.service';
/** Requests refunds from the gateway, and records their outcomes. A refund of the shop is settled only when the customer has the money. */
export declare class RefundService {
    private readonly connection;
    private readonly orders;
    private readonly records;
    constructor(connection: TransactionalConnection, orders: OrderService, records: PaymentRecordsService);
    /**
     * Requests a refund of a part of a payment. Its name is the payment's next one, which is stored with the refund in the transaction of `ctx`:
     * after an attempt that was rolled back, the next one has the same name, and requests the same refund. Without a response the refund is
     * pending, and the scheduled task repeats the request. Throws an Error that says why the gateway refuses it: nothing is stored then.
     */
    request(ctx: RequestContext, { payment, amount, reason }: RefundRequest): Promise<CreateRefundResult>;
    /**
     * Acts upon a signed webhook of a refund. Throws when the refund cannot be read, and when the shop has not stored it yet: the gateway then
     * sends the webhook again.
     */
    receive({ refund_id: name, transaction_id: transactionId }: PeyeRefund): Promise<void>;
    /** Checks pending refunds, those first that were checked longest ago. Returns how many have an outcome now. */
    checkAll(): Promise<number>;
    /** Reads a refund at the gateway, or requests it if the gateway does not have it, and records the outcome. Returns the state after that. */
    private check;
    private requestAt;
    /** Records what the gateway reports, once, however many webhooks and checks arrive together. */
    private record;
    /**
     * The part of the charged amount that a part of the payment is, as a decimal. The parts of a payment add up to the charged amount, also where
     * dollars were converted to gourdes.
     */
    private shareOf;
    /** Why the gateway refuses a request. A name that belongs to another refund is that of an attempt that this shop has lost. */
    private refusalOf;
    private findRefund;
    /** Adds a line to the order's history that customers do not see. */
    private note;
}
