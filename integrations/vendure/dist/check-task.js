"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.checkPeyePaymentsTask = void 0;
const core_1 = require("@vendure/core");
const check_payment_service_1 = require("./check-payment.service");
const refund_service_1 = require("./refund.service");
/** Finds the outcomes whose webhooks were lost, also for customers who never came back. Runs only in a shop with a scheduler. */
exports.checkPeyePaymentsTask = new core_1.ScheduledTask({
    id: 'check-peye-payments',
    description: 'Checks payments and refunds with Peye whose outcome is not known.',
    schedule: (cron) => cron.every(5).minutes(),
    timeout: 4 * 60_000,
    execute: async ({ injector }) => ({
        paid: await injector.get(check_payment_service_1.CheckPaymentService).checkAll(),
        refunded: await injector.get(refund_service_1.RefundService).checkAll(),
    }),
});
