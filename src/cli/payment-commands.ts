import type { CommandTable } from './output.ts';

/** Payments, and all that follows from them. */
export const PAYMENT_COMMANDS: CommandTable = {
  links: async () => (await import('./links.ts')).linksCommands,
  'checkout-sessions': async () => (await import('./checkout-sessions.ts')).checkoutSessionsCommands,
  payments: async () => (await import('./payments.ts')).paymentsCommands,
  refunds: async () => (await import('./refunds.ts')).refundsCommands,
  disputes: async () => (await import('./disputes.ts')).disputesCommand,
  ledger: async () => (await import('./ledger.ts')).ledgerCommands,
  fees: async () => (await import('./fees.ts')).feesCommands,
  statement: async () => (await import('./statement.ts')).statementCommand,
  payouts: async () => (await import('./payouts.ts')).payoutsCommands,
  trigger: async () => (await import('./trigger.ts')).triggerCommand,
  deliveries: async () => (await import('./deliveries.ts')).deliveriesCommands,
  subscriptions: async () => (await import('./subscriptions.ts')).subscriptionsCommands,
  charging: async () => (await import('./charging.ts')).chargingCommands,
  listen: async () => (await import('./listen.ts')).listenCommand,
};
