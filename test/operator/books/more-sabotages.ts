import type { Sabotage } from './sabotage.ts';

const FAR_US = 4_102_444_800_000_000;
const columns = 'link_id, form_id, state, amount_minor, currency';

/** Changes of discrepancies, late checks, webhooks, subscriptions, receipts, links, settings and rates. */
export const MORE_SABOTAGES: readonly Sabotage[] = [
  {
    what: 'a deleted discrepancy of a payment with a wrong amount',
    by: ({ wrongAmountOpen }) => [`DELETE FROM discrepancies WHERE payment_id = ${wrongAmountOpen.id}`],
    finds: ['ledger_unfounded', 'discrepancy_missing'],
    names: ({ wrongAmountOpen }) => wrongAmountOpen.id,
  },
  {
    what: 'a discrepancy whose amount was changed to that of the payment',
    by: ({ wrongAmountOpen: { id, amountMinor } }) => [
      `UPDATE discrepancies SET reported_minor = ${amountMinor} WHERE payment_id = ${id}`,
    ],
    finds: ['ledger_mismatch', 'discrepancy_missing'],
    names: ({ wrongAmountOpen }) => wrongAmountOpen.id,
  },
  {
    what: 'a deleted open discrepancy about money after a failure',
    by: ({ paidLate }) => [`DELETE FROM discrepancies WHERE payment_id = ${paidLate.id}`],
    finds: ['ledger_unfounded'],
    names: ({ paidLate }) => paidLate.id,
  },
  {
    what: 'a changed amount of an open discrepancy',
    by: ({ wrongAmountOpen }) => [
      `UPDATE discrepancies SET reported_minor = 1 WHERE payment_id = ${wrongAmountOpen.id}`,
    ],
    finds: ['ledger_mismatch'],
    names: ({ wrongAmountOpen }) => wrongAmountOpen.id,
  },
  {
    what: 'a discrepancy that was resolved by hand',
    by: ({ wrongAmountOpen }) => [
      `UPDATE discrepancies SET settled_at_us = last_seen_at_us, note = 'returned' WHERE payment_id = ${wrongAmountOpen.id}`,
    ],
    finds: ['settlement_mismatch'],
    names: ({ wrongAmountOpen }) => `dsc_${wrongAmountOpen.id}`,
    detail: /but not in the audit log/,
  },
  {
    what: 'a changed amount of a resolved discrepancy',
    by: ({ wrongAmount }) => [`UPDATE discrepancies SET reported_minor = 1 WHERE payment_id = ${wrongAmount.id}`],
    finds: ['ledger_mismatch', 'settlement_mismatch'],
    names: ({ wrongAmount }) => `dsc_${wrongAmount.id}`,
    detail: /amount differs/,
  },
  {
    what: 'a changed note of a resolved discrepancy',
    by: ({ wrongAmount }) => [`UPDATE discrepancies SET note = 'kept' WHERE payment_id = ${wrongAmount.id}`],
    finds: ['settlement_mismatch'],
    names: ({ wrongAmount }) => `dsc_${wrongAmount.id}`,
    detail: /note/,
  },
  {
    what: 'a resolved discrepancy that is open again',
    by: ({ wrongAmount }) => [
      `UPDATE discrepancies SET settled_at_us = NULL, note = NULL WHERE payment_id = ${wrongAmount.id}`,
    ],
    finds: ['settlement_mismatch'],
    names: ({ wrongAmount }) => `dsc_${wrongAmount.id}`,
    detail: /but open/,
  },
  {
    what: 'a resolved discrepancy that was deleted',
    by: ({ wrongAmount }) => [`DELETE FROM discrepancies WHERE payment_id = ${wrongAmount.id}`],
    finds: ['ledger_unfounded', 'discrepancy_missing', 'settlement_mismatch'],
    names: ({ wrongAmount }) => `dsc_${wrongAmount.id}`,
    detail: /not stored/,
  },
  {
    what: 'a missing late check of a payment that failed a moment ago',
    by: ({ failedNow }) => [`DELETE FROM late_checks WHERE payment_id = ${failedNow.id}`],
    finds: ['late_check_missing'],
    names: ({ failedNow }) => failedNow.id,
  },
  {
    what: 'missing search terms of a payment',
    by: ({ failedNow }) => [`DELETE FROM payment_terms WHERE payment_id = ${failedNow.id}`],
    finds: ['search_terms_missing'],
    names: ({ failedNow }) => failedNow.id,
  },
  {
    what: 'a late check in the year 2100',
    by: ({ failedNow }) => [`UPDATE late_checks SET next_check_at_us = ${FAR_US} WHERE payment_id = ${failedNow.id}`],
    finds: ['late_check_missing'],
    names: ({ failedNow }) => failedNow.id,
  },
  {
    what: 'a payment that failed a moment ago, with four of five late checks done',
    by: ({ failedNow }) => [`UPDATE late_checks SET checks = 4 WHERE payment_id = ${failedNow.id}`],
    finds: ['late_check_missing'],
    names: ({ failedNow }) => failedNow.id,
  },
  {
    what: 'a late check at another provider',
    by: ({ failedNow }) => [`UPDATE late_checks SET method = 'card' WHERE payment_id = ${failedNow.id}`],
    finds: ['late_check_unfounded'],
    names: ({ failedNow }) => failedNow.id,
  },
  {
    what: 'a webhook that failed after one attempt of eleven',
    by: ({ refused }) => [
      `UPDATE deliveries SET status = 'exhausted', next_attempt_at_us = NULL WHERE payment_id = ${refused.id}`,
    ],
    finds: ['given_up_early'],
    names: ({ refused }) => `dlv_${refused.id}`,
    detail: /after 1 attempts/,
  },
  {
    what: 'a rejected webhook to which an endpoint has responded',
    by: ({ refused }) => [
      `UPDATE deliveries SET status = 'refused', next_attempt_at_us = NULL WHERE payment_id = ${refused.id}`,
    ],
    finds: ['attempts_mismatch'],
    names: ({ refused }) => `dlv_${refused.id}`,
    detail: /no attempt explains/,
  },
  {
    what: 'a last result of a webhook that differs from its attempt',
    by: ({ refused }) => [`UPDATE deliveries SET last_status_code = 200 WHERE payment_id = ${refused.id}`],
    finds: ['attempts_mismatch'],
    names: ({ refused }) => `dlv_${refused.id}`,
  },
  {
    what: 'a webhook that is sent in the year 2100',
    by: ({ unsent }) => [`UPDATE deliveries SET next_attempt_at_us = ${FAR_US} WHERE payment_id = ${unsent.id}`],
    finds: ['planned_late'],
    names: ({ unsent }) => `dlv_${unsent.id}`,
  },
  {
    what: 'a webhook that is sent three days too late',
    by: ({ refused }) => [
      `UPDATE deliveries SET next_attempt_at_us = next_attempt_at_us + 259200000000 WHERE payment_id = ${refused.id}`,
    ],
    finds: ['planned_late'],
    names: ({ refused }) => `dlv_${refused.id}`,
  },
  {
    what: 'a webhook with a result and without an attempt',
    by: ({ unsent }) => [`UPDATE deliveries SET last_status_code = 503 WHERE payment_id = ${unsent.id}`],
    finds: ['attempts_mismatch'],
    names: ({ unsent }) => `dlv_${unsent.id}`,
    detail: /no attempt explains/,
  },
  {
    what: 'a webhook with an error and without an attempt',
    by: ({ unsent }) => [`UPDATE deliveries SET last_error = 'no response' WHERE payment_id = ${unsent.id}`],
    finds: ['attempts_mismatch'],
    names: ({ unsent }) => `dlv_${unsent.id}`,
    detail: /no attempt explains/,
  },
  ...[
    ['reference', `REPLACE(body, 'order-1', 'order-2')`],
    ['metadata', `REPLACE(body, '"table":7', '"table":8')`],
    ['customer', `REPLACE(body, 'rose@', 'rosa@')`],
    ['time of creation', `REPLACE(body, '"created_at":"2027', '"created_at":"2026')`],
    ['time of its end', `REPLACE(body, '"completed_at":"2027', '"completed_at":"2026')`],
    ['whole body after the status', `REPLACE(body, '"metadata":{"table":7}', '"metadata":null')`],
  ].map(([what, body]): Sabotage => {
    return {
      what: `a webhook with another ${what}`,
      by: ({ unsent }) => [`UPDATE deliveries SET body = ${body} WHERE payment_id = ${unsent.id}`],
      finds: ['delivery_mismatch'],
      names: ({ unsent }) => unsent.id,
    };
  }),
  ...[
    ["reference = 'order-2'", 'reference'],
    ["customer_name = 'Paul'", 'name'],
    ["customer_phone = '50937009999'", 'phone number'],
    ["metadata = '{}'", 'metadata'],
    ["description = 'One mango'", 'description'],
    ["method = 'natcash'", 'method'],
  ].map(([change, what]): Sabotage => {
    return {
      what: `a payment whose ${what} is not in its webhook`,
      by: ({ unsent }) => [`UPDATE payments SET ${change} WHERE id = ${unsent.id}`],
      finds:
        what === 'method'
          ? ['delivery_mismatch', 'counts_wrong', 'sums_wrong', 'ledger_mismatch']
          : ['delivery_mismatch'],
      names: ({ unsent }) => unsent.id,
    };
  }),
  ...[
    ["recurring_interval = 'daily'", 'interval'],
    ['recurring_interval_count = 12', 'number of intervals'],
    ['anchor_at_us = anchor_at_us - 1', 'start'],
  ].map(([change, what]): Sabotage => {
    return {
      what: `a subscription with another ${what}`,
      by: ({ liveSubscription }) => [`UPDATE subscriptions SET ${change} WHERE id = '${liveSubscription}'`],
      finds: ['recurring_mismatch', ...(what === 'number of intervals' ? [] : (['recurring_state'] as const))],
      names: ({ liveSubscription }) => liveSubscription,
    };
  }),
  {
    what: 'a cancelled subscription that is active again',
    by: ({ cancelled }) => [
      `UPDATE subscriptions SET status = 'active', ended_at_us = NULL, end_reason = NULL, next_charge_at_us = 1 WHERE id = '${cancelled}'`,
    ],
    finds: ['recurring_state'],
    names: ({ cancelled }) => cancelled,
    detail: /cancelled in the audit log/,
  },
  {
    what: 'a cancelled subscription that no one cancelled',
    by: ({ liveSubscription }) => [
      `UPDATE subscriptions SET status = 'cancelled', ended_at_us = anchor_at_us, end_reason = 'x', next_charge_at_us = NULL WHERE id = '${liveSubscription}'`,
    ],
    finds: ['recurring_state'],
    names: ({ liveSubscription }) => liveSubscription,
  },
  {
    what: 'a stopped subscription without a failed charge',
    by: ({ liveSubscription }) => [
      `UPDATE subscriptions SET status = 'stopped', ended_at_us = anchor_at_us, end_reason = 'x', next_charge_at_us = NULL,
         consecutive_failures = 3 WHERE id = '${liveSubscription}'`,
    ],
    finds: ['recurring_state'],
    names: ({ liveSubscription }) => liveSubscription,
    detail: /no charge has failed/,
  },
  {
    what: 'a stopped subscription that counts no failed cycle',
    by: ({ stopped }) => [`UPDATE subscriptions SET consecutive_failures = 0 WHERE id = '${stopped}'`],
    finds: ['recurring_state'],
    names: ({ stopped }) => stopped,
  },
  {
    what: 'a paused subscription that is charged',
    by: ({ paused }) => [`UPDATE subscriptions SET paused_at_us = NULL WHERE id = '${paused}'`],
    finds: ['recurring_state'],
    names: ({ paused }) => paused,
  },
  {
    what: 'a paused subscription that no one paused',
    by: ({ liveSubscription }) => [`UPDATE subscriptions SET paused_at_us = 1 WHERE id = '${liveSubscription}'`],
    finds: ['recurring_state'],
    names: ({ liveSubscription }) => liveSubscription,
  },
  {
    what: 'a subscription that skips all cycles',
    by: ({ resumed }) => [`UPDATE subscriptions SET skipped_until_us = ${FAR_US} WHERE id = '${resumed}'`],
    finds: ['recurring_state'],
    names: ({ resumed }) => resumed,
  },
  {
    what: 'a subscription that skips the next five cycles',
    by: ({ liveSubscription }) => [
      `UPDATE subscriptions SET next_period = next_period + 5, periods_left_out = periods_left_out + 5 WHERE id = '${liveSubscription}'`,
    ],
    finds: ['recurring_state'],
    names: ({ liveSubscription }) => liveSubscription,
    detail: /not due yet/,
  },
  {
    what: 'a subscription with failed cycles that no charge explains',
    by: ({ behind }) => [`UPDATE subscriptions SET consecutive_failures = 2 WHERE id = '${behind}'`],
    finds: ['recurring_state'],
    names: ({ behind }) => behind,
    detail: /^it counts 2 failed cycles in a row, and its charges show 1$/,
  },
  {
    what: 'a subscription whose failed cycle does not count',
    by: ({ behind }) => [`UPDATE subscriptions SET consecutive_failures = 0 WHERE id = '${behind}'`],
    finds: ['recurring_state'],
    names: ({ behind }) => behind,
    detail: /^it counts 0 failed cycles in a row/,
  },
  {
    what: 'a subscription that skipped a cycle it has not passed',
    by: ({ behind }) => [`UPDATE subscriptions SET periods_left_out = 1 WHERE id = '${behind}'`],
    finds: ['recurring_state'],
    names: ({ behind }) => behind,
    detail: /^it counts more skipped and failed cycles than it has passed$/,
  },
  {
    what: 'a subscription that was set back to an earlier cycle',
    by: ({ subscription }) => [
      `UPDATE subscriptions SET next_period = 1, periods_left_out = 0, consecutive_failures = 0 WHERE id = '${subscription}'`,
    ],
    finds: ['recurring_state'],
    names: ({ subscription }) => subscription,
    detail: /^it has a charge of cycle 4 already$/,
  },
  {
    what: 'a subscription that is charged in the year 2100',
    by: ({ liveSubscription }) => [
      `UPDATE subscriptions SET next_charge_at_us = ${FAR_US} WHERE id = '${liveSubscription}'`,
    ],
    finds: ['recurring_state'],
    names: ({ liveSubscription }) => liveSubscription,
  },
  {
    what: 'a subscription that was deleted',
    by: ({ liveSubscription }) => [`DELETE FROM subscriptions WHERE id = '${liveSubscription}'`],
    finds: ['recurring_missing'],
    names: ({ liveSubscription }) => liveSubscription.slice('sub_'.length),
  },
  {
    what: 'a receipt that was sent without an attempt',
    by: ({ receipted }) => [`UPDATE receipts SET attempts = 0 WHERE payment_id = ${receipted.id}`],
    finds: ['receipt_unfounded'],
    names: ({ receipted }) => receipted.id,
  },
  {
    what: 'a receipt without a payment',
    by: () => [
      `INSERT INTO receipts (payment_id, status, attempts, created_at_us, ended_at_us) VALUES (900000000000001, 'sent', 1, 1, 1)`,
    ],
    finds: ['receipt_unfounded'],
    names: () => 900000000000001,
  },
  {
    what: 'a request for a receipt without a payment',
    by: () => [
      `INSERT INTO receipt_requests (payment_id, address, requests, status, attempts, created_at_us, ended_at_us)
       VALUES (900000000000001, 'a@b.ht', 1, 'sent', 1, 1, 1)`,
    ],
    finds: ['receipt_unfounded'],
    names: () => 900000000000001,
  },
  {
    what: 'a notice to a seller without a payment',
    by: () => [
      `INSERT INTO link_notices (payment_id, status, attempts, created_at_us, ended_at_us) VALUES (900000000000001, 'sent', 1, 1, 1)`,
    ],
    finds: ['receipt_unfounded'],
    names: () => 900000000000001,
  },
  {
    what: 'a unit that is reserved by a payment that does not exist',
    by: ({ linkId }) => [
      `INSERT INTO link_payments (payment_id, ${columns}) VALUES (900000000000001, '${linkId}', 'f', 'open', 50000, 'HTG')`,
      `UPDATE payment_links SET open_payments = open_payments + 1, open_units = open_units + 1 WHERE id = '${linkId}'`,
    ],
    finds: ['link_mismatch'],
    names: () => 900000000000001,
    detail: /does not exist/,
  },
  {
    what: 'a unit that was sold to a payment that does not exist',
    by: ({ linkId }) => [
      `INSERT INTO link_payments (payment_id, ${columns}) VALUES (900000000000001, '${linkId}', 'f', 'paid', 50000, 'HTG')`,
      `UPDATE payment_links SET paid_payments = paid_payments + 1, paid_units = paid_units + 1, paid_htg_minor = paid_htg_minor + 50000 WHERE id = '${linkId}'`,
    ],
    finds: ['link_mismatch'],
    names: () => 900000000000001,
  },
  {
    what: 'a sold unit that is available again',
    by: ({ linkId, linkPaid }) => [
      `DELETE FROM link_payments WHERE payment_id = ${linkPaid.id}`,
      `UPDATE payment_links SET paid_payments = 0, paid_units = 0, paid_htg_minor = 0 WHERE id = '${linkId}'`,
    ],
    finds: ['link_payment_missing'],
    names: ({ linkPaid }) => linkPaid.id,
  },
  {
    what: 'a payment in the list of one link that names another link',
    by: ({ linkPaid }) => [`UPDATE payments SET metadata = '{"link":"AAAAAAAA"}' WHERE id = ${linkPaid.id}`],
    finds: ['delivery_mismatch', 'link_mismatch'],
    names: ({ linkPaid }) => linkPaid.id,
  },
  {
    what: 'a changed price of a link',
    by: ({ linkId }) => [`UPDATE payment_links SET amount_minor = 500 WHERE id = '${linkId}'`],
    finds: ['link_mismatch', 'setting_mismatch'],
    names: ({ linkId }) => linkId,
    detail: /^amount$/,
  },
  ...[
    ['stock = 1000', /^stock$/],
    ['expires_at_us = NULL', /^expires_at$/],
    ["notify_email = 'x@example.com'", /^notify_email$/],
    ['deactivated_at_us = NULL', /^active$/],
  ].map(([change, detail]): Sabotage => {
    return {
      what: `a link with ${change}`,
      by: ({ endedLink }) => [`UPDATE payment_links SET ${change} WHERE id = '${endedLink}'`],
      finds: ['setting_mismatch'],
      names: ({ endedLink }) => endedLink,
      detail: detail as RegExp,
    };
  }),
  ...[
    ["callback_url = 'https://evil.example/'", /^callback_url$/],
    ['callback_url = NULL', /^callback_url$/],
    ["return_url = 'https://evil.example/'", /^return_url$/],
    ['card_live_approved = 1', /^card_live_approved$/],
    ["methods = 'moncash'", /^methods$/],
    ["contact = '50900000000'", /^contact$/],
    ['sends_receipts = 0', /^receipts$/],
    ['deactivated_at_us = 1', /^active$/],
    ['next_webhook_secret_from_us = 1', /^signs_from$/],
  ].map(([change, detail]): Sabotage => {
    return {
      what: `a website with ${change}`,
      by: ({ market }) => [`UPDATE websites SET ${change} WHERE id = '${market.websiteId}'`],
      finds: ['setting_mismatch'],
      names: ({ market }) => market.websiteId,
      detail: detail as RegExp,
    };
  }),
  ...(['webhook_secret', 'test_webhook_secret'] as const).map((secret): Sabotage => {
    return {
      what: `a planned rotation without its next_${secret}`,
      by: ({ market }) => [`UPDATE websites SET next_${secret}_sealed = NULL WHERE id = '${market.websiteId}'`],
      finds: ['setting_mismatch'],
      names: ({ market }) => market.websiteId,
      detail: /^next_secret$/,
    };
  }),
  {
    what: 'a website that no one created',
    by: ({ market }) => [
      `INSERT INTO websites (id, name, methods, card_live_approved, webhook_secret_sealed, created_at_us)
        SELECT 'web_x', name, methods, 1, webhook_secret_sealed, ${FAR_US} FROM websites WHERE id = '${market.websiteId}'`,
    ],
    finds: ['feed_broken', 'setting_mismatch', 'secret_unreadable'],
    names: () => 'web_x',
  },
  {
    what: 'a deactivated key that is active again',
    by: ({ deactivatedKey }) => [`UPDATE api_keys SET deactivated_at_us = NULL WHERE id = '${deactivatedKey}'`],
    finds: ['setting_mismatch'],
    names: ({ deactivatedKey }) => deactivatedKey,
    detail: /^active$/,
  },
  {
    what: 'a key that was deactivated by hand',
    by: ({ rotatedKey }) => [`UPDATE api_keys SET deactivated_at_us = 1 WHERE id = '${rotatedKey}'`],
    finds: ['setting_mismatch'],
    names: ({ rotatedKey }) => rotatedKey,
    detail: /^active$/,
  },
  {
    what: 'a second secret of a live key',
    by: ({ market }) => [
      `INSERT INTO api_key_secrets (hash, api_key_id, hint, created_at_us) VALUES ('evil', '${market.live}', 'abcd', 1)`,
    ],
    finds: ['setting_mismatch'],
    names: ({ market }) => market.live,
    detail: /^secret$/,
  },
  {
    what: 'a live key with a secret that claims to be older than the audit log',
    by: ({ market }) => [
      `INSERT INTO api_keys (id, website_id, mode, name, created_at_us)
        SELECT 'key_evil', website_id, mode, name, 1 FROM api_keys WHERE id = '${market.live}'`,
      "INSERT INTO api_key_secrets (hash, api_key_id, hint, created_at_us) VALUES ('evil', 'key_evil', 'abcd', 1)",
    ],
    finds: ['setting_mismatch'],
    names: () => 'key_evil',
    detail: /but not in the audit log/,
  },
  {
    what: 'a previous secret that never ends',
    by: ({ rotatedKey }) => [`UPDATE api_key_secrets SET expires_at_us = NULL WHERE api_key_id = '${rotatedKey}'`],
    finds: ['setting_mismatch'],
    names: ({ rotatedKey }) => rotatedKey,
    detail: /^secret$/,
  },
  {
    what: 'a key without its limits',
    by: ({ rotatedKey }) => [`UPDATE api_keys SET scope = 'read' WHERE id = '${rotatedKey}'`],
    finds: ['setting_mismatch'],
    names: ({ rotatedKey }) => rotatedKey,
    detail: /^scopes$/,
  },
  {
    what: 'a limit of a key that may do everything',
    by: ({ openKey }) => [`UPDATE api_keys SET scope = 'read,create' WHERE id = '${openKey}'`],
    finds: ['setting_mismatch'],
    names: ({ openKey }) => openKey,
    detail: /^scopes$/,
  },
  {
    what: 'a limited key that may also refund',
    by: ({ shopKey }) => [`UPDATE api_keys SET scope = NULL WHERE id = '${shopKey}'`],
    finds: ['setting_mismatch'],
    names: ({ shopKey }) => shopKey,
    detail: /^scopes$/,
  },
  {
    what: 'a key without payments that moved to another website',
    by: ({ rotatedKey, quiet }) => [`UPDATE api_keys SET website_id = '${quiet.websiteId}' WHERE id = '${rotatedKey}'`],
    finds: ['setting_mismatch'],
    names: ({ rotatedKey }) => rotatedKey,
    detail: /^website_id$/,
  },
  {
    what: 'a link without payments that moved to another website',
    by: ({ endedLink, quiet }) => [
      `UPDATE payment_links SET website_id = '${quiet.websiteId}', api_key_id = '${quiet.live}' WHERE id = '${endedLink}'`,
    ],
    finds: ['setting_mismatch'],
    names: ({ endedLink }) => endedLink,
    detail: /^website_id$/,
  },
  {
    what: "a link without payments with another website's key",
    by: ({ endedLink, quiet }) => [`UPDATE payment_links SET api_key_id = '${quiet.live}' WHERE id = '${endedLink}'`],
    finds: ['setting_mismatch'],
    names: ({ endedLink }) => endedLink,
    detail: /^key_id$/,
  },
  {
    what: 'a link without payments with a key of the other mode',
    by: ({ endedLink, market }) => [`UPDATE payment_links SET api_key_id = '${market.test}' WHERE id = '${endedLink}'`],
    finds: ['setting_mismatch'],
    names: ({ endedLink }) => endedLink,
    detail: /^key_id$/,
  },
  {
    what: 'a link that a merchant created and that moved to another website',
    by: ({ merchantLink, quiet }) => [
      `UPDATE payment_links SET website_id = '${quiet.websiteId}' WHERE id = '${merchantLink}'`,
    ],
    finds: ['setting_mismatch'],
    names: ({ merchantLink }) => merchantLink,
    detail: /^key_id$/,
  },
  {
    what: 'a key without payments that was deleted',
    by: ({ deactivatedKey }) => [
      `DELETE FROM api_key_secrets WHERE api_key_id = '${deactivatedKey}'`,
      `DELETE FROM api_keys WHERE id = '${deactivatedKey}'`,
    ],
    finds: ['setting_mismatch'],
    names: ({ deactivatedKey }) => deactivatedKey,
    detail: /^not stored, but in the audit log$/,
  },
  {
    what: 'a deleted key whose payments still exist',
    by: ({ market }) => [`DELETE FROM api_keys WHERE id = '${market.live}'`],
    finds: ['key_mismatch', 'setting_mismatch'],
    names: ({ unsent }) => unsent.id,
  },
  {
    what: 'a link without payments that was deleted',
    by: ({ endedLink }) => [`DELETE FROM payment_links WHERE id = '${endedLink}'`],
    finds: ['setting_mismatch'],
    names: ({ endedLink }) => endedLink,
    detail: /^not stored, but in the audit log$/,
  },
  {
    what: 'a website without payments that was deleted',
    by: ({ empty }) => [
      `DELETE FROM api_key_secrets WHERE api_key_id IN ('${empty.test}', '${empty.live}')`,
      `DELETE FROM api_keys WHERE website_id = '${empty.websiteId}'`,
      `DELETE FROM feeds WHERE website_id = '${empty.websiteId}'`,
      `DELETE FROM websites WHERE id = '${empty.websiteId}'`,
    ],
    finds: ['setting_mismatch'],
    names: ({ empty }) => empty.websiteId,
    detail: /^not stored, but in the audit log$/,
  },
  {
    what: 'a rate that no one set',
    by: () => ["INSERT INTO manual_rates (number, rate_e4, set_at_us, set_by) VALUES (2, 10000, 1, 'x')"],
    finds: ['setting_mismatch'],
    names: () => 'exchange_rate',
  },
  {
    what: 'a manual rate that differs from the one that was set',
    by: () => ['UPDATE manual_rates SET rate_e4 = 10000'],
    finds: ['setting_mismatch'],
    names: () => 'exchange_rate',
  },
  {
    what: 'a conversion of 200 million dollars',
    by: ({ converted }) => [`UPDATE payments SET original_amount_minor = 20000000000 WHERE id = ${converted.id}`],
    finds: ['conversion_wrong'],
    names: ({ converted }) => converted.id,
  },
  {
    what: 'a conversion at a rate that is too large for the arithmetic of a database',
    by: ({ converted }) => [`UPDATE payments SET rate_e4 = 9000000000000000000 WHERE id = ${converted.id}`],
    finds: ['conversion_wrong'],
    names: ({ converted }) => converted.id,
  },
  {
    what: 'more money that refunds reserve than their amounts',
    by: ({ refunded }) => [
      `UPDATE refund_money SET reserved_minor = reserved_minor + 1 WHERE payment_id = ${refunded.id}`,
    ],
    finds: ['refund_money_wrong'],
    names: ({ refunded }) => refunded.id,
    detail: /reserved/,
  },
  {
    what: 'less money that was refunded',
    by: ({ refunded }) => [`UPDATE refund_money SET refunded_minor = 0 WHERE payment_id = ${refunded.id}`],
    finds: ['refund_money_wrong'],
    names: ({ refunded }) => refunded.id,
    detail: /refunded/,
  },
  {
    what: 'refunds of a payment of which more was paid',
    by: ({ refunded }) => [`UPDATE refund_money SET paid_minor = 2 * paid_minor WHERE payment_id = ${refunded.id}`],
    finds: ['refund_money_wrong'],
    names: ({ refunded }) => refunded.id,
    detail: /paid/,
  },
  {
    what: 'refunds in another currency than their payment',
    by: ({ refunded }) => [`UPDATE refund_money SET currency = 'USD' WHERE payment_id = ${refunded.id}`],
    finds: ['refund_money_wrong'],
    names: ({ refunded }) => refunded.id,
    detail: /currency/,
  },
  {
    what: 'refunds without anything about their money',
    by: ({ refunded }) => [`DELETE FROM refund_money WHERE payment_id = ${refunded.id}`],
    finds: ['refund_unfounded'],
    names: ({ refunds }) => refunds.requested,
    detail: /nothing is stored/,
  },
  {
    what: 'a deleted webhook of a refund',
    by: ({ refunds }) => [`DELETE FROM deliveries WHERE refund_id = '${refunds.paidByHand}'`],
    finds: ['refund_event_missing'],
    names: ({ refunds }) => refunds.paidByHand,
    detail: /webhook/,
  },
  {
    what: 'a changed amount of a refund',
    by: ({ refunds }) => [`UPDATE refunds SET amount_minor = amount_minor + 1 WHERE id = '${refunds.paidByHand}'`],
    finds: ['ledger_mismatch', 'refund_money_wrong'],
    names: ({ refunded }) => refunded.id,
  },
  {
    what: 'a deleted refund',
    by: ({ refunds }) => [`DELETE FROM refunds WHERE id = '${refunds.paidByHand}'`],
    finds: ['ledger_unfounded', 'refund_money_wrong', 'refund_undecided'],
    names: ({ refunds }) => refunds.paidByHand,
    detail: /not stored/,
  },
  {
    what: 'a refund of another website',
    by: ({ refunds, quiet }) => [
      `UPDATE refunds SET website_id = '${quiet.websiteId}' WHERE id = '${refunds.requested}'`,
    ],
    finds: ['ledger_mismatch', 'refund_unfounded'],
    names: ({ refunds }) => refunds.requested,
    detail: /website/,
  },
  {
    what: 'a refund by another method',
    by: ({ refunds }) => [`UPDATE refunds SET method = 'natcash' WHERE id = '${refunds.requested}'`],
    finds: ['refund_unfounded'],
    names: ({ refunds }) => refunds.requested,
    detail: /method/,
  },
  {
    what: 'a refund of another mode',
    by: ({ refunds }) => [`UPDATE refunds SET mode = 'test' WHERE id = '${refunds.requested}'`],
    finds: ['ledger_mismatch', 'refund_unfounded'],
    names: ({ refunds }) => refunds.requested,
    detail: /mode/,
  },
  {
    what: 'a refund of an open payment',
    by: ({ unknownRefund, liveOpen }) => [
      `UPDATE refund_money SET payment_id = ${liveOpen.id}, paid_minor = ${liveOpen.amountMinor}
        WHERE payment_id = (SELECT payment_id FROM refunds WHERE id = '${unknownRefund}')`,
      `UPDATE refunds SET payment_id = ${liveOpen.id} WHERE id = '${unknownRefund}'`,
    ],
    finds: ['ledger_missing', 'ledger_unfounded', 'refund_unfounded'],
    names: ({ unknownRefund }) => unknownRefund,
    detail: /processing/,
  },
  {
    what: 'an external refund that its provider did not report',
    by: ({ externalRefund }) => [`UPDATE refunds SET provider_ref = 'prov-other' WHERE id = '${externalRefund}'`],
    finds: ['ledger_mismatch', 'refund_unfounded'],
    names: ({ externalRefund }) => externalRefund,
    detail: /no discrepancy/,
  },
  {
    what: 'an external refund of another amount',
    by: ({ externalRefund }) => [`UPDATE refunds SET amount_minor = amount_minor - 1 WHERE id = '${externalRefund}'`],
    finds: ['ledger_mismatch', 'refund_money_wrong', 'refund_unfounded'],
    names: ({ externalRefund }) => externalRefund,
    detail: /amount/,
  },
  {
    what: 'a refund with the number of an external refund of another payment',
    by: ({ externalRefund, refunds }) => [
      `UPDATE refunds SET provider_ref = (SELECT provider_ref FROM refunds WHERE id = '${externalRefund}')
        WHERE id = '${refunds.paidByHand}'`,
    ],
    finds: ['refund_number_shared', 'refund_undecided'],
    names: ({ refunds }) => refunds.paidByHand,
    detail: /is that of rfd_/,
  },
  {
    what: 'a deleted external refund',
    by: ({ externalRefund }) => [`DELETE FROM refunds WHERE id = '${externalRefund}'`],
    finds: ['ledger_mismatch', 'refund_money_wrong'],
    names: ({ externalPayment }) => externalPayment.id,
    detail: /refunded/,
  },
  {
    what: 'an external refund that became a refund of the gateway',
    by: ({ externalRefund }) => [`UPDATE refunds SET kind = 'gateway' WHERE id = '${externalRefund}'`],
    finds: ['ledger_missing', 'ledger_mismatch', 'refund_undecided', 'refund_event_missing'],
    names: ({ externalRefund }) => externalRefund,
    detail: /approved/,
  },
  {
    what: 'an external refund that is counted as a refund of the gateway too',
    by: ({ externalRefund, externalPayment }) => [
      `INSERT INTO refunds (id, name, website_id, mode, payment_id, method, amount_minor, currency, is_whole, status, failure_reason,
         requested_by, approved_by, provider_ref, attempts, asked_at_us, created_at_us, ended_at_us)
       SELECT 'rfd_copy', 'copy', website_id, mode, payment_id, method, amount_minor, currency, 0, 'succeeded', NULL, 'marie', 'marie',
         provider_ref, 1, created_at_us, created_at_us, ended_at_us FROM refunds WHERE id = '${externalRefund}'`,
      `UPDATE refund_money SET refunded_minor = 2 * refunded_minor WHERE payment_id = ${externalPayment.id}`,
    ],
    finds: ['ledger_missing', 'ledger_mismatch', 'refund_unfounded', 'refund_undecided', 'refund_event_missing'],
    names: ({ externalRefund }) => externalRefund,
    detail: /has its number/,
  },
  {
    what: 'a pending external refund that counts as returned',
    by: ({ externalPayment }) => [
      `UPDATE discrepancies SET reported_word = 'refund_pending' WHERE payment_id = ${externalPayment.id}`,
    ],
    finds: ['ledger_mismatch', 'refund_unfounded'],
    names: ({ externalRefund }) => externalRefund,
    detail: /reported as refund_pending/,
  },
  {
    what: 'a dispute that was opened again',
    by: ({ wonPayment }) => [`UPDATE disputes SET state = 'lost' WHERE payment_id = ${wonPayment.id}`],
    finds: ['ledger_unfounded', 'dispute_unfounded'],
    names: ({ wonPayment }) => wonPayment.id,
  },
  {
    what: 'an open dispute that was marked as won',
    by: ({ disputed }) => [`UPDATE disputes SET state = 'won', decided_at_us = 1 WHERE payment_id = ${disputed.id}`],
    finds: ['ledger_missing', 'dispute_unfounded'],
    names: ({ disputed }) => disputed.id,
  },
  {
    what: 'a dispute of another amount',
    by: ({ disputed }) => [`UPDATE disputes SET amount_minor = amount_minor + 1 WHERE payment_id = ${disputed.id}`],
    finds: ['ledger_mismatch'],
    names: ({ disputed }) => disputed.id,
  },
  {
    what: 'a dispute of another mode',
    by: ({ disputed }) => [`UPDATE disputes SET mode = 'test' WHERE payment_id = ${disputed.id}`],
    finds: ['ledger_mismatch', 'dispute_unfounded'],
    names: ({ disputed }) => disputed.id,
  },
  {
    what: 'a deleted dispute',
    by: ({ disputed }) => [`DELETE FROM disputes WHERE payment_id = ${disputed.id}`],
    finds: ['ledger_missing', 'ledger_unfounded'],
    names: ({ disputed }) => disputed.id,
  },
  {
    what: 'a refund at its provider that no worker looks up',
    by: ({ unknownRefund }) => [
      `UPDATE refunds SET status = 'sent', next_step_at_us = NULL WHERE id = '${unknownRefund}'`,
    ],
    finds: ['refund_state'],
    names: ({ unknownRefund }) => unknownRefund,
    detail: /no step follows/,
  },
  {
    what: 'a refund that was sent and waits for an approval',
    by: ({ refunds }) => [
      `UPDATE refunds SET attempts = 1, asked_at_us = created_at_us WHERE id = '${refunds.requested}'`,
    ],
    finds: ['refund_state'],
    names: ({ refunds }) => refunds.requested,
    detail: /was sent/,
  },
  {
    what: 'a refund that was approved by hand',
    by: ({ refunds }) => [
      `UPDATE refunds SET status = 'manual', approved_by = 'nobody' WHERE id = '${refunds.requested}'`,
    ],
    finds: ['refund_undecided'],
    names: ({ refunds }) => refunds.requested,
    detail: /approved/,
  },
  {
    what: 'a refund that was rejected by hand',
    by: ({ refunds, refunded }) => [
      `UPDATE refunds SET status = 'failed', failure_reason = 'rejected', ended_at_us = created_at_us WHERE id = '${refunds.requested}'`,
      `UPDATE refund_money SET reserved_minor = 0 WHERE payment_id = ${refunded.id}`,
    ],
    finds: ['ledger_missing', 'refund_undecided', 'refund_event_missing'],
    names: ({ refunds }) => refunds.requested,
    detail: /rejected/,
  },
  {
    what: 'a changed number of the transaction that paid a refund',
    by: ({ refunds }) => [`UPDATE refunds SET provider_ref = 'TX-1' WHERE id = '${refunds.paidByHand}'`],
    finds: ['refund_undecided'],
    names: ({ refunds }) => refunds.paidByHand,
    detail: /number/,
  },
  {
    what: 'a paid refund that is to be paid again',
    by: ({ refunds, refunded }) => [
      `UPDATE refunds SET status = 'manual', provider_ref = NULL, ended_at_us = NULL WHERE id = '${refunds.paidByHand}'`,
      `UPDATE refund_money SET reserved_minor = reserved_minor + refunded_minor, refunded_minor = 0 WHERE payment_id = ${refunded.id}`,
    ],
    finds: ['ledger_unfounded', 'refund_undecided'],
    names: ({ refunds }) => refunds.paidByHand,
    detail: /refund.complete in the audit log, but manual/,
  },
];

/** Changes of data that is stored only once, so that it cannot be compared. docs/consistency.md lists each under "Not checked". */
export const UNCHECKED: readonly (Pick<Sabotage, 'what' | 'by'> & { readonly listed: string })[] = [
  {
    what: 'a changed amount of an open payment',
    by: ({ liveOpen }) => [`UPDATE payments SET amount_minor = 500 WHERE id = ${liveOpen.id}`],
    listed: 'An open payment',
  },
  {
    what: 'an open payment that is checked and expires in the year 2100',
    by: ({ liveOpen }) => [
      `UPDATE payments SET expires_at_us = ${FAR_US}, next_check_at_us = ${FAR_US} WHERE id = ${liveOpen.id}`,
    ],
    listed: 'An open payment',
  },
  {
    what: 'a changed reference of the provider',
    by: ({ unsent }) => [`UPDATE payments SET provider_ref = 'other' WHERE id = ${unsent.id}`],
    listed: "The provider's reference",
  },
  {
    what: 'a receipt that was deleted',
    by: ({ receipted }) => [`DELETE FROM receipts WHERE payment_id = ${receipted.id}`],
    listed: 'A missing receipt',
  },
  {
    what: 'a stopped subscription that is active again',
    by: ({ stopped }) => [
      `UPDATE subscriptions SET status = 'active', ended_at_us = NULL, end_reason = NULL, next_charge_at_us = 1 WHERE id = '${stopped}'`,
    ],
    listed: 'A stopped subscription that was set to active',
  },
  {
    what: 'a link without payments with another key of its website and mode',
    by: ({ endedLink, rotatedKey }) => [
      `UPDATE payment_links SET api_key_id = '${rotatedKey}' WHERE id = '${endedLink}'`,
    ],
    listed: 'The key of a link',
  },
  {
    what: 'a subscription whose last cycle is processed again',
    by: ({ behind }) => [
      `UPDATE subscriptions SET next_period = 1, consecutive_failures = 0, next_charge_at_us = 1 WHERE id = '${behind}'`,
    ],
    listed: 'A subscription that was set back by one cycle',
  },
  {
    what: 'a changed thank-you text of a link',
    by: ({ linkId }) => [`UPDATE payment_links SET thanks = 'other' WHERE id = '${linkId}'`],
    listed: "A link's texts",
  },
];
