import type { Request, Response } from 'express';
import { CheckPaymentService } from './check-payment.service';
import { PaymentRecordsService } from './payment-records.service';
import { RefundService } from './refund.service';
/** The path of the website's callback URL, below the address of the shop's server. */
export declare const WEBHOOK_PATH = "peye/webhook";
/** Receives the gateway's webhooks. A webhook is only a reason to read the payment or refund at the gateway, and only that result counts. */
export declare class WebhookController {
    private readonly records;
    private readonly checking;
    private readonly refunds;
    constructor(records: PaymentRecordsService, checking: CheckPaymentService, refunds: RefundService);
    /**
     * 204: done, or nothing to do here. 400: the signature is wrong. 503: the gateway or the store of the shop could not be reached, or the
     * gateway reports another outcome than the webhook. After 400 and 503 Peye sends the webhook again, so a wrong secret can be corrected.
     */
    receive(request: Request, headers: Record<string, string>, response: Response): Promise<void>;
    /** The secrets of methods with a key of the claimed mode; if there are none, those of the other mode, so that the event is refused. */
    private expected;
    private answer;
}
