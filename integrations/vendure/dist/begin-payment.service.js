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
exports.BeginPaymentService = exports.Refusal = void 0;
const common_1 = require("@nestjs/common");
const sdk_1 = require("@peye/sdk");
const core_1 = require("@vendure/core");
const check_payment_service_1 = require("./check-payment.service");
const customer_fields_1 = require("./customer-fields");
const log_1 = require("./log");
const payment_handler_1 = require("./payment-handler");
const payment_records_service_1 = require("./payment-records.service");
const payment_settings_1 = require("./payment-settings");
/** Why the customer cannot pay now, with a sentence that may be shown. */
class Refusal extends Error {
    constructor(reason, message) {
        super(message);
        this.reason = reason;
    }
}
exports.Refusal = Refusal;
/** The customer waits for the response. */
const CREATE_TIMEOUT_MS = 20_000;
/** Creates payments at the gateway for the order that a customer is about to pay. The order gets a payment only when it is paid. */
let BeginPaymentService = class BeginPaymentService {
    constructor(activeOrders, orders, methods, records, checking) {
        this.activeOrders = activeOrders;
        this.orders = orders;
        this.methods = methods;
        this.records = records;
        this.checking = checking;
    }
    /**
     * Returns a payment of the active order, which the customer can pay at its `paymentUrl`: an earlier one for the same amount and method,
     * or a new one. Ends the other checkout sessions of the order, so that only one of them can be paid. Throws a `Refusal`. Must not be called in a transaction: the record that precedes the request to the gateway must not be
     * undone.
     */
    async begin(ctx, methodCode) {
        const order = await this.orderToPay(ctx);
        const method = await this.eligibleMethod(ctx, order, methodCode);
        const isTest = (0, payment_settings_1.isTestKey)((0, payment_settings_1.settingsOf)(method));
        const left = order.totalWithTax - (0, core_1.totalCoveredByPayments)(order);
        if (left <= 0)
            throw new Refusal('NO_ORDER_TO_PAY', 'Nothing is left to pay.');
        const open = await this.stillOpen(ctx, order);
        const same = open.find((record) => record.paymentUrl !== null &&
            record.amount === left &&
            record.currency === order.currencyCode &&
            String(record.paymentMethodId) === String(method.id));
        for (const record of open)
            if (record.sessionId && record !== same)
                await this.endSession(ctx, record);
        const record = same ?? (await this.create(ctx, order, method, left));
        const charged = { chargedAmount: sdk_1.amounts.fromMinor(record.amount), chargedCurrency: record.currency };
        return { ...record, ...(record.sessionId ? charged : {}), isTest };
    }
    async orderToPay(ctx) {
        const active = await this.activeOrders.getActiveOrder(ctx, undefined);
        // Loaded again with its customer, whom the active order lacks.
        const order = active && (await this.orders.findOne(ctx, active.id));
        if (order?.state !== 'ArrangingPayment') {
            throw new Refusal('NO_ORDER_TO_PAY', 'There is no order in the state ArrangingPayment.');
        }
        order.payments = await this.orders.getOrderPayments(ctx, order.id);
        if (order.currencyCode !== 'HTG' && order.currencyCode !== 'USD') {
            throw new Refusal('CURRENCY_NOT_SUPPORTED', `Peye accepts HTG and USD, but the order is in ${order.currencyCode}.`);
        }
        return order;
    }
    async eligibleMethod(ctx, order, code) {
        const eligible = await this.methods.getEligiblePaymentMethods(ctx, order);
        const quote = eligible.find((each) => each.code === code);
        const method = quote?.isEligible ? (await this.methods.getMethodAndOperations(ctx, code)).paymentMethod : undefined;
        if (method && (0, payment_settings_1.isPeyeMethod)(method) && payment_handler_1.METHODS.includes((0, payment_settings_1.settingsOf)(method).method))
            return method;
        throw new Refusal('METHOD_NOT_AVAILABLE', quote?.eligibilityMessage ?? `There is no method ${code} for this order.`);
    }
    /** The earlier payments that are still open. Throws when one of them has been paid since: then the order needs no payment. */
    async stillOpen(ctx, order) {
        const open = [];
        for (const record of await this.records.undecidedOf(ctx, order.id)) {
            const state = await this.checking.check(record).catch((error) => {
                core_1.Logger.error(`${record.reference} cannot be checked: ${error}`, log_1.LOG);
                throw new Refusal('TRY_AGAIN', 'The payment cannot be checked at the moment.');
            });
            if (state === 'PAID')
                throw new Refusal('ALREADY_PAID', 'The order is paid.');
            if (state === 'OPEN')
                open.push(record);
        }
        return open;
    }
    /** Ends a checkout session that the customer has left. Throws when it has been paid in the meantime, and when the gateway cannot be reached. */
    async endSession(ctx, record) {
        const state = await this.records
            .methodOf(record)
            .then((method) => (0, payment_settings_1.gatewayOf)((0, payment_settings_1.settingsOf)(method)).checkout.sessions.cancel(record.sessionId))
            .then((session) => session.status === 'paid' ? this.checking.check(record) : this.checking.keepSession(ctx, record, session))
            .catch((error) => {
            core_1.Logger.error(`${record.reference} cannot be ended: ${error}`, log_1.LOG);
            throw new Refusal('TRY_AGAIN', 'The payment cannot be checked at the moment.');
        });
        if (state === 'PAID')
            throw new Refusal('ALREADY_PAID', 'The order is paid.');
    }
    async create(ctx, order, method, amount) {
        const record = await this.records.add(ctx, order, method, amount);
        const fields = {
            amount: sdk_1.amounts.fromMinor(amount),
            currency: order.currencyCode,
            reference: record.reference,
            description: `Order ${order.code}`,
            metadata: { vendure_order: order.code },
            ...(0, customer_fields_1.customerFields)(order),
        };
        const facts = await this.request((0, payment_settings_1.settingsOf)(method), fields).catch(async (error) => {
            throw await this.refusalFor(ctx, record, error);
        });
        await this.records.change(ctx, record, { state: 'open', ...facts });
        return Object.assign(record, facts);
    }
    /** Requests a payment, or a checkout session if the customer chooses the method. */
    async request({ method, ...settings }, fields) {
        const options = { timeoutMs: CREATE_TIMEOUT_MS };
        const gateway = (0, payment_settings_1.gatewayOf)({ method, ...settings });
        if (method === 'choice') {
            const { session_id: sessionId, url: paymentUrl } = await gateway.checkout.sessions.create(fields, options);
            return { sessionId, paymentUrl };
        }
        // The type of the other fields depends on the method, which is known only at run time.
        const of = { ...fields, payment_method: method };
        const created = await gateway.payments.create(of, options);
        return {
            transactionId: created.transaction_id,
            chargedAmount: created.amount,
            chargedCurrency: created.currency,
            paymentUrl: created.payment_url ?? null,
        };
    }
    /** After a lost response the record stays `new`: no customer has the payment's address, and the next check looks for the payment. */
    async refusalFor(ctx, record, error) {
        core_1.Logger.error(`${record.reference} was not created: ${error}`, log_1.LOG);
        if (error instanceof sdk_1.LostResponseError)
            return new Refusal('TRY_AGAIN', 'The payment service did not respond.');
        const { message } = error;
        await this.records.change(ctx, record, { state: 'failed', reason: message.slice(0, 1000) });
        const isForCustomers = error instanceof sdk_1.AmountTooLowError ||
            error instanceof sdk_1.AmountTooHighError ||
            error instanceof sdk_1.PaymentProcessingFailedError;
        return isForCustomers
            ? new Refusal('REFUSED', message)
            : new Refusal('TRY_AGAIN', `The payment could not be started.${tryAgainText(error)}`);
    }
};
exports.BeginPaymentService = BeginPaymentService;
exports.BeginPaymentService = BeginPaymentService = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [core_1.ActiveOrderService, core_1.OrderService, core_1.PaymentMethodService, payment_records_service_1.PaymentRecordsService, check_payment_service_1.CheckPaymentService])
], BeginPaymentService);
/** When to try again, if the gateway limits requests. */
function tryAgainText(error) {
    const seconds = error instanceof sdk_1.PeyeError ? error.retryAfter : undefined;
    if (seconds === undefined)
        return '';
    const minutes = Math.max(1, Math.ceil(seconds / 60));
    return ` Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
}
