import type { Mode } from '@peye/sdk';
import { ChannelService, type ID, type Order, PaymentMethod, RequestContext, RequestContextService, TransactionalConnection } from '@vendure/core';
import { PeyePaymentRecord, type RecordState } from './payment-record.entity';
/** For each state the states that may become it. A late payment counts even after `failed`, and `settled` is final. */
declare const BEFORE: Record<Exclude<RecordState, 'new'>, RecordState[]>;
/** The changes to a record. */
type RecordChanges = {
    readonly state: keyof typeof BEFORE;
} & Partial<Pick<PeyePaymentRecord, 'transactionId' | 'sessionId' | 'chargedAmount' | 'chargedCurrency' | 'paymentUrl' | 'reason'>>;
/** Reads and writes the shop's records of its payments at the gateway. */
export declare class PaymentRecordsService {
    private readonly connection;
    private readonly contexts;
    private readonly channels;
    constructor(connection: TransactionalConnection, contexts: RequestContextService, channels: ChannelService);
    /** Records that a request to the gateway follows. Committed when this returns, unless `ctx` is in a transaction. */
    add(ctx: RequestContext, order: Order, method: PaymentMethod, amount: number): Promise<PeyePaymentRecord>;
    /** Changes a record by one statement, if its state may become the new one. Returns whether the record was changed. */
    change(ctx: RequestContext, record: PeyePaymentRecord, changes: RecordChanges): Promise<boolean>;
    /** Blocks other settlements of this order's payments until the transaction of `ctx` ends. */
    lockOrder(ctx: RequestContext, orderId: ID): Promise<void>;
    /** The number of a payment's next refund, counted from 1. Other transactions that count it wait until that of `ctx` ends. */
    nextRefund(ctx: RequestContext, { id }: PeyePaymentRecord): Promise<number>;
    /** Finds a record by the transaction id or the reference that a webhook names. */
    find(ctx: RequestContext, keys: {
        reference?: string | null;
        transactionId?: string;
    }): Promise<PeyePaymentRecord | null>;
    /** Records that the gateway and the provider are queried now. */
    noteCheck({ id }: PeyePaymentRecord): Promise<void>;
    /** Payments of an order that the customer may still pay, oldest first. */
    undecidedOf(ctx: RequestContext, orderId: ID): Promise<PeyePaymentRecord[]>;
    /** Undecided payments of all orders that were created after `since`, those first whose last check is longest ago. */
    undecidedSince(ctx: RequestContext, since: Date, most: number): Promise<PeyePaymentRecord[]>;
    /** The payment method that created a payment, in any channel, disabled or not. Throws when the method was deleted. */
    methodOf(record: PeyePaymentRecord): Promise<PaymentMethod>;
    /** The well-formed webhook secrets of all payment methods of this plugin whose key is of a mode. */
    webhookSecrets(mode: Mode): Promise<string[]>;
    /** A context in which the shop itself acts, in the channel of a payment. */
    contextOf(record?: PeyePaymentRecord): Promise<RequestContext>;
}
export {};
