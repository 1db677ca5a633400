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
exports.SettleOrderService = void 0;
const common_1 = require("@nestjs/common");
const sdk_1 = require("@peye/sdk");
const core_1 = require("@vendure/core");
const log_1 = require("./log");
const payment_handler_1 = require("./payment-handler");
const payment_records_service_1 = require("./payment-records.service");
const payment_settings_1 = require("./payment-settings");
/** Why a payment that was paid cannot be added to its order. Throwing it undoes the transaction. */
class DoesNotFit extends Error {
}
/** Adds confirmed payments to their orders. */
let SettleOrderService = class SettleOrderService {
    constructor(connection, orders, records) {
        this.connection = connection;
        this.orders = orders;
        this.records = records;
    }
    /**
     * Adds a payment that the gateway has confirmed to its order, once, however often and from however many processes this is called. Returns
     * false when the payment does not fit the order: then only the record changes, to `review`, and the log and the order's history report
     * it.
     */
    async settle(ctx, record, method, payment) {
        try {
            await this.connection.withTransaction(ctx, (tx) => this.addToOrder(tx, record, method, payment));
            return true;
        }
        catch (error) {
            if (!(error instanceof DoesNotFit))
                throw error;
            await this.keepForReview(ctx, record, payment, error.message);
            return false;
        }
    }
    async addToOrder(tx, record, method, payment) {
        await this.records.lockOrder(tx, record.orderId);
        const { amount: chargedAmount, currency: chargedCurrency, transaction_id: transactionId } = payment;
        // Only the first caller changes the record and adds the payment.
        const isFirst = await this.records.change(tx, record, {
            ...{ state: 'settled', reason: null, transactionId, chargedAmount, chargedCurrency },
        });
        if (!isFirst)
            return;
        if (record.chargedAmount !== null && !isSameMoney(record, payment)) {
            throw new DoesNotFit(`${record.chargedAmount} ${record.chargedCurrency} was requested.`);
        }
        await this.awaitPayment(tx, record);
        const isTest = (0, payment_settings_1.isTestKey)((0, payment_settings_1.settingsOf)(method));
        payment_handler_1.confirmedPayments.set(tx, {
            ...{
                transactionId,
                amount: record.amount,
                chargedAmount,
                chargedCurrency,
                method: payment.payment_method,
                isTest,
            },
        });
        const added = await this.orders.addPaymentToOrder(tx, record.orderId, { method: method.code, metadata: {} });
        if ((0, core_1.isGraphQlErrorResult)(added)) {
            const { message, ...details } = added;
            throw new DoesNotFit(details.paymentErrorMessage ?? message);
        }
        if (isTest)
            await this.note(tx, record, `Peye ${transactionId} is a payment with a test key: no money was paid.`);
        core_1.Logger.info(`${added.code} was paid by Peye ${transactionId}${isTest ? ' (TEST KEY: no money)' : ''}`, log_1.LOG);
    }
    /** Makes sure that the order waits for exactly this payment. An unchanged order that is a cart again returns to `ArrangingPayment`. */
    async awaitPayment(tx, record) {
        const order = await this.orders.findOne(tx, record.orderId);
        if (!order)
            throw new DoesNotFit('The order no longer exists.');
        order.payments = await this.orders.getOrderPayments(tx, order.id);
        const left = order.totalWithTax - (0, core_1.totalCoveredByPayments)(order);
        if (left !== record.amount || order.currencyCode !== record.currency) {
            throw new DoesNotFit(`The order ${order.code} (${order.state}) now has ${left} ${order.currencyCode} left to pay, in minor units.`);
        }
        if (order.state !== 'AddingItems')
            return;
        const moved = await this.orders.transitionToState(tx, order.id, 'ArrangingPayment');
        if ((0, core_1.isGraphQlErrorResult)(moved))
            throw new DoesNotFit(`The order cannot return from the cart to ArrangingPayment: ${moved.transitionError}`);
    }
    async keepForReview(ctx, record, payment, reason) {
        const { transaction_id: transactionId, amount, currency } = payment;
        await this.connection.withTransaction(ctx, async (tx) => {
            await this.records.lockOrder(tx, record.orderId);
            if (!(await this.records.change(tx, record, { state: 'review', reason: reason.slice(0, 1000), transactionId })))
                return;
            const text = `Peye ${transactionId} was paid (${amount} ${currency}, for ${record.amount} ${record.currency} in minor units), and was not added to the order. ` +
                `${reason} Add the payment manually, or refund the customer.`;
            core_1.Logger.error(`${record.reference}: ${text}`, log_1.LOG);
            if (await this.orders.findOne(tx, record.orderId))
                await this.note(tx, record, text);
        });
    }
    /** Adds a line to the order's history that customers do not see. */
    async note(ctx, { orderId }, note) {
        await this.orders.addNoteToOrder(ctx, { id: orderId, note, isPublic: false });
    }
};
exports.SettleOrderService = SettleOrderService;
exports.SettleOrderService = SettleOrderService = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [core_1.TransactionalConnection, core_1.OrderService, payment_records_service_1.PaymentRecordsService])
], SettleOrderService);
function isSameMoney({ chargedAmount, chargedCurrency }, { amount, currency }) {
    return chargedCurrency === currency && sdk_1.amounts.equal(chargedAmount, amount);
}
