export * as amounts from './amounts.ts';
export * from './errors.ts';
export type { WebhookHandlerOptions } from './handlers.ts';
export { Peye } from './peye.ts';
export type * from './types.ts';
export * as webhooks from './webhooks.ts';
