export * as amounts from './amounts.js';
export * from './errors.js';

export { Peye } from './peye.js';

export * as webhooks from './webhooks.js';
