import { RequestContext } from '@vendure/core';
import { BeginPaymentService } from './begin-payment.service';
import { CheckPaymentService, type PaymentState } from './check-payment.service';
import { PaymentRecordsService } from './payment-records.service';
/** The types and mutations that this plugin adds to the Shop API. */
export declare const shopApiSchema: import("graphql").DocumentNode;
export declare class ShopApiResolver {
    private readonly beginning;
    private readonly checking;
    private readonly records;
    constructor(beginning: BeginPaymentService, checking: CheckPaymentService, records: PaymentRecordsService);
    createPeyePayment(ctx: RequestContext, code: string): Promise<{
        id: import("@vendure/core").ID;
        createdAt: Date;
        updatedAt: Date;
        reference: string;
        transactionId: string | null;
        sessionId: string | null;
        orderId: import("@vendure/core").ID;
        channelId: import("@vendure/core").ID;
        paymentMethodId: import("@vendure/core").ID;
        amount: number;
        chargedAmount: string | null;
        chargedCurrency: string | null;
        paymentUrl: string | null;
        state: import("./payment-record.entity").RecordState;
        reason: string | null;
        checkedAt: Date;
        lockCount: number;
        refundCount: number;
        isTest: boolean;
        __typename: string;
        currencyCode: string;
        message?: undefined;
    } | {
        __typename: string;
        reason: import("./begin-payment.service").RefusalReason;
        message: string;
    }>;
    checkPeyePayment(ctx: RequestContext, reference: string): Promise<PaymentState | null>;
}
