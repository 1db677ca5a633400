"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.peyePaymentHandler = exports.METHODS = exports.confirmedPayments = void 0;
exports.refundWith = refundWith;
const core_1 = require("@vendure/core");
/**
 * The payments that may be added to an order, by the context of the call that adds them. Only this plugin puts payments here: a
 * customer who calls `addPaymentToOrder` has another context.
 */
exports.confirmedPayments = new WeakMap();
let requestRefund;
/** Sets how refunds are requested: Vendure creates the handler before the services of the plugin. */
function refundWith(request) {
    requestRefund = request;
}
/**
 * Methods that are paid on a page of the gateway. With `choice` the customer chooses one of the others there, in a checkout session. `card` is
 * missing, since it needs a widget in the storefront.
 */
exports.METHODS = ['moncash', 'natcash', 'lakaypay_card', 'choice'];
const NAMES = {
    moncash: 'MonCash',
    natcash: 'NatCash',
    lakaypay_card: 'LakayPay card',
    choice: 'The customer chooses on the page of Peye',
};
const label = (value) => [{ languageCode: core_1.LanguageCode.en, value }];
/** One Vendure payment method is one way to pay at the gateway: create one for MonCash, one for NatCash, and so on. */
exports.peyePaymentHandler = new core_1.PaymentMethodHandler({
    code: 'peye',
    description: label('Peye: MonCash, NatCash or LakayPay card'),
    args: {
        method: {
            type: 'string',
            label: label('Method'),
            ui: {
                component: 'select-form-input',
                options: exports.METHODS.map((value) => ({ value, label: label(NAMES[value]) })),
            },
        },
        baseUrl: {
            type: 'string',
            label: label('Address of the gateway'),
            description: label('For example https://pay.example.ht'),
        },
        apiKey: {
            type: 'string',
            label: label('API key'),
            description: label('tk_live_… moves money. With tk_test_… no money moves, but orders are settled.'),
            ui: { component: 'password-form-input' },
        },
        webhookSecret: {
            type: 'string',
            label: label('Webhook secret'),
            description: label('The whsec_… of the website'),
            ui: { component: 'password-form-input' },
        },
    },
    createPayment: (ctx, _order, amount) => {
        const payment = exports.confirmedPayments.get(ctx);
        if (!payment) {
            return {
                amount,
                state: 'Declined',
                errorMessage: 'Pay with createPeyePayment: the plugin adds the payment to the order.',
            };
        }
        // `amount` is what is left to pay: Vendure has counted it again in the transaction that adds the payment.
        if (payment.amount !== amount) {
            return { amount, state: 'Error', errorMessage: `${payment.amount} was paid, but ${amount} is left to pay.` };
        }
        const { transactionId, chargedAmount, chargedCurrency, method, isTest } = payment;
        return {
            amount,
            state: 'Settled',
            transactionId,
            metadata: { method, chargedAmount, chargedCurrency, public: { isTest } },
        };
    },
    createRefund: (ctx, { reason }, amount, _order, payment) => {
        if (!requestRefund)
            throw new Error('The shop has not started yet.');
        return requestRefund(ctx, { payment, amount, reason });
    },
    // No payment of this handler is ever only authorized.
    settlePayment: () => ({
        success: false,
        errorMessage: 'Peye settles a payment itself when the customer has paid it.',
    }),
});
