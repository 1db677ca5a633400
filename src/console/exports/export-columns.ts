import type { AuditRow } from '../../core/audit.ts';
import { type Discrepancy, transactionIdOf } from '../../core/discrepancy.ts';
import { formatAmount, formatRate } from '../../core/money.ts';
import type { Payment } from '../../core/payment.ts';
import { linkState, type PaymentLink } from '../../core/payment-link.ts';
import { nextDueAtUs } from '../../core/recurring.ts';
import type { ExportedSubscription } from '../../features/exports/store/subscription-source.ts';
import { pausedAtUs } from '../../features/subscriptions/subscription-json.ts';
import type { Delivery } from '../../features/webhooks/store/delivery-table.ts';
import { type ExportColumns, exportedTime } from './export-values.ts';

// docs/exports.md explains every column.

export const PAYMENT_COLUMNS: ExportColumns<Payment> = {
  transaction_id: ({ id }) => String(id),
  website_id: ({ websiteId }) => websiteId,
  key_id: ({ apiKeyId }) => apiKeyId,
  mode: ({ mode }) => mode,
  payment_method: ({ method }) => method,
  status: ({ status }) => status,
  failure_reason: ({ failureReason }) => failureReason,
  amount: ({ amountMinor }) => formatAmount(amountMinor),
  currency: ({ currency }) => currency,
  original_amount_usd: ({ originalAmountMinor }) =>
    originalAmountMinor === null ? null : formatAmount(originalAmountMinor),
  exchange_rate: ({ rateE4 }) => (rateE4 === null ? null : formatRate(rateE4)),
  reference: ({ reference }) => reference,
  description: ({ description }) => description,
  customer_name: ({ customerName }) => customerName,
  customer_email: ({ customerEmail }) => customerEmail,
  customer_phone: ({ customerPhone }) => customerPhone,
  metadata: ({ metadata }) => (metadata === null ? null : { json: metadata }),
  provider_ref: ({ providerRef }) => providerRef,
  recurring_interval: ({ recurringInterval }) => recurringInterval,
  recurring_interval_count: ({ recurringIntervalCount }) => recurringIntervalCount,
  subscription_id: ({ subscriptionId }) => subscriptionId,
  subscription_period: ({ subscriptionPeriod }) => subscriptionPeriod,
  created_at: ({ createdAtUs }) => exportedTime(createdAtUs),
  finished_at: ({ finishedAtUs }) => exportedTime(finishedAtUs),
};

/** The columns of payment links. Whether a link can be paid is computed for one moment, in microseconds since 1970. */
export const linkColumns = (nowUs: number): ExportColumns<PaymentLink> => ({
  link_id: ({ id }) => id,
  code: ({ code }) => code,
  website_id: ({ websiteId }) => websiteId,
  key_id: ({ apiKeyId }) => apiKeyId,
  mode: ({ mode }) => mode,
  state: (link) => linkState(link, nowUs),
  name: ({ name }) => name,
  amount_mode: ({ amountMode }) => amountMode,
  amount: ({ amountMinor }) => (amountMinor === null ? null : formatAmount(amountMinor)),
  min_amount: ({ minMinor }) => (minMinor === null ? null : formatAmount(minMinor)),
  max_amount: ({ maxMinor }) => (maxMinor === null ? null : formatAmount(maxMinor)),
  currency: ({ currency }) => currency,
  payment_methods: ({ methods }) => methods.join(' '),
  stock: ({ stock }) => stock,
  open_payments: ({ openPayments }) => openPayments,
  paid_payments: ({ paidPayments }) => paidPayments,
  failed_payments: ({ failedPayments }) => failedPayments,
  paid_htg: ({ paidHtgMinor }) => formatAmount(paidHtgMinor),
  paid_usd: ({ paidUsdMinor }) => formatAmount(paidUsdMinor),
  expires_at: ({ expiresAtUs }) => exportedTime(expiresAtUs),
  created_at: ({ createdAtUs }) => exportedTime(createdAtUs),
  created_by: ({ createdBy }) => createdBy,
  deactivated_at: ({ deactivatedAtUs }) => exportedTime(deactivatedAtUs),
});

export const DELIVERY_COLUMNS: ExportColumns<Delivery> = {
  delivery_id: ({ id }) => id,
  transaction_id: ({ paymentId }) => String(paymentId),
  website_id: ({ websiteId }) => websiteId,
  event: ({ event }) => event,
  url: ({ url }) => url,
  status: ({ status }) => status,
  attempts: ({ attempts }) => attempts,
  last_status_code: ({ lastStatusCode }) => lastStatusCode,
  last_error: ({ lastError }) => lastError,
  event_at: ({ eventAtUs }) => exportedTime(eventAtUs),
  next_attempt_at: ({ nextAttemptAtUs }) => exportedTime(nextAttemptAtUs),
  delivered_at: ({ deliveredAtUs }) => exportedTime(deliveredAtUs),
};

export const DISCREPANCY_COLUMNS: ExportColumns<Discrepancy> = {
  discrepancy_id: ({ id }) => id,
  kind: ({ kind }) => kind,
  payment_method: ({ method }) => method,
  transaction_id: (discrepancy) => transactionIdOf(discrepancy),
  provider_ref: ({ providerRef }) => providerRef,
  payment_status: ({ expected }) => expected?.status ?? null,
  payment_amount: ({ expected }) => (expected ? formatAmount(expected.amountMinor) : null),
  payment_currency: ({ expected }) => expected?.currency ?? null,
  reported_amount: ({ reported }) => (reported ? formatAmount(reported.amountMinor) : null),
  reported_currency: ({ reported }) => reported?.currency ?? null,
  reported_word: ({ word }) => word ?? null,
  times_seen: ({ timesSeen }) => timesSeen,
  first_seen_at: ({ firstSeenAtUs }) => exportedTime(firstSeenAtUs),
  last_seen_at: ({ lastSeenAtUs }) => exportedTime(lastSeenAtUs),
  settled_at: ({ settledAtUs }) => exportedTime(settledAtUs),
  note: ({ note }) => note,
  may_be_archived: ({ kind, mayBeArchived }) => (kind === 'unknown_payment' ? (mayBeArchived ? 'yes' : 'no') : null),
};

export const RECURRING_COLUMNS: ExportColumns<ExportedSubscription> = {
  subscription_id: ({ subscription }) => subscription.id,
  website_id: ({ subscription }) => subscription.websiteId,
  key_id: ({ subscription }) => subscription.apiKeyId,
  mode: ({ subscription }) => subscription.mode,
  status: ({ subscription }) => subscription.status,
  first_transaction_id: ({ subscription }) => String(subscription.firstPaymentId),
  reference: ({ first }) => first?.reference ?? null,
  amount: ({ first }) => (first ? formatAmount(first.amountMinor) : null),
  currency: ({ first }) => first?.currency ?? null,
  interval: ({ subscription }) => subscription.interval,
  interval_count: ({ subscription }) => subscription.intervalCount,
  next_period: ({ subscription }) => subscription.nextPeriod,
  next_charge_at: ({ subscription }) => exportedTime(nextDueAtUs(subscription)),
  consecutive_failures: ({ subscription }) => subscription.consecutiveFailures,
  periods_left_out: ({ subscription }) => subscription.periodsLeftOut,
  created_at: ({ subscription }) => exportedTime(subscription.createdAtUs),
  ended_at: ({ subscription }) => exportedTime(subscription.endedAtUs),
  end_reason: ({ subscription }) => subscription.endReason,
  paused_at: ({ subscription }) => exportedTime(pausedAtUs(subscription)),
};

export const AUDIT_COLUMNS: ExportColumns<AuditRow> = {
  position: ({ position }) => position,
  at: ({ atUs }) => exportedTime(atUs),
  actor_kind: ({ actor }) => actor.kind,
  actor_id: ({ actor }) => actor.id,
  actor_name: ({ actor }) => actor.name,
  address: ({ actor }) => actor.address,
  action: ({ action }) => action,
  subject_kind: ({ subject }) => subject.kind,
  subject_id: ({ subject }) => subject.id,
  website_id: ({ websiteId }) => websiteId,
  before: ({ before }) => (before === null ? null : { json: before }),
  after: ({ after }) => (after === null ? null : { json: after }),
  hash: ({ hash }) => hash,
};
