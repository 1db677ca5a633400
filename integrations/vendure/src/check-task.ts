import { ScheduledTask } from '@vendure/core';
import { CheckPaymentService } from './check-payment.service';
import { RefundService } from './refund.service';

/** Finds the outcomes whose webhooks were lost, also for customers who never came back. Runs only in a shop with a scheduler. */
export const checkPeyePaymentsTask = new ScheduledTask({
  id: 'check-peye-payments',
  description: 'Checks payments and refunds with Peye whose outcome is not known.',
  schedule: (cron) => cron.every(5).minutes(),
  timeout: 4 * 60_000,
  execute: async ({ injector }) => ({
    paid: await injector.get(CheckPaymentService).checkAll(),
    refunded: await injector.get(RefundService).checkAll(),
  }),
});
