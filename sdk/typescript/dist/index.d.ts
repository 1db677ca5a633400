export * as amounts from './amounts.js';
export * from './errors.js';
export type { WebhookHandlerOptions } from './handlers.js';
export { type PageList, Peye } from './peye.js';
export type * from './types.js';
export * as webhooks from './webhooks.js';
