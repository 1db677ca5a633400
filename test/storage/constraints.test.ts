import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Payment } from '../../src/core/payment.ts';
import type { Row, Transaction, Value } from '../../src/database/database.ts';
import { insertPayments } from '../../src/features/payments/store/insert-payments.ts';
import { onBothEngines } from '../support/engines.ts';
import { inStatus, openTestStore, type Seed, seed, type TestStore } from '../support/store.ts';

type Violation = 'check' | 'unique' | 'foreign key' | 'not null';

/** Payments that the schema must refuse, whatever the code does. Each breaks exactly one rule. */
const PAYMENTS: [name: string, changes: Partial<Record<keyof Payment, Value>>, violation: Violation][] = [
  ['an id of 14 digits', { id: 99_999_999_999_999 }, 'check'],
  ['an amount of zero', { amountMinor: 0 }, 'check'],
  ['a negative amount', { amountMinor: -1 }, 'check'],
  ['an original amount of zero', { originalAmountMinor: 0, rateE4: 1 }, 'check'],
  ['a rate of zero', { originalAmountMinor: 1, rateE4: 0 }, 'check'],
  ['an original amount without its rate', { originalAmountMinor: 1 }, 'check'],
  ['a rate without an original amount', { rateE4: 1 }, 'check'],
  ['an unknown mode', { mode: 'demo' }, 'check'],
  ['an unknown method', { method: 'cash' }, 'check'],
  ['an unknown status', { status: 'requires_payment_method' }, 'check'],
  ['an unknown currency', { method: 'card', currency: 'EUR' }, 'check'],
  ['dollars by moncash', { method: 'moncash', currency: 'USD' }, 'check'],
  ['dollars by natcash', { method: 'natcash', currency: 'USD' }, 'check'],
  ['an empty customer name', { customerName: '' }, 'check'],
  ['an unknown interval', recurring('hourly', 1), 'check'],
  ['an interval count without an interval', recurring(null, 1), 'check'],
  ['an interval without a count', recurring('daily', null), 'check'],
  ['a count of 0', recurring('daily', 0), 'check'],
  ['a count of 13', recurring('daily', 13), 'check'],
  ['a recurring wallet payment', { ...recurring('daily', 1), method: 'moncash' }, 'check'],
  ['a completed payment without its time of completion', { ...inStatus('completed'), finishedAtUs: null }, 'check'],
  ['an open payment with a time of completion', { finishedAtUs: 1 }, 'check'],
  ['a completed payment with a reason', { ...inStatus('completed'), failureReason: 'declined' }, 'check'],
  ['a failed payment without a reason', { ...inStatus('failed'), failureReason: null }, 'check'],
  ['a final payment that is checked again', { ...inStatus('completed'), nextCheckAtUs: 1 }, 'check'],
  ['an open payment that is never checked', { nextCheckAtUs: null }, 'check'],
  ['a charge of a method other than lakaypay_card', { ...charge('$subscription', 2), method: 'card' }, 'check'],
  ['a charge with its own interval', { ...charge('$subscription', 2), ...recurring('daily', 1) }, 'check'],
  ['a charge without a period', charge('$subscription', null), 'check'],
  ['a period without a subscription', charge(null, 2), 'check'],
  ['a charge for the period of the first payment', charge('$subscription', 0), 'check'],
  ['a charge mark on a payment that is not a charge', { chargeAskedAtUs: 1 }, 'check'],
  ['a charge of an unknown subscription', charge('sub_none', 2), 'foreign key'],
  ['a second open payment of a period', charge('$subscription', 1), 'unique'],
  ['a second completed payment of a period', { ...charge('$subscription', 1), ...inStatus('completed') }, 'unique'],
  ['no customer name', { customerName: null }, 'not null'],
  ['no expiry', { expiresAtUs: null }, 'not null'],
  ['a website that does not exist', { websiteId: 'web_none' }, 'foreign key'],
  ['a key that does not exist', { apiKeyId: 'key_none' }, 'foreign key'],
];

/** The columns that an ended subscription must have. */
const ENDED = { status: "'cancelled'", next_charge_at_us: 'NULL', ended_at_us: '1', end_reason: "'moved'" };

const UNMATCHED = { state: "'only_theirs'", reason: "'no_payment'", decided_at_us: '1' };
const MATCHED = { state: "'matched'", decided_at_us: '1', payment_id: '1', website_id: "'w'" };
const REFUNDED = { ...MATCHED, kind: "'refund'", refund_id: "'rfd_1'", amount_minor: '-1' };

/** The picture of a link. */
const PICTURE = { picture_hash: "'h'", picture_type: "'png'", picture_width: '1', picture_height: '1' };
/** A link with an amount that customers may change. */
const PREFILLED = { amount_mode: "'prefilled'" };

/** The columns of a discrepancy about an unknown payment. */
const UNKNOWN = {
  kind: "'unknown_payment'",
  payment_id: 'NULL',
  reported_minor: 'NULL',
  reported_currency: 'NULL',
};
/** The columns of a discrepancy about a payment that is still open at the provider. */
const STILL_OPEN = {
  kind: "'still_open'",
  reported_minor: 'NULL',
  reported_currency: 'NULL',
  reported_word: "'pending'",
};
/** The columns of a receipt request that has ended. */
const ENDED_REQUEST = { next_attempt_at_us: 'NULL', ended_at_us: '1' };
/** The columns of a factor that is not an authenticator. */
const NO_TOTP = { totp_secret_sealed: 'NULL', totp_last_step: 'NULL' };
/**
 * Statements that the schema must refuse. `$website`, `$key`, `$payment` and `$delivery` stand for rows that exist, `$other` for a
 * payment without an event.
 */
const OTHERS: [name: string, sql: string, violation: Violation][] = [
  ['a website without a name', "UPDATE websites SET name = '' WHERE id = $website", 'check'],
  ['an approval that is neither 0 nor 1', 'UPDATE websites SET card_live_approved = 2 WHERE id = $website', 'check'],
  ['an empty contact', "UPDATE websites SET contact = '' WHERE id = $website", 'check'],
  ['a colour that is a name', "UPDATE websites SET colour = 'red' WHERE id = $website", 'check'],
  ['a logo without its type', "UPDATE websites SET logo_hash = 'x' WHERE id = $website", 'check'],
  ['a logo without a width', logoOf('png', 'NULL', '1'), 'check'],
  ['a logo without a height', logoOf('png', '1', 'NULL'), 'check'],
  ['a logo with a width of 0', logoOf('png', '0', '1'), 'check'],
  ['a logo with a height of 0', logoOf('png', '1', '0'), 'check'],
  ['a picture of an unknown type', picture('svg', "'x'"), 'check'],
  ['an empty picture', picture('png', "''"), 'check'],
  ['a picture that is too large', picture('png', `'${'x'.repeat(16_385)}'`), 'check'],
  ['a logo of an unknown type', logoOf('svg', '1', '1'), 'check'],
  ['a picture of an unknown website', picture('png', "'x'", "'web_none'"), 'foreign key'],
  [
    'a flag for receipts that is neither 0 nor 1',
    'UPDATE websites SET sends_receipts = 2 WHERE id = $website',
    'check',
  ],
  [
    'a limit of requests that is too low',
    'UPDATE websites SET rate_limit_per_minute = 59 WHERE id = $website',
    'check',
  ],
  [
    'a limit of requests that is too high',
    'UPDATE websites SET rate_limit_per_minute = 6001 WHERE id = $website',
    'check',
  ],
  ['a receipt in an unknown status', receipt("'lost'", 'NULL', '1'), 'check'],
  ['a receipt with a negative number of attempts', receipt("'sent'", 'NULL', '1', '-1'), 'check'],
  ['a pending receipt without a time of the next attempt', receipt("'pending'", 'NULL', 'NULL'), 'check'],
  ['a sent receipt with a time of the next attempt', receipt("'sent'", '1', '1'), 'check'],
  ['a sent receipt without its time of sending', receipt("'sent'", 'NULL', 'NULL'), 'check'],
  ['a link with a code of another length', sellerLink({ code: "'K7MQ'" }), 'check'],
  ['a link of an unknown mode', sellerLink({ mode: "'demo'" }), 'check'],
  ['a link without a name', sellerLink({ name: "''" }), 'check'],
  ['a link without a description', sellerLink({ description_ht: 'NULL' }), 'check'],
  ['a link with an unknown kind of amount', sellerLink({ amount_mode: "'free'" }), 'check'],
  ['a link in an unknown currency', sellerLink({ currency: "'EUR'" }), 'check'],
  ['a link with an amount of 0', sellerLink({ amount_minor: '0' }), 'check'],
  ['a fixed link without an amount', sellerLink({ amount_minor: 'NULL' }), 'check'],
  ['a fixed link with limits', sellerLink({ min_minor: '1' }), 'check'],
  ['a link with a minimum of 0', sellerLink({ ...PREFILLED, min_minor: '0' }), 'check'],
  ['a link with a maximum of 0', sellerLink({ ...PREFILLED, max_minor: '0' }), 'check'],
  ['a link with a maximum below its minimum', sellerLink({ ...PREFILLED, min_minor: '3', max_minor: '2' }), 'check'],
  ['a link without methods', sellerLink({ methods: "''" }), 'check'],
  ['a link with a stock of 0', sellerLink({ stock: '0' }), 'check'],
  ['a link with an invalid flag for a single use', sellerLink({ single_use: '2', stock: '1' }), 'check'],
  ['a link for a single use with a stock of 2', sellerLink({ single_use: '1', stock: '2' }), 'check'],
  ['a link with an invalid flag for the name', sellerLink({ asks_name: '2' }), 'check'],
  ['a link with an invalid flag for the phone number', sellerLink({ asks_phone: '2' }), 'check'],
  ['a link with an invalid flag for the e-mail address', sellerLink({ asks_email: '2' }), 'check'],
  ['a link with a picture of an unknown type', sellerLink({ ...PICTURE, picture_type: "'gif'" }), 'check'],
  ['a link with a picture without a type', sellerLink({ ...PICTURE, picture_type: 'NULL' }), 'check'],
  ['a link with a picture without a width', sellerLink({ ...PICTURE, picture_width: 'NULL' }), 'check'],
  ['a link with a picture without a height', sellerLink({ ...PICTURE, picture_height: 'NULL' }), 'check'],
  ['a link with a picture that is no pixel wide', sellerLink({ ...PICTURE, picture_width: '0' }), 'check'],
  ['a link with a picture that is no pixel high', sellerLink({ ...PICTURE, picture_height: '0' }), 'check'],
  ['a picture of an unknown type', linkPicture({ type: "'gif'" }), 'check'],
  ['an empty picture', linkPicture({ content: "''" }), 'check'],
  ['a picture of an unknown link', linkPicture({}), 'foreign key'],
  ['a link without a creator', sellerLink({ created_by: "''" }), 'check'],
  [
    'a link with more units open or sold than its stock',
    sellerLink({ stock: '2', open_payments: '1', paid_payments: '2' }),
    'check',
  ],
  [
    'a link with more units reserved or sold, in several payments of several units, than its stock',
    sellerLink({ stock: '4', open_units: '2', paid_units: '3' }),
    'check',
  ],
  ['a link that sells no unit at a time', sellerLink({ max_quantity: '0' }), 'check'],
  ['a link that sells a hundred units at a time', sellerLink({ max_quantity: '100' }), 'check'],
  [
    'a link with a quantity of an amount that customers may change',
    sellerLink({ ...PREFILLED, max_quantity: '2' }),
    'check',
  ],
  ['a checkout session with a short code', session({ code: "'x'" }), 'check'],
  ['a checkout session of an unknown website', session({ website_id: "'web_none'" }), 'foreign key'],
  ['a checkout session of an unknown key', session({ api_key_id: "'key_none'" }), 'foreign key'],
  ['a checkout session in an unknown mode', session({ mode: "'both'" }), 'check'],
  ['a checkout session with less than 1', session({ amount_minor: '99' }), 'check'],
  ['a checkout session in an unknown currency', session({ currency: "'EUR'" }), 'check'],
  ['a checkout session without methods', session({ methods: "''" }), 'check'],
  ['a checkout session that expires before it starts', session({ expires_at_us: '1' }), 'check'],
  ['a checkout session with too many attempts', session({ attempts: '21' }), 'check'],
  ['a checkout session with a negative number of attempts', session({ attempts: '-1' }), 'check'],
  ['a checkout session with more open payments than attempts', session({ open_payments: '1' }), 'check'],
  ['a checkout session with a negative number of open payments', session({ open_payments: '-1' }), 'check'],
  ['a checkout session that is paid without a time', session({ paid_payment_id: '1' }), 'check'],
  ['a payment of an unknown checkout session', inSession({}), 'foreign key'],
  ['a payment of a checkout session in an unknown state', inSession({ state: "'lost'" }), 'check'],
  ['a sale of no unit', soldByLink({ quantity: '0' }), 'check'],
  ...[
    'open_payments',
    'paid_payments',
    'failed_payments',
    'open_units',
    'paid_units',
    'paid_htg_minor',
    'paid_usd_minor',
  ].map((column): [string, string, Violation] => [
    `a link with a negative ${column}`,
    sellerLink({ [column]: '-1' }),
    'check',
  ]),
  ['a payment link of an unknown key', sellerLink({ api_key_id: "'key_none'" }), 'foreign key'],
  ['a payment link of an unknown website', sellerLink({ website_id: "'web_none'" }), 'foreign key'],
  ['a sale by an unknown link', soldByLink({ link_id: "'lnk_none'" }), 'foreign key'],
  ['a sale without a form', soldByLink({ form_id: "''" }), 'check'],
  ['a sale in an unknown state', soldByLink({ state: "'lost'" }), 'check'],
  ['a sale with an amount of 0', soldByLink({ amount_minor: '0' }), 'check'],
  ['a sale in an unknown currency', soldByLink({ currency: "'EUR'" }), 'check'],
  ['a notice in an unknown status', notice({ status: "'lost'" }), 'check'],
  ['a notice with a negative number of attempts', notice({ attempts: '-1' }), 'check'],
  ['a sent notice with a time of the next attempt', notice({ next_attempt_at_us: '1' }), 'check'],
  ['a sent notice without its time of sending', notice({ ended_at_us: 'NULL' }), 'check'],
  ['a key of an unknown mode', "UPDATE api_keys SET mode = 'demo' WHERE website_id = $website", 'check'],
  [
    'a key of an unknown website',
    "UPDATE api_keys SET website_id = 'web_none' WHERE website_id = $website",
    'foreign key',
  ],
  ['a second event of a payment', event('$payment', 'payment.failed', '2'), 'unique'],
  ['a second event at a position', event('$other', 'payment.success', '1'), 'unique'],
  ['an event of an unknown kind', event('$other', 'payment.refunded', '2'), 'check'],
  ['an event at position 0', event('$other', 'payment.success', '0'), 'check'],
  ['an event of an unknown payment', event('999999999999999', 'payment.success', '2'), 'foreign key'],
  ['a second feed of a website', 'INSERT INTO feeds (website_id, last_position) VALUES ($website, 0)', 'unique'],
  [
    'a secret of an unknown key',
    "INSERT INTO api_key_secrets (hash, api_key_id, hint, created_at_us) VALUES ('h', 'key_none', 'x', 1)",
    'foreign key',
  ],
  [
    'payment counts for periods of 7 days',
    "INSERT INTO payment_counts (api_key_id, days, first_day, method, status, slot, payments) SELECT id, 7, 1, 'card', 'failed', 0, 1 FROM api_keys WHERE website_id = $website",
    'check',
  ],
  [
    'payment counts of an unknown key',
    "INSERT INTO payment_counts (api_key_id, days, first_day, method, status, slot, payments) VALUES ('key_none', 1, 1, 'card', 'failed', 0, 1)",
    'foreign key',
  ],
  [
    'a migration that names a later migration as the oldest compatible one',
    'INSERT INTO peye_compatibility (migration_id, oldest) VALUES (999, 1000)',
    'check',
  ],
  ['a discrepancy of an unknown kind', discrepancy({ kind: "'odd'" }), 'check'],
  ['a discrepancy of an unknown method', discrepancy({ method: "'cash'" }), 'check'],
  ['a discrepancy of a payment that does not exist', discrepancy({ payment_id: '999999999999999' }), 'foreign key'],
  ['a discrepancy without its payment', discrepancy({ payment_id: 'NULL' }), 'check'],
  [
    'a discrepancy about an unknown payment with the id of a stored one',
    discrepancy({ kind: "'unknown_payment'" }),
    'check',
  ],
  ['a discrepancy with a negative amount', discrepancy({ reported_minor: '-1' }), 'check'],
  ['a discrepancy in euros', discrepancy({ reported_currency: "'EUR'" }), 'check'],
  [
    'a discrepancy with an amount and no currency',
    discrepancy({ reported_currency: 'NULL', kind: "'not_paid'" }),
    'check',
  ],
  [
    'a discrepancy without the amount that its kind requires',
    discrepancy({ reported_minor: 'NULL', reported_currency: 'NULL' }),
    'check',
  ],
  [
    'a discrepancy about a payment that is still open, without the status at the provider',
    discrepancy({ ...STILL_OPEN, reported_word: 'NULL' }),
    'check',
  ],
  [
    'a discrepancy about a paid payment, with a status at the provider',
    discrepancy({ reported_word: "'pending'" }),
    'check',
  ],
  [
    'a discrepancy with a status of more than 200 characters',
    discrepancy({ ...STILL_OPEN, reported_word: `'${'x'.repeat(201)}'` }),
    'check',
  ],
  ['a discrepancy of a stored payment, with the id of an unknown one', discrepancy({ named_id: '5' }), 'check'],
  [
    'a discrepancy about an unknown payment, without an amount and without an id',
    discrepancy({ ...UNKNOWN, named_id: 'NULL' }),
    'check',
  ],
  ['a discrepancy about an unknown payment with the id 0', discrepancy({ ...UNKNOWN, named_id: '0' }), 'check'],
  ['a discrepancy with the ordinal number 0', discrepancy({ nth: '0' }), 'check'],
  [
    'a second discrepancy about the same amount under another number',
    discrepancy({ id: "'dsc_2'", provider_ref: "'other'" }),
    'unique',
  ],
  ['a discrepancy that was seen 0 times', discrepancy({ times_seen: '0' }), 'check'],
  ['a resolved discrepancy without a note', discrepancy({ settled_at_us: '1' }), 'check'],
  [
    'a second discrepancy about the same number of the provider',
    discrepancy({ id: "'dsc_2'", provider_ref: "'known'" }),
    'unique',
  ],
  ['a second subscription of a payment', subscription({ id: "'sub_2'", first_payment_id: '$payment' }), 'unique'],
  ['a subscription of an unknown payment', subscription({ first_payment_id: '999999999999999' }), 'foreign key'],
  ['a subscription of an unknown website', subscription({ website_id: "'web_none'" }), 'foreign key'],
  ['a subscription of an unknown key', subscription({ api_key_id: "'key_none'" }), 'foreign key'],
  ['a subscription of an unknown mode', subscription({ mode: "'demo'" }), 'check'],
  ['a subscription without a token', subscription({ card_token_sealed: 'NULL' }), 'not null'],
  ['an hourly subscription', subscription({ recurring_interval: "'hourly'" }), 'check'],
  ['a subscription every 13 months', subscription({ recurring_interval_count: '13' }), 'check'],
  ['a subscription whose next period is 0', subscription({ next_period: '0' }), 'check'],
  ['a subscription in an unknown status', subscription({ ...ENDED, status: "'paused'" }), 'check'],
  ['a subscription with a negative number of failures', subscription({ consecutive_failures: '-1' }), 'check'],
  ['a subscription with a negative number of skipped cycles', subscription({ periods_left_out: '-1' }), 'check'],
  ['an active subscription that is never charged', subscription({ next_charge_at_us: 'NULL' }), 'check'],
  ['a stopped subscription that is charged', subscription({ ...ENDED, next_charge_at_us: '1' }), 'check'],
  ['an active subscription that has ended', subscription({ ended_at_us: '1' }), 'check'],
  ['a cancelled subscription without a reason', subscription({ ...ENDED, end_reason: 'NULL' }), 'check'],
  ['a live subscription with a test clock', subscription({ mode: "'live'", test_clock_us: '1' }), 'check'],
  [
    'an archive of 0 payments',
    "INSERT INTO archives (id, before_us, payments, removed_at_us) VALUES ('a', 1, 0, 1)",
    'check',
  ],
  ['a second row about charging', 'INSERT INTO charging (id, charge_mark) VALUES (2, 0)', 'check'],
  ['a negative number of charges', charging('charge_mark = -1'), 'check'],
  ['a pause without a reason', charging('paused_at_us = 1'), 'check'],
  ['a late check of an unknown payment', lateCheck('999999999999999', '0'), 'foreign key'],
  ['a negative number of checks', lateCheck('$payment', '-1'), 'check'],
  ['a second delivery of a payment', delivery({ id: "'dlv_2'" }), 'unique'],
  ['a delivery of an unknown payment', delivery({ payment_id: '999999999999999' }), 'foreign key'],
  ['a delivery of an unknown website', delivery({ payment_id: '$other', website_id: "'web_none'" }), 'foreign key'],
  ['a delivery of an unknown event', "UPDATE deliveries SET event = 'payment.refunded' WHERE id = $delivery", 'check'],
  [
    'a delivery in an unknown status',
    "UPDATE deliveries SET status = 'lost', next_attempt_at_us = NULL WHERE id = $delivery",
    'check',
  ],
  [
    'a delivery with a negative number of attempts',
    'UPDATE deliveries SET attempts = -1 WHERE id = $delivery',
    'check',
  ],
  [
    'a delivery with a negative step of the schedule',
    'UPDATE deliveries SET schedule_step = -1 WHERE id = $delivery',
    'check',
  ],
  [
    'a pending delivery that is never tried',
    'UPDATE deliveries SET next_attempt_at_us = NULL WHERE id = $delivery',
    'check',
  ],
  ['an ended delivery that is tried again', "UPDATE deliveries SET status = 'exhausted' WHERE id = $delivery", 'check'],
  [
    'a delivered delivery without its time',
    "UPDATE deliveries SET status = 'delivered', next_attempt_at_us = NULL WHERE id = $delivery",
    'check',
  ],
  ['a delivery about nothing', delivery({ payment_id: 'NULL', event: "'payment.failed'" }), 'check'],
  ['a delivery about a payment and a refund', delivery({ payment_id: '$other', refund_id: "'rfd_1'" }), 'check'],
  ["a payment's delivery of a refund's event", delivery({ payment_id: '$other', event: "'refund.failed'" }), 'check'],
  [
    "a refund's delivery of a payment's event",
    delivery({ payment_id: 'NULL', refund_id: "'rfd_1'", event: "'payment.failed'" }),
    'check',
  ],
  [
    'an event of a refund that does not exist',
    refundEvent({ refund_id: "'rfd_none'", feed_position: '2' }),
    'foreign key',
  ],
  ["a second event of a refund's end", refundEvent({ feed_position: '2' }), 'unique'],
  ['a second event in a place of the feed', refundEvent({ kind: "'refund.failed'" }), 'unique'],
  ['an event of a refund of an unknown kind', refundEvent({ kind: "'refund.sent'", feed_position: '2' }), 'check'],
  ['an event of a refund before the feed', refundEvent({ kind: "'refund.failed'", feed_position: '0' }), 'check'],
  ['a delivery without a body', delivery({ payment_id: '$other', body: 'NULL' }), 'not null'],
  ['a rate of an unknown source', rate("'bank'", 1), 'check'],
  ['a rate with the number 0', rate("'brh'", 0), 'check'],
  ['a rate below one gourde', rate("'brh'", 1, { rate_e4: '9999' }), 'check'],
  ['a rate above ten thousand gourdes', rate("'brh'", 1, { rate_e4: '100000001' }), 'check'],
  ['a rate that was confirmed before it was fetched', rate("'brh'", 1, { confirmed_at_us: '1' }), 'check'],
  ['a rate without its value', rate("'brh'", 1, { rate_e4: 'NULL' }), 'not null'],
  ['a second rate with the same number', rate("'open_er_api'", 1), 'unique'],
  [
    'a fetch from an unknown source',
    "INSERT INTO exchange_rate_fetches (source, next_fetch_at_us) VALUES ('bank', 1)",
    'check',
  ],
  ['an attempt of an unknown delivery', attempt("'dlv_none'", 1), 'foreign key'],
  ['a second attempt with the same number', attempt('$delivery', 1), 'unique'],
  [
    'a machine with a negative running time',
    "INSERT INTO clock_anchors (machine, running_us, at_us) VALUES ('boot', -1, 1)",
    'check',
  ],
  ['a second confirmed time', 'INSERT INTO clock_confirmations (id, at_us) VALUES (2, 1)', 'check'],
  ['an empty list of addresses', "UPDATE api_keys SET addresses = '' WHERE id = $key", 'check'],
  ['an unknown scope', "UPDATE api_keys SET scope = 'write' WHERE id = $key", 'check'],
  ['a scope twice', "UPDATE api_keys SET scope = 'read,read' WHERE id = $key", 'check'],
  ['an audit log entry at position 0', change({ position: '0' }), 'check'],
  ['an audit log entry with an unknown kind of actor', change({ actor_kind: "'robot'" }), 'check'],
  ['an audit log entry without an actor', change({ actor_name: "''" }), 'check'],
  ['an audit log entry without an action', change({ action: "''" }), 'check'],
  ['an audit log entry without a kind of target', change({ subject_kind: "''" }), 'check'],
  ['an audit log entry whose hash is too short', change({ hash: "'00'" }), 'check'],
  ['an audit log entry by a user without an id', change({ actor_kind: "'user'" }), 'check'],
  ['an audit log entry by the command line with the id of a user', change({ actor_id: "'usr_1'" }), 'check'],
  ['a second head of the audit log', auditHead('id = 2'), 'check'],
  ['a head of the audit log at a negative position', auditHead('position = -1'), 'check'],
  ['a head of the audit log without a hash', auditHead("hash = ''"), 'check'],
  ['an e-mail address in capitals', person({ email: "'Marie@example.com'" }), 'check'],
  ['an empty e-mail address', person({ email: "''" }), 'check'],
  ['a second user with the same e-mail address', person({ email: "'known@example.com'" }), 'unique'],
  ['an unknown role', person({ role: "'root'" }), 'check'],
  ['an unknown language', person({ language: "'es'" }), 'check'],
  ['a user with the version 0', person({ version: '0' }), 'check'],
  ['a user who has accepted the invitation and has no name', person({ name: 'NULL' }), 'check'],
  ['a user with a password who has not accepted the invitation', person({ accepted_at_us: 'NULL' }), 'check'],
  [
    'a website of an unknown user',
    "INSERT INTO user_websites (user_id, website_id) VALUES ('usr_none', $website)",
    'foreign key',
  ],
  [
    'a user of an unknown website',
    "INSERT INTO user_websites (user_id, website_id) VALUES ('usr_known', 'web_none')",
    'foreign key',
  ],
  ['a refund of an unknown website', refund({ website_id: "'web_none'" }), 'foreign key'],
  ['a refund of a payment without its money', refund({ payment_id: '$other' }), 'foreign key'],
  ['a refund without a name', refund({ name: "''" }), 'check'],
  ['a refund of an unknown mode', refund({ mode: "'sandbox'" }), 'check'],
  ['a refund without a method', refund({ method: "''" }), 'check'],
  ['a refund of nothing', refund({ amount_minor: '0' }), 'check'],
  ['a refund in an unknown currency', refund({ currency: "'EUR'" }), 'check'],
  ['a refund that is neither whole nor not', refund({ is_whole: '2' }), 'check'],
  ['a refund of an unknown status', refund({ status: "'lost'", approved_by: "'marie'" }), 'check'],
  ['a refund without a requester', refund({ requested_by: "''" }), 'check'],
  ['a refund with a negative count', refund({ attempts: '-1' }), 'check'],
  ['a refund that failed without a reason', refund({ status: "'failed'", ended_at_us: '1' }), 'check'],
  ['an open refund that has ended', refund({ ended_at_us: '1' }), 'check'],
  ['a refund that was sent at no time', refund({ status: "'sent'", approved_by: "'marie'" }), 'check'],
  ['a refund that was sent without an approval', refund({ status: "'sent'", asked_at_us: '1' }), 'check'],
  [
    'a refund that succeeded without a number',
    refund({ status: "'succeeded'", approved_by: "'marie'", ended_at_us: '1' }),
    'check',
  ],
  ['a refund of an unknown kind', refund({ kind: "'gift'" }), 'check'],
  ['an external refund that waits for an approval', refund({ kind: "'external'" }), 'check'],
  ['a refund with a claim of no one', refund({ paying_until_us: '1' }), 'check'],
  ['a request log of an unknown key', requestLog({ api_key_id: "'key_none'" }), 'foreign key'],
  ['a request log with more lines than were written', requestLog({ written: '0' }), 'check'],
  ['a line of a key without a log', apiRequest({}), 'foreign key'],
  ['a line of an unknown mode', apiRequest({ mode: "'sandbox'" }), 'check'],
  ['a line without a method', apiRequest({ method: "''" }), 'check'],
  ['a line without a path', apiRequest({ path: "''" }), 'check'],
  ['a line of an unknown status', apiRequest({ status: '600' }), 'check'],
  ['a line with a negative duration', apiRequest({ duration_us: '-1' }), 'check'],
  ['a dispute of an unknown website', dispute({ website_id: "'web_none'" }), 'foreign key'],
  ['a dispute of an unknown payment', dispute({ payment_id: '1' }), 'foreign key'],
  ['a dispute of an unknown mode', dispute({ mode: "'sandbox'" }), 'check'],
  ['a dispute without a method', dispute({ method: "''" }), 'check'],
  ['a dispute without a number', dispute({ provider_ref: "''" }), 'check'],
  ['a dispute of nothing', dispute({ amount_minor: '0' }), 'check'],
  ['a dispute in an unknown currency', dispute({ currency: "'EUR'" }), 'check'],
  ['a dispute with a long reason', dispute({ reason: `'${'x'.repeat(201)}'` }), 'check'],
  ['a dispute in an unknown state', dispute({ state: "'settled'", decided_at_us: '1' }), 'check'],
  ['an open dispute that is decided', dispute({ decided_at_us: '1' }), 'check'],
  ['a lost dispute that is not decided', dispute({ state: "'lost'" }), 'check'],
  ['refunds in an unknown currency', refundMoney({ currency: "'EUR'" }), 'check'],
  ['refunds of a payment of nothing', refundMoney({ paid_minor: '0' }), 'check'],
  ['refunds that reserve less than nothing', refundMoney({ reserved_minor: '-1' }), 'check'],
  ['refunds of less than nothing', refundMoney({ refunded_minor: '-1' }), 'check'],
  ['refunds of more than was paid', refundMoney({ reserved_minor: '60', refunded_minor: '41' }), 'check'],
  ['dismissals of an unknown website', dismissal({ website_id: "'web_none'" }), 'foreign key'],
  ['dismissals of an unknown side', dismissal({ side: "'customer'" }), 'check'],
  ['dismissals without a kind', dismissal({ kind: "''" }), 'check'],
  ['dismissals without a user', dismissal({ dismissed_by: "''" }), 'check'],
  ['dismissals without a note', dismissal({ note: "''" }), 'check'],
  ['a receipt request without an address', receiptRequest({ address: "''" }), 'check'],
  ['a receipt request with 0 requests', receiptRequest({ requests: '0' }), 'check'],
  ['a receipt request with a negative count', receiptRequest({ attempts: '-1' }), 'check'],
  ['a receipt request of an unknown status', receiptRequest({ status: "'lost'", ...ENDED_REQUEST }), 'check'],
  ['a pending receipt request that has ended', receiptRequest({ ended_at_us: '1' }), 'check'],
  ['a pending receipt request without a next attempt', receiptRequest({ next_attempt_at_us: 'NULL' }), 'check'],
  ['notifications of an unknown user', notification({ user_id: "'usr_none'" }), 'foreign key'],
  ['notifications without a topic', notification({ topic: "''" }), 'check'],
  ['preferences of an unknown user', preference({ user_id: "'usr_none'" }), 'foreign key'],
  ['preferences without a list', preference({ list: "''" }), 'check'],
  ['preferences with a name of 41 characters', preference({ name: `'${'x'.repeat(41)}'` }), 'check'],
  ['preferences of more than 2 KB', preference({ value: `'${'x'.repeat(2_049)}'` }), 'check'],
  ['a factor of an unknown kind', factor({ kind: "'sms'", ...NO_TOTP }), 'check'],
  ['a factor without a name', factor({ name: "''" }), 'check'],
  ['a factor of an unknown user', factor({ user_id: "'usr_none'" }), 'foreign key'],
  ['an authenticator without its secret', factor({ totp_secret_sealed: 'NULL' }), 'check'],
  ['an authenticator without its last step', factor({ totp_last_step: 'NULL' }), 'check'],
  ['an authenticator with a credential', factor({ credential_id: "'c'" }), 'check'],
  ['an authenticator with a public key', factor({ public_key: "'k'" }), 'check'],
  ['an authenticator with a count of uses', factor({ sign_count: '0' }), 'check'],
  ['a one-time link of an unknown kind', link({ kind: "'gift'" }), 'check'],
  ['an invitation without a user', link({ user_id: 'NULL' }), 'check'],
  ['a one-time link of an unknown user', link({ user_id: "'usr_none'" }), 'foreign key'],
  [
    'a session of an unknown user',
    "INSERT INTO sessions (hash, id, user_id, created_at_us, last_seen_at_us, ends_at_us) VALUES ('h', 'ses_1', 'usr_none', 1, 1, 2)",
    'foreign key',
  ],
  [
    'a recovery code of an unknown user',
    "INSERT INTO recovery_codes (hash, user_id, created_at_us) VALUES ('h', 'usr_none', 1)",
    'foreign key',
  ],
  ['a history entry of an unknown kind', entry("'guess'", "'opened'"), 'check'],
  ['a history entry without a text', entry("'step'", "''"), 'check'],
  ['a second row about the filling of search terms', 'INSERT INTO payment_term_fill (id) VALUES (2)', 'check'],
  ['a statement of no month', statement({ month: "'November'" }), 'check'],
  ['a statement without lines', statement({ lines: "''" }), 'check'],
  ['a statement of an unknown website', statement({ website_id: "'web_none'" }), 'foreign key'],
  ['a second row about the filling of the ledger', 'INSERT INTO ledger_fill (id) VALUES (2)', 'check'],
  ['a fee rule with the number 0', feeRule({ number: '0' }), 'check'],
  ['a fee rule of no website', feeRule({ website_id: "'web_none'" }), 'foreign key'],
  ['a fee rule of an unknown mode', feeRule({ mode: "'demo'" }), 'check'],
  ['a fee rule of an unknown method', feeRule({ method: "'cash'" }), 'check'],
  ['a fee rule in an unknown currency', feeRule({ method: "'card'", currency: "'EUR'" }), 'check'],
  ['a fee rule for dollars by moncash', feeRule({ currency: "'USD'" }), 'check'],
  ['a fee rule for dollars by natcash', feeRule({ method: "'natcash'", currency: "'USD'" }), 'check'],
  ['a fee of less than nothing', feeRule({ percent_e3: '-1' }), 'check'],
  ['a fee of more than the amount by percentage', feeRule({ percent_e3: '100001' }), 'check'],
  ['a negative fixed fee', feeRule({ fixed_minor: '-1' }), 'check'],
  ['a negative minimum fee', feeRule({ minimum_minor: '-1' }), 'check'],
  ['a fee rule for the past', feeRule({ valid_from_us: '1' }), 'check'],
  ['a fee rule that no one set', feeRule({ set_by: "''" }), 'check'],
  ['a payout of an unknown method', payout({ method: "'cash'" }), 'check'],
  ['a payout without a reference', payout({ reference: "''" }), 'check'],
  ['a payout to no bank', payout({ bank: "''" }), 'check'],
  ['a payout in an unknown currency', payout({ currency: "'EUR'" }), 'check'],
  [
    'a payout for a website that does not exist',
    payout({ website_id: "'web_none'", lines: '0', digest: 'NULL' }),
    'foreign key',
  ],
  ['a payout whose net amount is another', payout({ net_minor: '11' }), 'check'],
  ['a payout with lines and a website', payout({ website_id: '$website' }), 'check'],
  ['a payout with neither lines nor a website', payout({ lines: '0', digest: 'NULL' }), 'check'],
  ['a payout without lines that has a digest', payout({ lines: '0' }), 'check'],
  ['a payout with fewer lines than none', payout({ lines: '-1' }), 'check'],
  ['a line of a refund of no payment', payoutLine({ kind: "'refund'", refund_id: "'rfd_1'" }), 'check'],
  ['a payout with half a period', payout({ from_us: '1' }), 'check'],
  ['a payout that no one recorded', payout({ recorded_by: "''" }), 'check'],
  ['a reversed payout without a note', payout({ reversed_at_us: '1', reversed_by: "'marie'" }), 'check'],
  ['a reversed payout that no one reversed', payout({ reversed_at_us: '1', note: "'wrong'" }), 'check'],
  ['a second payout with a reference', payout({ reference: "'known'" }), 'unique'],
  ['a line of no payout', payoutLine({ payout_id: "'po_none'" }), 'foreign key'],
  ['a line with the number 0', payoutLine({ line: '0' }), 'check'],
  ['a line of an unknown kind', payoutLine({ kind: "'fee'" }), 'check'],
  ['a line without a reference', payoutLine({ reference: "''" }), 'check'],
  ['a line in an unknown currency', payoutLine({ currency: "'EUR'" }), 'check'],
  ['a line in an unknown state', payoutLine({ state: "'lost'" }), 'check'],
  ['an unmatched line with an unknown reason', payoutLine({ ...UNMATCHED, reason: "'lost'" }), 'check'],
  ['an unmatched line without a reason', payoutLine({ ...UNMATCHED, reason: 'NULL' }), 'check'],
  ['an unmatched line with a payment', payoutLine({ ...UNMATCHED, payment_id: '1', website_id: "'w'" }), 'check'],
  ['a matched line without a payment', payoutLine({ ...MATCHED, payment_id: 'NULL', website_id: 'NULL' }), 'check'],
  ['a matched line without its time', payoutLine({ ...MATCHED, decided_at_us: 'NULL' }), 'check'],
  ['a matched line without a website', payoutLine({ ...MATCHED, website_id: 'NULL' }), 'check'],
  ['a matched line of another kind', payoutLine({ ...MATCHED, kind: "'other'" }), 'check'],
  ['a matched refund without its id', payoutLine({ ...MATCHED, kind: "'refund'" }), 'check'],
  ['a matched payment with a refund', payoutLine({ ...MATCHED, refund_id: "'rfd_1'" }), 'check'],
  ['a matched line with a note', payoutLine({ ...MATCHED, note: "'a'", noted_by: "'b'" }), 'check'],
  ['a note that no one wrote', payoutLine({ ...UNMATCHED, note: "'a'" }), 'check'],
  ['a payment in a second payout', payoutLine({ ...MATCHED, payment_id: '77' }), 'unique'],
  ['a refund in a second payout', payoutLine({ ...REFUNDED, refund_id: "'rfd_77'" }), 'unique'],
  ['a posting about a negative number', posting({ about: '-1' }), 'check'],
  ['a posting of no entry', posting({ entry: "''" }), 'check'],
  ['a posting with the line 0', posting({ line: '0' }), 'check'],
  ['a posting without a website', posting({ website_id: "''" }), 'check'],
  ['a posting of an unknown mode', posting({ mode: "'demo'" }), 'check'],
  ['a posting without an account', posting({ account: "''" }), 'check'],
  ['a posting in an unknown currency', posting({ currency: "'EUR'" }), 'check'],
  ['a posting of nothing', posting({ amount_minor: '0' }), 'check'],
  ['a manual rate with the number 0', rateByHand({ number: '0' }), 'check'],
  ['a manual rate below one gourde', rateByHand({ rate_e4: '9999' }), 'check'],
  ['a manual rate without an actor', rateByHand({ set_by: "''" }), 'check'],
  ['a reconciliation run in the slot 2', comparison({ slot: '2' }), 'check'],
  ['a reconciliation run in an unknown state', comparison({ state: "'lost'" }), 'check'],
  ['a reconciliation run that has compared a negative number', comparison({ compared: '-1' }), 'check'],
  ['a reconciliation run with a negative number of differences', comparison({ differences: '-1' }), 'check'],
  ['a reconciliation run of an empty range of time', comparison({ from_us: '2' }), 'check'],
  [
    'a reconciliation run that is done, without its time of end',
    comparison({ state: "'done'", ended_at_us: 'NULL' }),
    'check',
  ],
  ['a running reconciliation run without a lease', comparison({ state: "'running'", ended_at_us: 'NULL' }), 'check'],
  ['a second open reconciliation run', comparison({ state: "'waiting'", ended_at_us: 'NULL' }), 'unique'],
  ['a difference with the number 0', difference("'rec_known'", '0'), 'check'],
  ['a difference of an unknown reconciliation run', difference("'rec_none'", '1'), 'foreign key'],
  ['sums of an unknown mode', sums({ mode: "'demo'" }), 'check'],
  ['sums of periods of 2 hours', sums({ hours: '2' }), 'check'],
  ['sums without an outcome', sums({ outcome: "''" }), 'check'],
  ['a second row about the start of the sums', 'INSERT INTO payment_sums_state (id) VALUES (2)', 'check'],
];

onBothEngines('constraints', (engine) => {
  const violated = new Set<string>();
  let store: TestStore;
  let owner: Seed;
  let withEvent: Payment;
  let other: Payment;
  before(async () => {
    store = await openTestStore(engine);
    owner = await seed(store.db);
    [withEvent, other] = [owner.payment(inStatus('completed')), owner.payment()];
    await store.db.transaction(async (tx) => {
      await insertPayments(tx, [withEvent, other]);
      await tx.query(fill(event('$payment', 'payment.success', '1')));
      await tx.query(fill(delivery({ id: '$delivery' })));
      await tx.query(fill(attempt('$delivery', 1)));
      await tx.query(fill(discrepancy({ id: "'dsc_known'", provider_ref: "'known'" })));
      await tx.query(rate("'open_er_api'", 1));
      await tx.query(fill(subscription({ id: "'sub_known'", first_payment_id: '$payment' })));
      await insertPayments(tx, [owner.payment(charge('sub_known', 1) as Partial<Payment>)]);
      await tx.query(fill(refundMoney({ payment_id: '$payment' })));
      await tx.query(fill(refund({ id: "'rfd_known'" })));
      await tx.query(fill(refundEvent({})));
      await tx.query(payout({ id: "'po_known'", reference: "'known'" }));
      await tx.query(payoutLine({ ...MATCHED, line: '11', payment_id: '77' }));
      await tx.query(payoutLine({ ...REFUNDED, line: '12', refund_id: "'rfd_77'" }));
      await tx.query(person({ id: "'usr_known'", email: "'known@example.com'" }));
      await tx.query(comparison({ id: "'rec_known'", state: "'waiting'", ended_at_us: 'NULL' }));
    });
  });
  after(() => store.close());

  const fill = (sql: string) =>
    sql
      .replaceAll('$website', `'${owner.websiteId}'`)
      .replaceAll('$key', `'${owner.apiKeyId}'`)
      .replaceAll('$payment', String(withEvent.id))
      .replaceAll('$other', String(other.id))
      .replaceAll('$delivery', "'dlv_1'");
  const refuses = (violation: Violation, work: (tx: Transaction) => Promise<unknown>) =>
    assert.rejects(store.db.transaction(work), (error: Error & { constraint?: string }) => {
      assert.equal(violationOf(error), violation, error.message);
      violated.add(error.constraint ?? '');
      return true;
    });

  for (const [name, changes, violation] of PAYMENTS) {
    it(`payments: refuses ${name}`, async () => {
      const known = changes.subscriptionId === '$subscription' && { subscriptionId: 'sub_known' };
      const payment = owner.payment({ ...changes, ...known } as Partial<Payment>);
      await refuses(violation, (tx) => insertPayments(tx, [payment]));
      assert.deepEqual(await store.db.query('SELECT id FROM payments WHERE id = $1', [payment.id]), []);
    });
  }

  for (const [name, sql, violation] of OTHERS) {
    it(`refuses ${name}`, () => refuses(violation, (tx) => tx.query(fill(sql))));
  }

  it('accepts the smallest and the largest id, and every valid combination of recurring columns', async () => {
    const payments = [
      owner.payment({ id: 100_000_000_000_000 }),
      owner.payment({ id: Number.MAX_SAFE_INTEGER }),
      owner.payment(recurring('yearly', 12) as Partial<Payment>),
      owner.payment({ originalAmountMinor: 1, rateE4: 1 }),
      owner.payment(inStatus('failed')),
      // A period may have any number of failed charges.
      owner.payment({ ...charge('sub_known', 1), ...inStatus('failed') } as Partial<Payment>),
      owner.payment({ ...charge('sub_known', 1), ...inStatus('failed'), chargeAskedAtUs: 1 } as Partial<Payment>),
      owner.payment({ ...charge('sub_known', 2), chargeAskedAtUs: 1 } as Partial<Payment>),
    ];
    const inserted = await store.db.transaction((tx) => insertPayments(tx, payments));
    assert.equal(inserted.size, payments.length);
  });

  if (engine === 'postgres') {
    it('leaves no CHECK of the schema untried', async () => {
      const checks = await store.db.query<Row & { conname: string }>(
        `SELECT conname::text FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype = 'c'`,
      );
      // The CHECK of the writers' fence is not tested here: it refuses every row, so that no one can insert one by hand.
      const untried = checks
        .map((row) => row.conname)
        .filter((name) => !violated.has(name) && !/^peye_writers_\d+_check$/.test(name));
      assert.deepEqual(untried, [], 'add to this file a statement that each of these CHECKs refuses');
    });
  }
});

function recurring(interval: string | null, count: number | null): Partial<Record<keyof Payment, Value>> {
  return { method: 'lakaypay_card', recurringInterval: interval, recurringIntervalCount: count };
}

function charge(subscriptionId: string | null, period: number | null): Partial<Record<keyof Payment, Value>> {
  return { method: 'lakaypay_card', subscriptionId, subscriptionPeriod: period };
}

function subscription(changes: Record<string, string>): string {
  const columns: Record<string, string> = {
    id: "'sub_new'",
    first_payment_id: '$other',
    website_id: '$website',
    api_key_id: '$key',
    mode: "'test'",
    card_token_sealed: "'sealed'",
    recurring_interval: "'monthly'",
    recurring_interval_count: '1',
    anchor_at_us: '1',
    next_period: '1',
    next_charge_at_us: '1',
    status: "'active'",
    consecutive_failures: '0',
    periods_left_out: '0',
    created_at_us: '1',
    ...changes,
  };
  return `INSERT INTO subscriptions (${Object.keys(columns).join(', ')}) VALUES (${Object.values(columns).join(', ')})`;
}

/** A statement that inserts a row with these columns into a table. */
function insert(table: string, columns: Readonly<Record<string, string>>): string {
  return `INSERT INTO ${table} (${Object.keys(columns).join(', ')}) VALUES (${Object.values(columns).join(', ')})`;
}

function change(changes: Record<string, string>): string {
  return insert('audit_log', {
    position: '1',
    at_us: '1',
    actor_kind: "'cli'",
    actor_name: "'marie'",
    action: "'website.update'",
    subject_kind: "'website'",
    hash: `'${'0'.repeat(64)}'`,
    ...changes,
  });
}

function auditHead(change: string): string {
  return `UPDATE audit_head SET ${change}`;
}

function person(changes: Record<string, string>): string {
  return insert('users', {
    id: "'usr_new'",
    email: "'new@example.com'",
    name: "'Marie'",
    role: "'owner'",
    language: "'ht'",
    password_hash: "'hash'",
    version: '1',
    created_at_us: '1',
    accepted_at_us: '1',
    ...changes,
  });
}

function refund(changes: Record<string, string>): string {
  const values = { id: "'rfd_new'", name: "'one'", website_id: '$website', mode: "'test'", payment_id: '$payment' };
  const money = { method: "'card'", amount_minor: '1', currency: "'HTG'", is_whole: '0', status: "'requested'" };
  const rest = { requested_by: "'marie'", attempts: '0', created_at_us: '1' };
  return insert('refunds', { ...values, ...money, ...rest, ...changes });
}

function requestLog(changes: Record<string, string>): string {
  return insert('api_request_logs', { api_key_id: '$key', written: '1', stored: '1', ...changes });
}

function apiRequest(changes: Record<string, string>): string {
  const names = { api_key_id: '$key', number: '1', website_id: '$website', mode: "'test'", request_id: "'req_1'" };
  const outcome = { at_us: '1', method: "'GET'", path: "'/one'", status: '200', duration_us: '1' };
  return insert('api_requests', { ...names, ...outcome, ...changes });
}

function dispute(changes: Record<string, string>): string {
  const values = { id: "'dsp_new'", website_id: '$website', mode: "'live'", payment_id: '$payment', method: "'card'" };
  const money = { provider_ref: "'du_1'", amount_minor: '1', currency: "'HTG'", state: "'opened'" };
  return insert('disputes', { ...values, ...money, opened_at_us: '1', created_at_us: '1', ...changes });
}

function posting(changes: Record<string, string>): string {
  const values = { about: '1', entry: "'completed'", line: '1', website_id: '$website', mode: "'test'" };
  const money = { account: "'sales'", currency: "'HTG'", amount_minor: '-1', at_us: '1' };
  return insert('postings', { ...values, ...money, ...changes });
}

function feeRule(changes: Record<string, string>): string {
  const scope = { number: '1', website_id: '$website', mode: "'live'", method: "'moncash'", currency: "'HTG'" };
  const terms = { percent_e3: '2500', fixed_minor: '0', minimum_minor: '0', valid_from_us: '2', set_at_us: '1' };
  return insert('fee_rules', { ...scope, ...terms, set_by: "'marie'", ...changes });
}

function statement(changes: Record<string, string>): string {
  const values = { website_id: '$website', month: "'2026-11'", issued_at_us: '1', lines: "'[]'" };
  return insert('statements', { ...values, ...changes });
}

function payout(changes: Record<string, string>): string {
  const names = { id: "'po_new'", method: "'moncash'", reference: "'MC-1'", bank: "'bnc'", currency: "'HTG'" };
  const money = { gross_minor: '12', fee_minor: '2', net_minor: '10', lines: '1', digest: "'d'" };
  const rest = { paid_at_us: '1', created_at_us: '1', recorded_by: "'marie'" };
  return insert('payouts', { ...names, ...money, ...rest, ...changes });
}

function payoutLine(changes: Record<string, string>): string {
  const values = { payout_id: "'po_known'", line: '1', kind: "'payment'", reference: "'1'", amount_minor: '1' };
  return insert('payout_lines', { ...values, currency: "'HTG'", state: "'new'", ...changes });
}

function refundEvent(changes: Record<string, string>): string {
  const values = { refund_id: "'rfd_known'", kind: "'refund.succeeded'", website_id: '$website', feed_position: '1' };
  return insert('refund_events', { ...values, body: "'{}'", created_at_us: '1', ...changes });
}

function refundMoney(changes: Record<string, string>): string {
  const values = {
    payment_id: '$other',
    currency: "'HTG'",
    paid_minor: '100',
    reserved_minor: '0',
    refunded_minor: '0',
  };
  return insert('refund_money', { ...values, ...changes });
}

function dismissal(changes: Record<string, string>): string {
  const values = { website_id: "'web_known'", kind: "'receipts'", side: "'operator'", seen_at_us: '1' };
  const who = { dismissed_at_us: '1', dismissed_by: "'marie'", note: "'sent by hand'" };
  return insert('dismissals', { ...values, ...who, ...changes });
}

function receiptRequest(changes: Record<string, string>): string {
  const values = { payment_id: '$payment', address: "'marie@example.com'", requests: '1', status: "'pending'" };
  return insert('receipt_requests', {
    ...values,
    attempts: '0',
    next_attempt_at_us: '1',
    created_at_us: '1',
    ...changes,
  });
}

function notification(changes: Record<string, string>): string {
  const values = { user_id: "'usr_known'", topic: "'webhooks'", chosen_at_us: '1', reported: "'[]'", next_at_us: '1' };
  return insert('notifications', { ...values, ...changes });
}

function preference(changes: Record<string, string>): string {
  const values = {
    user_id: "'usr_known'",
    list: "'/payments'",
    name: "'Failed'",
    value: "'status=failed'",
    saved_at_us: '1',
  };
  return insert('user_preferences', { ...values, ...changes });
}

function factor(changes: Record<string, string>): string {
  return insert('user_factors', {
    id: "'fac_new'",
    user_id: "'usr_known'",
    kind: "'totp'",
    name: "'Phone'",
    created_at_us: '1',
    totp_secret_sealed: "'sealed'",
    totp_last_step: '1',
    ...changes,
  });
}

function link(changes: Record<string, string>): string {
  const times = { created_at_us: '1', expires_at_us: '2' };
  return insert('one_time_links', { hash: "'h'", kind: "'invitation'", user_id: "'usr_known'", ...times, ...changes });
}

function entry(kind: string, what: string): string {
  return insert('payment_history', { payment_id: '$payment', at_us: '1', id: "'his_1'", kind, what, details: "'{}'" });
}

function rateByHand(changes: Record<string, string>): string {
  return insert('manual_rates', { number: '1', rate_e4: '1300000', set_at_us: '1', set_by: "'marie'", ...changes });
}

function comparison(changes: Record<string, string>): string {
  return insert('reconcile_runs', {
    id: "'rec_new'",
    slot: '1',
    state: "'done'",
    from_us: '1',
    to_us: '2',
    actor: "'{}'",
    asked_at_us: '1',
    ended_at_us: '2',
    compared: '0',
    differences: '0',
    ...changes,
  });
}

function difference(run: string, number: string): string {
  return insert('reconcile_lines', { run_id: run, number, line: "'{}'" });
}

function sums(changes: Record<string, string>): string {
  const waits = [10, 20, 30, 45, 60, 90, 120, 180, 300, 600, 1800, 'more'].map((each) => [`wait_${each}`, '0']);
  return insert('payment_sums', {
    website_id: '$website',
    mode: "'test'",
    hours: '1',
    period: '1',
    method: "'card'",
    currency: "'HTG'",
    outcome: "'completed'",
    slot: '0',
    payments: '1',
    amount_minor: '1',
    ...Object.fromEntries(waits),
    ...changes,
  });
}

function event(payment: string, kind: string, position: string): string {
  return `INSERT INTO events (payment_id, website_id, kind, feed_position, created_at_us)
    VALUES (${payment}, $website, '${kind}', ${position}, 1)`;
}

function delivery(changes: Record<string, string>): string {
  const columns: Record<string, string> = {
    id: "'dlv_new'",
    payment_id: '$payment',
    website_id: '$website',
    event: "'payment.success'",
    url: "'https://shop.example/'",
    body: "'{}'",
    event_at_us: '1',
    status: "'pending'",
    attempts: '0',
    schedule_step: '0',
    next_attempt_at_us: '1',
    created_at_us: '1',
    ...changes,
  };
  return `INSERT INTO deliveries (${Object.keys(columns).join(', ')}) VALUES (${Object.values(columns).join(', ')})`;
}

function discrepancy(changes: Record<string, string>): string {
  const columns: Record<string, string> = {
    id: "'dsc_new'",
    kind: "'amount_mismatch'",
    method: "'moncash'",
    payment_id: '$payment',
    provider_ref: "'new'",
    reported_minor: '1',
    reported_currency: "'HTG'",
    nth: '1',
    times_seen: '1',
    first_seen_at_us: '1',
    last_seen_at_us: '1',
    ...changes,
  };
  return `INSERT INTO discrepancies (${Object.keys(columns).join(', ')}) VALUES (${Object.values(columns).join(', ')})`;
}

function lateCheck(payment: string, checks: string): string {
  return `INSERT INTO late_checks (payment_id, method, checks, next_check_at_us) VALUES (${payment}, 'moncash', ${checks}, 1)`;
}

function charging(changes: string): string {
  return `UPDATE charging SET ${changes}`;
}

function attempt(deliveryId: string, number: number): string {
  return `INSERT INTO delivery_tries (delivery_id, attempt, at_us, duration_ms) VALUES (${deliveryId}, ${number}, 1, 1)`;
}

function rate(source: string, number: number, changes: Record<string, string> = {}): string {
  const columns = { rate_e4: '1305549', fetched_at_us: '2', confirmed_at_us: '2', ...changes };
  return `INSERT INTO exchange_rates (source, number, ${Object.keys(columns).join(', ')})
    VALUES (${source}, ${number}, ${Object.values(columns).join(', ')})`;
}

/** The kind of rule that was broken, by the code of the engine's error. */
function violationOf(error: Error & { code?: string; errcode?: number }): Violation | undefined {
  const postgres: Record<string, Violation> = {
    23502: 'not null',
    23503: 'foreign key',
    23505: 'unique',
    23514: 'check',
  };
  const sqlite: Record<number, Violation> = {
    275: 'check',
    787: 'foreign key',
    1299: 'not null',
    1555: 'unique',
    2067: 'unique',
  };
  return error.errcode === undefined ? postgres[error.code ?? ''] : sqlite[error.errcode];
}

function logoOf(type: string, width: string, height: string): string {
  return `UPDATE websites SET logo_hash = 'x', logo_type = '${type}', logo_width = ${width}, logo_height = ${height} WHERE id = $website`;
}

function picture(type: string, content: string, websiteId = '$website'): string {
  return `INSERT INTO logos (hash, website_id, type, content) VALUES ('x', ${websiteId}, '${type}', ${content})`;
}

function receipt(status: string, nextAttemptAtUs: string, endedAtUs: string, attempts = '1'): string {
  return `INSERT INTO receipts (payment_id, status, attempts, next_attempt_at_us, created_at_us, ended_at_us)
    VALUES ($payment, ${status}, ${attempts}, ${nextAttemptAtUs}, 1, ${endedAtUs})`;
}

function sellerLink(changes: Record<string, string>): string {
  return insert('payment_links', {
    id: "'lnk_new'",
    code: "'K7MQ4XRT'",
    website_id: '$website',
    api_key_id: '$key',
    mode: "'test'",
    name: "'Mango'",
    description_ht: "'Mango'",
    amount_mode: "'fixed'",
    currency: "'HTG'",
    amount_minor: '2',
    methods: "'moncash'",
    single_use: '0',
    asks_name: '0',
    asks_phone: '0',
    created_at_us: '1',
    created_by: "'marie'",
    ...changes,
  });
}

function linkPicture(changes: Record<string, string>): string {
  return insert('link_pictures', { hash: "'h'", link_id: "'lnk_none'", type: "'png'", content: "'YQ=='", ...changes });
}

function session(changes: Record<string, string>): string {
  return insert('checkout_sessions', {
    id: "'cos_new'",
    code: "'xxxxxxxxxxxxxxxxxxxxxx'",
    website_id: '$website',
    api_key_id: '$key',
    mode: "'test'",
    amount_minor: '100',
    currency: "'HTG'",
    methods: "'moncash'",
    created_at_us: '1',
    expires_at_us: '2',
    ...changes,
  });
}

function inSession(changes: Record<string, string>): string {
  return insert('session_payments', {
    payment_id: '$payment',
    session_id: "'cos_none'",
    state: "'open'",
    ...changes,
  });
}

function soldByLink(changes: Record<string, string>): string {
  return insert('link_payments', {
    payment_id: '$payment',
    link_id: "'lnk_none'",
    form_id: "'f'",
    state: "'open'",
    amount_minor: '1',
    currency: "'HTG'",
    ...changes,
  });
}

function notice(changes: Record<string, string>): string {
  return insert('link_notices', {
    payment_id: '$payment',
    status: "'sent'",
    attempts: '1',
    created_at_us: '1',
    ended_at_us: '1',
    ...changes,
  });
}
