export * as amounts from './amounts.js';
export * from './errors.js';
export type { WebhookHandlerOptions } from './handlers.js';
export { Peye } from './peye.js';
export * from './types.js';
export * as webhooks from './webhooks.js';
