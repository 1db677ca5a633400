"use strict";
var __decorate = (this && this.__decorate) || function (decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") r = Reflect.decorate(decorators, target, key, desc);
    else for (var i = decorators.length - 1; i >= 0; i--) if (d = decorators[i]) r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
    return c > 3 && r && Object.defineProperty(target, key, r), r;
};
var __metadata = (this && this.__metadata) || function (k, v) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") return Reflect.metadata(k, v);
};
var __param = (this && this.__param) || function (paramIndex, decorator) {
    return function (target, key) { decorator(target, key, paramIndex); }
};
Object.defineProperty(exports, "__esModule", { value: true });
exports.WebhookController = exports.WEBHOOK_PATH = void 0;
const common_1 = require("@nestjs/common");
const sdk_1 = require("@peye/sdk");
const core_1 = require("@vendure/core");
const check_payment_service_1 = require("./check-payment.service");
const log_1 = require("./log");
const payment_records_service_1 = require("./payment-records.service");
const refund_service_1 = require("./refund.service");
/** The path of the website's callback URL, below the address of the shop's server. */
exports.WEBHOOK_PATH = 'peye/webhook';
/** Receives the gateway's webhooks. A webhook is only a reason to read the payment or refund at the gateway, and only that result counts. */
let WebhookController = class WebhookController {
    constructor(records, checking, refunds) {
        this.records = records;
        this.checking = checking;
        this.refunds = refunds;
    }
    /**
     * 204: done, or nothing to do here. 400: the signature is wrong. 503: the gateway or the store of the shop could not be reached, or the
     * gateway reports another outcome than the webhook. After 400 and 503 Peye sends the webhook again, so a wrong secret can be corrected.
     */
    async receive(request, headers, response) {
        const { status, text } = await this.answer(request.body, headers);
        response.status(status).type('text/plain').send(text);
    }
    /** The secrets of methods with a key of the claimed mode; if there are none, those of the other mode, so that the event is refused. */
    async expected(claimed) {
        for (const mode of [claimed, claimed === 'test' ? 'live' : 'test']) {
            const secrets = await this.records.webhookSecrets(mode);
            if (secrets.length > 0)
                return { mode, secrets };
        }
        throw new Error('No payment method of Peye has a webhook secret.');
    }
    async answer(body, headers) {
        try {
            const { mode, secrets } = await this.expected(headers['x-gateway-mode'] === 'test' ? 'test' : 'live');
            const { event, data } = await sdk_1.webhooks.verify(body, headers, secrets, { mode });
            if (event === 'refund.succeeded' || event === 'refund.failed' || event === 'refund.reversed') {
                await this.refunds.receive(data);
                return { status: 204, text: '' };
            }
            if (event !== 'payment.success' && event !== 'payment.failed')
                return { status: 204, text: '' };
            const { transaction_id: transactionId, reference } = data;
            const record = await this.records.find(await this.records.contextOf(), { transactionId, reference });
            if (record) {
                const state = await this.checking.check(record);
                // The signed webhook was true when it was sent. Perhaps the API key was changed since.
                const isConfirmed = event === 'payment.failed' || state === 'PAID' || state === 'UNDER_REVIEW';
                if (!isConfirmed)
                    throw new Error(`${record.reference} is paid according to its webhook, but not according to the gateway.`);
            }
            else {
                // Another program of the merchant may use the same website. Sending the webhook again would change nothing.
                core_1.Logger.warn(`${event} ${transactionId} (${reference}) belongs to no order here: ignored`, log_1.LOG);
            }
            return { status: 204, text: '' };
        }
        catch (error) {
            core_1.Logger.error(`A webhook was not accepted: ${error}`, log_1.LOG, error instanceof sdk_1.PeyeError ? undefined : error.stack);
            if (error instanceof sdk_1.WebhookSignatureError)
                return { status: 400, text: error.message };
            return { status: 503, text: 'The shop cannot process the webhook now.' };
        }
    }
};
exports.WebhookController = WebhookController;
__decorate([
    (0, common_1.Post)(),
    __param(0, (0, common_1.Req)()),
    __param(1, (0, common_1.Headers)()),
    __param(2, (0, common_1.Res)()),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [Object, Object, Object]),
    __metadata("design:returntype", Promise)
], WebhookController.prototype, "receive", null);
exports.WebhookController = WebhookController = __decorate([
    (0, common_1.Controller)(exports.WEBHOOK_PATH),
    __metadata("design:paramtypes", [payment_records_service_1.PaymentRecordsService, check_payment_service_1.CheckPaymentService, refund_service_1.RefundService])
], WebhookController);
