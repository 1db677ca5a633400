import { ScheduledTask } from '@vendure/core';
/** Finds the outcomes whose webhooks were lost, also for customers who never came back. Runs only in a shop with a scheduler. */
export declare const checkPeyePaymentsTask: ScheduledTask<Record<string, any>>;
