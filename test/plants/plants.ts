// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of the source

/** A bug that is planted in the source to see the test of a contract row fail. */
export interface Plant {
  readonly row: string;
  /** What the bug does. */
  readonly bug: string;
  /** The source file, in which `find` is there exactly once. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  /** The test file that must fail, in a test of the row. */
  readonly test: string;
}

function plant(row: string, bug: string, file: string, change: readonly [string, string], test: string): Plant {
  const [find, replace] = change;
  return { row, bug, file: `src/${file}`, find, replace, test: `test/${test}.test.ts` };
}

/** Bugs that no test noticed once, and at least two for each group of the contract. */
export const PLANTS: readonly Plant[] = [
  plant(
    'LINK-9',
    'the seller is notified of failed payments',
    'features/links/settle-link.ts',
    [
      "if (!canSendNotices || settled.status !== 'completed' || linkId === undefined) return;",
      'if (!canSendNotices || linkId === undefined) return;',
    ],
    'links/seller-notices',
  ),
  plant(
    'LINK-9',
    'the customer gets a receipt of a failed payment',
    'features/payments/settle-payment.ts',
    [
      "if (canSendReceipts && finished.status === 'completed' && finished.customerEmail !== null)",
      'if (canSendReceipts && finished.customerEmail !== null)',
    ],
    'links/seller-notices',
  ),
  plant(
    'LINK-10',
    'sellers are notified of test payments',
    'features/links/send-link-notices.ts',
    ["if (payment.mode === 'test' && !sendsTests) return 'test mode';", ''],
    'links/seller-notices',
  ),
  plant(
    'LINK-6',
    'MonCash is offered for centimes',
    'features/links/offered-methods.ts',
    ["const isWhole = link.currency === 'HTG' && provider.takesWholeGourdes === true;", 'const isWhole = false;'],
    'links/offered-methods',
  ),
  plant(
    'LINK-12',
    'NUL is accepted in the name of a customer',
    'features/links/link-customer.ts',
    ['return [...text].length <= most && isStorableText(text);', 'return [...text].length <= most;'],
    'links/page',
  ),
  plant(
    'RECEIPT-4',
    '200 attempts for an e-mail instead of 20',
    'features/receipts/send-queued.ts',
    ['const MAX_ATTEMPTS = 20;', 'const MAX_ATTEMPTS = 200;'],
    'receipts/send-receipts',
  ),
  plant(
    'RECEIPT-7',
    'the subject of a receipt is not cut',
    'features/receipts/send-receipts.ts',
    ['subject: firstCharacters(subject, MAX_SUBJECT),', 'subject,'],
    'receipts/send-receipts',
  ),
  plant(
    'RECEIPT-7',
    "the subject of a seller's notice is not cut",
    'features/links/send-link-notices.ts',
    ['subject: firstCharacters(subject, MAX_SUBJECT),', 'subject,'],
    'receipts/send-receipts',
  ),
  plant(
    'USER-4',
    "attempts that the account's limit refuses count against the address",
    'platform/limits/count-attempts.ts',
    ['await forgiveAttempt(counts.slice(0, at));', ''],
    'operator/users/sign-in',
  ),
  plant(
    'USER-6',
    'a link to set a password outlives a change of the password',
    'features/users/change-account.ts',
    ['await deleteLinksOf(tx, user.id);', ''],
    'operator/users/password-races',
  ),
  plant(
    'USER-7',
    'a change wins over a password that was stored while it compared',
    'features/users/change-account.ts',
    [
      "if (user.passwordHash !== who.user.passwordHash) throw new SignedOut('The password was changed elsewhere.');",
      '',
    ],
    'operator/users/password-races',
  ),
  plant(
    'USER-7',
    'a sign-in wins over a reset that was stored while it compared',
    'features/users/sign-in.ts',
    ['|| now.passwordHash !== passwordHash) return', ') return'],
    'operator/users/password-races',
  ),
  plant(
    'CONSOLE-8',
    'more webhooks are resent than were confirmed',
    'features/webhooks/resend-deliveries.ts',
    ['if (expected !== undefined && ids.length !== expected) throw changedSince(expected, ids.length);', ''],
    'operator/deliveries',
  ),
  plant(
    'RECURRING-5',
    "LakayPay's search starts too late for a charge that is older than its payment",
    'providers/lakaypay_card/verify.ts',
    ['return Math.min(createdAtUs, dueAtUs ?? createdAtUs);', 'return createdAtUs;'],
    'providers/lakaypay_card/charge',
  ),
  plant(
    'RECURRING-4',
    'a provider does not learn when the period of a charge was due',
    'features/subscriptions/insert-charge.ts',
    [
      'const context = { rateE4: rates().rateE4, dueAtUs: periodDueAtUs(subscription, period) };',
      'const context = { rateE4: rates().rateE4 };',
    ],
    'recurring/crashes',
  ),
  plant(
    'AUTH-15',
    'HEAD needs the scope create',
    'http/authenticate.ts',
    ["request.method === 'GET' || request.method === 'HEAD' ?", "request.method === 'GET' ?"],
    'contract/limited-keys',
  ),
  plant(
    'LIVE-14',
    'a transId of NatCash of 640 characters is stored',
    'providers/natcash/verify.ts',
    ['const TRANS_ID = /^[\\x21-\\x7e]{1,64}$/;', 'const TRANS_ID = /^[\\x21-\\x7e]{1,640}$/;'],
    'providers/natcash/odd-responses',
  ),
  plant(
    'WEBHOOK-19',
    'the window of a website that does not respond continues to grow',
    'features/webhooks/delivery-worker.ts',
    [
      'flow.window = isAccepted ? Math.min(flow.window * 2, MAX_IN_FLIGHT_PER_WEBSITE) : 1;',
      'flow.window = Math.min(flow.window * 2, MAX_IN_FLIGHT_PER_WEBSITE);',
    ],
    'webhooks/window',
  ),
  plant(
    'WEBHOOK-19',
    'a website that accepts its webhooks gets any number of them at once',
    'features/webhooks/delivery-worker.ts',
    ['Math.min(flow.window * 2, MAX_IN_FLIGHT_PER_WEBSITE) : 1', 'flow.window * 2 : 1'],
    'webhooks/window',
  ),
  plant(
    'AUDIT-3',
    'a changed row of the audit log is accepted',
    'features/audit/check-audit-log.ts',
    [
      'if (chainHash(before.hash, auditText(row)) === row.hash) return undefined;',
      "if (row.hash !== '') return undefined;",
    ],
    'operator/audit/check-audit-log',
  ),
  plant(
    'AUDIT-3',
    'rows that are missing at the end of the audit log are not noticed',
    'features/audit/check-audit-log.ts',
    ['if (named.position > end.position) return missing(end.position + 1, named.position);', ''],
    'operator/audit/check-audit-log',
  ),
  plant(
    'BACKUP-4',
    'a passphrase encrypts nothing',
    'features/operations/backup/protect-backup.ts',
    ['return recipients.length > 0 || passphrase !== undefined;', 'return recipients.length > 0;'],
    'operator/backup-file',
  ),
  plant(
    'BACKUP-4',
    'an age key encrypts nothing',
    'features/operations/backup/protect-backup.ts',
    ['return recipients.length > 0 || passphrase !== undefined;', 'return passphrase !== undefined;'],
    'operator/backup-file',
  ),
  plant(
    'BOOK-1',
    'a consistency check that finds a fault exits with 0',
    'cli/verify-books.ts',
    ['if (faults > 0) throw new CommandFailure(', 'if (faults > 999) throw new CommandFailure('],
    'cli/verify-books',
  ),
  plant(
    'BOOK-6',
    'the documentation of a fault differs from the command',
    'features/reconciliation/books/book-faults.ts',
    ["means: 'A payment became final before it was created.',", "means: 'A payment ended before it was created.',"],
    'cli/verify-books',
  ),
  plant(
    'CREATE-22',
    'a new card payment is shown as pending',
    'api/routes/create-payment.ts',
    ["payment.method === 'card' ? 'requires_payment_method' : payment.status", 'payment.status'],
    'contract/create-payment',
  ),
  plant(
    'CREATE-31',
    'a conversion shows the dollars as the charged amount',
    'api/routes/create-payment.ts',
    ['charged_amount: amountNumber(payment.amountMinor),', 'charged_amount: amountNumber(originalAmountMinor),'],
    'contract/create-payment',
  ),
  plant(
    'ERROR-5',
    'every error has a map of fields',
    'http/errors.ts',
    ['errors: error.errors,', 'errors: error.errors ?? {},'],
    'contract/errors',
  ),
  plant(
    'ERROR-6',
    'a fault of the gateway shows its internals',
    'http/errors.ts',
    [
      "return statusCode < 500 ? new ApiError('bad_request') : new ApiError('internal_error');",
      "return statusCode < 500 ? new ApiError('bad_request') : new ApiError('internal_error', { message: error.message });",
    ],
    'contract/errors',
  ),
  plant(
    'FEED-9',
    'a full page of the feed says that there is more',
    'api/routes/events.ts',
    ['"has_more":${items.length > limit}', '"has_more":${items.length >= limit}'],
    'contract/events',
  ),
  plant(
    'FEED-10',
    'a feed without news loses its cursor',
    'api/routes/events.ts',
    [
      'last ? formatCursor(websiteId, last.position) : (after ?? null);',
      'last ? formatCursor(websiteId, last.position) : null;',
    ],
    'contract/events',
  ),
  plant(
    'HEALTH-1',
    'the response of the health check has an envelope',
    'api/routes/health.ts',
    [
      "({ success: true, service: 'peye', version, timestamp: formatTimestamp(clock()) })",
      "({ success: true, data: { service: 'peye', version, timestamp: formatTimestamp(clock()) } })",
    ],
    'contract/health',
  ),
  plant(
    'HEALTH-2',
    'the health check names another service',
    'api/routes/health.ts',
    ["service: 'peye',", "service: 'gateway',"],
    'contract/health',
  ),
  plant(
    'LIMIT-3',
    'a 429 has no Retry-After',
    'http/errors.ts',
    [
      'if (error.retryAfterSeconds !== undefined) reply.header(',
      'if (error.retryAfterSeconds !== undefined && error.status !== 429) reply.header(',
    ],
    'contract/rate-limits',
  ),
  plant(
    'LIMIT-6',
    'each IPv6 address has its own count',
    'platform/network/client-address.ts',
    ['.slice(0, 4)', ''],
    'contract/rate-limits',
  ),
  plant(
    'LIST-5',
    'the filter to_date excludes its own day',
    'api/routes/list-payments.ts',
    ['...(toDay !== undefined && { toDay })', '...(toDay !== undefined && { toDay: toDay - 1 })'],
    'contract/list-payments',
  ),
  plant(
    'LIST-7',
    'a page has 25 payments when per_page is absent',
    'api/routes/list-payments.ts',
    ['const DEFAULT_PER_PAGE = 20;', 'const DEFAULT_PER_PAGE = 25;'],
    'contract/list-payments',
  ),
  plant(
    'OPERATOR-10',
    'NODE_TLS_REJECT_UNAUTHORIZED switches the check of certificates off',
    'platform/network/tls.ts',
    ["{ rejectUnauthorized: true, minVersion: 'TLSv1.2' }", "{ minVersion: 'TLSv1.2' }"],
    'faults/tls-checks',
  ),
  plant(
    'OPERATOR-20',
    'an archive of another store is removed',
    'features/archive/remove-archived.ts',
    [
      `if (rows.length > 0) return;
  throw new OperatorError('conflict', 'folder', refusal('archiveForeign'));`,
      'if (rows.length > 0) return;',
    ],
    'operator/archives',
  ),
  plant(
    'PAGE-4',
    'a page has the language of the browser, not that of the link',
    'platform/messages/language.ts',
    [
      "LANGUAGES.find((language) => language === chosen) ?? favourite(acceptLanguage ?? '') ?? 'ht'",
      "favourite(acceptLanguage ?? '') ?? LANGUAGES.find((language) => language === chosen) ?? 'ht'",
    ],
    'pages/language',
  ),
  plant(
    'PAGE-5',
    "the return link loses the merchant's own query",
    'pages/views/way-back.ts',
    ["url.search = url.search === '' ? `?${added}` : `${url.search}&${added}`;", 'url.search = `?${added}`;'],
    'pages/return-link',
  ),
  plant(
    'PAYMENT-10',
    'a failed payment has a completed_at',
    'core/payment-json.ts',
    ["payment.status === 'completed' ? finishedAt : null", 'finishedAt'],
    'contract/read-payment',
  ),
  plant(
    'PAYMENT-11',
    'a completed payment has a failed_at',
    'core/payment-json.ts',
    ["payment.status === 'failed' ? finishedAt : null", 'finishedAt'],
    'contract/read-payment',
  ),
  plant(
    'RATE-6',
    'conversion is an empty object without an amount',
    'api/routes/exchange-rate.ts',
    ['amount === undefined ? null : convert(amount, rateE4)', 'amount === undefined ? {} : convert(amount, rateE4)'],
    'contract/exchange-rate',
  ),
  plant(
    'RATE-16',
    'a rate that equals one of its bounds is refused',
    'features/rates/sources/judge-rate.ts',
    ['rateE4 < minE4 || rateE4 > maxE4', 'rateE4 <= minE4 || rateE4 >= maxE4'],
    'rates/judge-rate',
  ),
  plant(
    'READ-4',
    'the oldest payment of a reference is found',
    'features/payments/store/find-payment.ts',
    [
      `ORDER BY created_at_us DESC, id DESC LIMIT 1\`;

/** The data of a payment that a merchant sees. */`,
      `ORDER BY created_at_us, id LIMIT 1\`;

/** The data of a payment that a merchant sees. */`,
    ],
    'contract/reference',
  ),
  plant(
    'READ-5',
    'an unknown reference is called an unknown transaction',
    'api/routes/read-payments.ts',
    ["new ApiError('transaction_not_found', { message: UNKNOWN_REFERENCE })", "new ApiError('transaction_not_found')"],
    'contract/reference',
  ),
  plant(
    'REQUEST-6',
    'all requests have the same id',
    'http/server.ts',
    ['genReqId: () => newRequestId(),', "genReqId: () => 'req_1',"],
    'contract/health',
  ),
  plant(
    'REQUEST-35',
    'more than 20 ignored names are reported',
    'api/merchant-api.ts',
    ['const MAX_NAMES = 20;', 'const MAX_NAMES = 200;'],
    'contract/additions',
  ),
  plant(
    'SANDBOX-2',
    'a test payment that fails without a reason was cancelled',
    'api/routes/test-helpers.ts',
    ["?? 'declined'", "?? 'cancelled'"],
    'contract/sandbox-helpers',
  ),
  plant(
    'SANDBOX-4',
    'a final test payment is finished again without an error',
    'api/routes/test-helpers.ts',
    ["if (!finished) throw new ApiError('payment_already_final');", 'if (!finished) return payment;'],
    'contract/sandbox-helpers',
  ),
  plant(
    'STATE-1',
    'a pending payment completes at once',
    'core/payment.ts',
    ["pending: ['processing', 'failed'],", "pending: ['processing', 'completed', 'failed'],"],
    'properties/states',
  ),
  plant(
    'STATE-2',
    'a card starts as processing',
    'core/payment.ts',
    ["return method === 'card' ? 'pending' : 'processing';", "return 'processing';"],
    'contract/create-payment',
  ),
  plant(
    'TIME-4',
    'the time in a response is before the time of its payment',
    'http/gateway-time.ts',
    ['formatTimestamp(Math.max(Math.floor(clock()), shownUs))', 'formatTimestamp(Math.floor(clock()))'],
    'contract/additions',
  ),
  plant(
    'TIME-4',
    'the response to a read does not have the time of the gateway',
    'http/gateway-time.ts',
    ['if (request.url.startsWith(API_PATHS))', "if (request.url.startsWith(API_PATHS) && request.method === 'POST')"],
    'contract/additions',
  ),
  plant(
    'VERIFY-4',
    'verified_at is the time when the payment was created',
    'api/routes/verify-payment.ts',
    ['formatTimestamp(verified.verifiedAtUs)', 'formatTimestamp(verified.payment.createdAtUs)'],
    'contract/verify-payment',
  ),
  plant(
    'VERIFY-7',
    'all payments of a key share one limit of verifications',
    'api/routes/verify-payment.ts',
    ['limits.verifications.consume(String(payment.id))', 'limits.verifications.consume(principalOf(request).key.id)'],
    'contract/verify-payment',
  ),
  plant(
    'LEDGER-1',
    'a completed payment is not posted',
    'features/payments/settle-payment.ts',
    ["finished.status === 'completed' ? [paymentEntry(finished)] : []", '[]'],
    'ledger/ledger',
  ),
  plant(
    'LEDGER-1',
    'a payment that was posted before completes again',
    'features/ledger/store/postings.ts',
    [
      'return POSTINGS.rowsOf(entries.flatMap(postingsOf));',
      "return { ...POSTINGS.rowsOf(entries.flatMap(postingsOf)), suffix: 'ON CONFLICT DO NOTHING' };",
    ],
    'ledger/ledger',
  ),
  plant(
    'LEDGER-1',
    'a discrepancy is posted each time it is seen',
    'features/payments/discrepancies/post-cases.ts',
    ['if (isDeepStrictEqual(posted, moves)) continue;', 'if (moves.length === 0) continue;'],
    'ledger/ledger',
  ),
  plant(
    'LEDGER-2',
    'money of a reversed refund does not come back to the provider',
    'features/refunds/refund-entries.ts',
    ["return move('refunds', `due:${refund.method}`, refund);", "return move('refunds', 'reserved', refund);"],
    'ledger/histories',
  ),
  plant(
    'LEDGER-2',
    'late money that was returned stays due',
    'features/payments/discrepancies/case-money.ts',
    ['return isReturned({ note }) ? [] : sumsOf(reported);', 'return sumsOf(reported);'],
    'ledger/histories',
  ),
  plant(
    'LEDGER-3',
    'the consistency check does not compare the amounts of entries',
    'features/reconciliation/books/store/ledger-rows.ts',
    ['OR d.amount_minor <> p.amount_minor ', ''],
    'operator/books/ledger-faults',
  ),
  plant(
    'LEDGER-4',
    'the ledger of older payments is complete after the first batch',
    'features/payments/store/ledger-fill.ts',
    ['payments.length === limit && last', 'payments.length > limit && last'],
    'ledger/ledger',
  ),
  plant(
    'LEDGER-5',
    'a statement omits entries of an unknown kind',
    'features/statements/statement.ts',
    ['if (kind === null) return [];', 'if (kind === null || !KINDS.includes(kind)) return [];'],
    'statements/histories',
  ),
  plant(
    'LEDGER-6',
    'a statement is issued before its month has ended everywhere',
    'features/statements/issue-statements.ts',
    ['const ISSUED_AFTER_US = US_PER_HOUR;', 'const ISSUED_AFTER_US = 0 * US_PER_HOUR;'],
    'statements/issue',
  ),
  plant(
    'LEDGER-6',
    'what was posted after a statement was issued does not show',
    'features/statements/statement.ts',
    ['const changes = issued ? changesSince(issued, lines) : [];', 'const changes: Activity[] = [];'],
    'statements/issue',
  ),
];
