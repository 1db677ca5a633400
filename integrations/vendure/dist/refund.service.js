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
exports.RefundService = void 0;
const common_1 = require("@nestjs/common");
const sdk_1 = require("@peye/sdk");
const core_1 = require("@vendure/core");
const typeorm_1 = require("typeorm");
const log_1 = require("./log");
const payment_records_service_1 = require("./payment-records.service");
const payment_settings_1 = require("./payment-settings");
/** The names of this plugin's refunds at the gateway start with it. Vendure stores the name as the refund's `transactionId`. */
const PREFIX = 'vendure-';
/** The gateway allows 60 requests a minute. */
const MOST_IN_A_ROUND = 15;
const LONGEST_REASON = 255;
/** Requests refunds from the gateway, and records their outcomes. A refund of the shop is settled only when the customer has the money. */
let RefundService = class RefundService {
    constructor(connection, orders, records) {
        this.connection = connection;
        this.orders = orders;
        this.records = records;
    }
    /**
     * Requests a refund of a part of a payment. Its name is the payment's next one, which is stored with the refund in the transaction of `ctx`:
     * after an attempt that was rolled back, the next one has the same name, and requests the same refund. Without a response the refund is
     * pending, and the scheduled task repeats the request. Throws an Error that says why the gateway refuses it: nothing is stored then.
     */
    async request(ctx, { payment, amount, reason }) {
        const record = await this.records.find(ctx, { transactionId: payment.transactionId });
        if (!record?.transactionId)
            throw new Error(`Peye has no payment ${payment.transactionId} of this shop.`);
        const name = `${PREFIX}${record.transactionId}-${await this.records.nextRefund(ctx, record)}`;
        const share = await this.shareOf(ctx, record, payment, amount);
        const metadata = { peyeTransactionId: record.transactionId, amount: share, currency: record.chargedCurrency };
        try {
            const refund = await this.requestAt(record, name, share, reason);
            return { state: stateOf(refund), transactionId: name, metadata: { ...metadata, status: refund.status } };
        }
        catch (error) {
            if (isRefusal(error))
                throw new Error(`Peye refunds nothing: ${await this.refusalOf(record, name, error)}`);
            core_1.Logger.error(`The refund ${name} is requested again, because the gateway has not accepted it: ${error}`, log_1.LOG);
            return { state: 'Pending', transactionId: name, metadata };
        }
    }
    /**
     * Acts upon a signed webhook of a refund. Throws when the refund cannot be read, and when the shop has not stored it yet: the gateway then
     * sends the webhook again.
     */
    async receive({ refund_id: name, transaction_id: transactionId }) {
        const refund = await this.findRefund(name);
        if (refund) {
            if ((await this.check(refund)) === 'Pending') {
                throw new Error(`${name} has an outcome according to its webhook, but not according to the gateway.`);
            }
        }
        else if (name.startsWith(`${PREFIX}${transactionId}-`)) {
            throw new Error(`${name} is not stored yet. If it stays so, refund the order again by the same amount.`);
        }
        else {
            core_1.Logger.warn(`The refund ${name} of ${transactionId} was not requested in this shop: ignored`, log_1.LOG);
        }
    }
    /** Checks pending refunds, those first that were checked longest ago. Returns how many have an outcome now. */
    async checkAll() {
        const repository = this.connection.rawConnection.getRepository(core_1.Refund);
        const pending = await repository.find({
            where: { state: 'Pending', transactionId: (0, typeorm_1.Like)(`${PREFIX}%`) },
            relations: ['payment'],
            order: { updatedAt: 'ASC' },
            take: MOST_IN_A_ROUND,
        });
        let ended = 0;
        for (const refund of pending) {
            try {
                if ((await this.check(refund)) !== 'Pending')
                    ended++;
            }
            catch (error) {
                core_1.Logger.error(`${refund.transactionId} cannot be checked: ${error}`, log_1.LOG);
                // The others have their turn first in the next round.
                await repository.update({ id: refund.id, state: 'Pending' }, { updatedAt: new Date() });
            }
        }
        return ended;
    }
    /** Reads a refund at the gateway, or requests it if the gateway does not have it, and records the outcome. Returns the state after that. */
    async check(refund) {
        const { transactionId: name, metadata, reason, payment } = refund;
        const record = await this.records.find(await this.records.contextOf(), { transactionId: payment.transactionId });
        if (!record)
            throw new Error(`Peye has no payment ${payment.transactionId} of this shop.`);
        const { refunds } = (0, payment_settings_1.gatewayOf)((0, payment_settings_1.settingsOf)(await this.records.methodOf(record)));
        try {
            const found = await refunds.retrieve(name).catch((error) => {
                if (error instanceof sdk_1.RefundNotFoundError)
                    return this.requestAt(record, name, String(metadata.amount), reason);
                throw error;
            });
            return await this.record(record, refund, found);
        }
        catch (error) {
            // The gateway does not have it, and refuses it.
            if (isRefusal(error) && !(error instanceof sdk_1.RefundConflictError) && isAboutMoney(error)) {
                return this.record(record, refund, { status: 'failed', reason: error.message });
            }
            throw error;
        }
    }
    async requestAt(record, name, amount, reason) {
        const { refunds } = (0, payment_settings_1.gatewayOf)((0, payment_settings_1.settingsOf)(await this.records.methodOf(record)));
        const text = reason?.trim().slice(0, LONGEST_REASON) || null;
        return refunds.create(name, { transaction_id: record.transactionId, amount, reason: text });
    }
    /** Records what the gateway reports, once, however many webhooks and checks arrive together. */
    async record(record, { id, transactionId: name }, found) {
        const ctx = await this.records.contextOf(record);
        return this.connection.withTransaction(ctx, async (tx) => {
            await this.records.lockOrder(tx, record.orderId);
            const repository = this.connection.getRepository(tx, core_1.Refund);
            const refund = await repository.findOneByOrFail({ id });
            const { status } = found;
            if (refund.state === 'Settled' && status === 'reversed' && refund.metadata.status !== 'reversed') {
                await this.note(tx, record, `${name} came back: the customer does not have the money. Return it in another way.`);
            }
            else if (refund.state === 'Pending' && status === 'succeeded') {
                await this.orders.settleRefund(tx, { id, transactionId: name });
            }
            else if (refund.state === 'Pending' && (status === 'failed' || status === 'reversed')) {
                await this.orders.transitionRefundToState(tx, id, 'Failed', name);
                const why = status === 'reversed'
                    ? 'its money came back'
                    : (('failure_reason' in found ? found.failure_reason : found.reason) ?? status);
                await this.note(tx, record, `${name} failed (${why}): the customer does not have the money.`);
            }
            const now = await repository.findOneByOrFail({ id });
            now.metadata = { ...now.metadata, status, checkedAt: new Date().toISOString() };
            await repository.save(now);
            return now.state;
        });
    }
    /**
     * The part of the charged amount that a part of the payment is, as a decimal. The parts of a payment add up to the charged amount, also where
     * dollars were converted to gourdes.
     */
    async shareOf(ctx, record, payment, amount) {
        const all = await this.connection.getRepository(ctx, core_1.Refund).find({ where: { payment: { id: payment.id } } });
        const earlier = all.filter(({ state }) => state !== 'Failed').reduce((sum, { total }) => sum + total, 0);
        const charged = sdk_1.amounts.toMinor(record.chargedAmount);
        const upTo = (minor) => (charged * BigInt(minor)) / BigInt(payment.amount);
        return sdk_1.amounts.fromMinor(upTo(earlier + amount) - upTo(earlier));
    }
    /** Why the gateway refuses a request. A name that belongs to another refund is that of an attempt that this shop has lost. */
    async refusalOf(record, name, error) {
        if (!(error instanceof sdk_1.RefundConflictError))
            return error.message;
        const { refunds } = (0, payment_settings_1.gatewayOf)((0, payment_settings_1.settingsOf)(await this.records.methodOf(record)));
        const { amount, currency, reason, status } = await refunds.retrieve(name);
        return `an earlier attempt has requested ${amount} ${currency} with the reason “${reason ?? ''}” (${status}). Request exactly that first, so that the shop records it.`;
    }
    findRefund(name) {
        return this.connection.rawConnection
            .getRepository(core_1.Refund)
            .findOne({ where: { transactionId: name }, relations: ['payment'] });
    }
    /** Adds a line to the order's history that customers do not see. */
    async note(ctx, { orderId }, text) {
        core_1.Logger.warn(text, log_1.LOG);
        await this.orders.addNoteToOrder(ctx, { id: orderId, note: `Peye refund ${text}`, isPublic: false });
    }
};
exports.RefundService = RefundService;
exports.RefundService = RefundService = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [core_1.TransactionalConnection, core_1.OrderService, payment_records_service_1.PaymentRecordsService])
], RefundService);
function stateOf({ status }) {
    if (status === 'succeeded')
        return 'Settled';
    return status === 'failed' || status === 'reversed' ? 'Failed' : 'Pending';
}
/** Whether the gateway has refused a request. Any other error says nothing about the refund. */
function isRefusal(error) {
    if (!(error instanceof sdk_1.PeyeError))
        return false;
    const { status, code } = error;
    if (code === 'invalid_argument')
        return true;
    return status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 429;
}
/** Whether a refusal is about the payment and the amount. Others, such as that of a key, end when a setting is corrected. */
function isAboutMoney({ status }) {
    return status === 400 || status === 409 || status === 422;
}
