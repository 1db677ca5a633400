"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.isPeyeMethod = isPeyeMethod;
exports.settingsOf = settingsOf;
exports.gatewayOf = gatewayOf;
exports.isTestKey = isTestKey;
const sdk_1 = require("@peye/sdk");
const payment_handler_1 = require("./payment-handler");
/** A webhook needs a response within 10 seconds. */
const READ_TIMEOUT_MS = 8_000;
/** A customer waits. A payment that is not found within this time is found later, by the task that checks open payments. */
const LOOKUP_WAIT_MS = 10_000;
/** Whether a payment method of the shop belongs to this plugin. */
function isPeyeMethod({ handler }) {
    return handler.code === payment_handler_1.peyePaymentHandler.code;
}
/** The settings of a payment method. A missing setting is an empty text, which the SDK rejects by its name. */
function settingsOf({ handler }) {
    const textOf = (name) => handler.args.find((arg) => arg.name === name)?.value.trim() ?? '';
    return {
        method: textOf('method'),
        baseUrl: textOf('baseUrl'),
        apiKey: textOf('apiKey'),
        webhookSecret: textOf('webhookSecret'),
    };
}
/** The gateway of a payment method. Throws a `PeyeError` for settings that cannot be right. */
function gatewayOf({ apiKey, baseUrl }) {
    const timeouts = { timeoutMs: READ_TIMEOUT_MS, lookupWaitMs: LOOKUP_WAIT_MS };
    return new sdk_1.Peye({ apiKey, baseUrl, ...timeouts, userAgent: 'vendure-plugin/0.1.0' });
}
/** Whether a payment method has a test key, so that no money moves. */
function isTestKey({ apiKey }) {
    return apiKey.startsWith('tk_test_');
}
