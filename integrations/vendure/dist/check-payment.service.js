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
Object.defineProperty(exports, "__esModule", { value: true });
exports.CheckPaymentService = void 0;
const common_1 = require("@nestjs/common");
const sdk_1 = require("@peye/sdk");
const core_1 = require("@vendure/core");
const log_1 = require("./log");
const payment_records_service_1 = require("./payment-records.service");
const payment_settings_1 = require("./payment-settings");
const settle_order_service_1 = require("./settle-order.service");
const KNOWN = {
    ...{ new: 'OPEN', open: 'OPEN', settled: 'PAID', failed: 'FAILED', review: 'UNDER_REVIEW' },
};
/** If the gateway does not know a payment this long after its request, the payment was never created. */
const NEVER_MADE_AFTER_MS = 10 * 60_000;
/** The gateway allows 60 requests a minute, and many customers may wait at once. In between, the webhook reports the outcome. */
const ASKED_EVERY_MS = 30_000;
const MOST_IN_A_ROUND = 15;
const LONGEST_OPEN_MS = 30 * 24 * 3600_000;
/** Updates payments to their status at the gateway. Every payment is completed through here: nothing else is trusted. */
let CheckPaymentService = class CheckPaymentService {
    constructor(records, settling) {
        this.records = records;
        this.settling = settling;
    }
    /**
     * Reads a payment at the gateway and acts upon it: a paid payment settles its order, once. Returns the state after that. Throws a
     * `PeyeError` when the gateway cannot be reached.
     *
     * @param asksProvider whether the gateway should verify with the provider first, when the outcome is not known yet
     */
    async check(record, asksProvider = false) {
        if (record.state === 'settled')
            return 'PAID';
        const ctx = await this.records.contextOf(record);
        const method = await this.records.methodOf(record);
        const payment = await this.read(record, (0, payment_settings_1.settingsOf)(method), asksProvider);
        if (!payment)
            return this.giveUp(ctx, record);
        if (payment.reference !== record.reference)
            throw new Error(`The gateway returned the payment ${payment.transaction_id}, which has another reference.`);
        if (payment.status === 'completed') {
            return (await this.settling.settle(ctx, record, method, payment)) ? 'PAID' : 'UNDER_REVIEW';
        }
        const isFailed = payment.status === 'failed';
        await this.records.change(ctx, record, {
            state: isFailed ? 'failed' : 'open',
            transactionId: payment.transaction_id,
            reason: payment.failure_reason,
        });
        return isFailed ? 'FAILED' : 'OPEN';
    }
    /**
     * Returns the state of a payment to a customer who waits. It queries the gateway and the provider, but not again within half a minute.
     * When they cannot be reached, it returns the last known state.
     */
    async checkForCustomer(record) {
        const known = KNOWN[record.state];
        if (known === 'PAID' || Date.now() - record.checkedAt.getTime() < ASKED_EVERY_MS)
            return known;
        await this.records.noteCheck(record);
        return this.check(record, true).catch((error) => {
            core_1.Logger.error(`${record.reference} cannot be checked: ${error}`, log_1.LOG);
            return known;
        });
    }
    /**
     * Checks payments whose outcome is not known, in case their webhooks were lost: some of them per call. Returns how many were paid.
     * Payments that are older than a month are not checked.
     */
    async checkAll() {
        let paid = 0;
        const since = new Date(Date.now() - LONGEST_OPEN_MS);
        for (const record of await this.records.undecidedSince(await this.records.contextOf(), since, MOST_IN_A_ROUND)) {
            try {
                await this.records.noteCheck(record);
                if ((await this.check(record, true)) === 'PAID')
                    paid++;
            }
            catch (error) {
                core_1.Logger.error(`${record.reference} cannot be checked: ${error}`, log_1.LOG);
            }
        }
        return paid;
    }
    /** The payment as the gateway has it; undefined when the gateway does not know it. */
    async read({ transactionId, reference }, settings, asksProvider) {
        const { payments } = (0, payment_settings_1.gatewayOf)(settings);
        const find = async () => {
            if (!transactionId)
                return (await payments.findByReference(reference))[0];
            return payments.retrieve(transactionId).catch((error) => {
                if (error instanceof sdk_1.TransactionNotFoundError)
                    return undefined;
                throw error;
            });
        };
        const found = await find();
        if (!found || !asksProvider || found.status === 'completed' || found.status === 'failed')
            return found;
        try {
            const { status } = await payments.verify(found.transaction_id);
            return status === found.status ? found : await find();
        }
        catch (error) {
            // Another request has just verified it.
            if (error instanceof sdk_1.RateLimitExceededError)
                return found;
            throw error;
        }
    }
    /**
     * Fails a payment that the gateway does not know, unless it was requested only now. If it exists there, it belongs to a previous key: of
     * another website, or of test mode.
     */
    async giveUp(ctx, record) {
        const isYoung = Date.now() - record.createdAt.getTime() < NEVER_MADE_AFTER_MS;
        if (!record.transactionId && isYoung)
            return 'OPEN';
        const reason = 'The gateway does not know this payment under the configured API key.';
        if (await this.records.change(ctx, record, { state: 'failed', reason })) {
            core_1.Logger.warn(`${record.reference}: ${reason}`, log_1.LOG);
        }
        return 'FAILED';
    }
};
exports.CheckPaymentService = CheckPaymentService;
exports.CheckPaymentService = CheckPaymentService = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [payment_records_service_1.PaymentRecordsService, settle_order_service_1.SettleOrderService])
], CheckPaymentService);
