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

/** Bugs that no test noticed once. */
export const PLANTS: readonly Plant[] = [
  plant(
    'LINK-9',
    'the seller is notified of failed payments',
    'payments/settle-payment.ts',
    [
      "if (canSendReceipts && finished.status === 'completed' && linkId !== undefined)",
      'if (canSendReceipts && linkId !== undefined)',
    ],
    'links/seller-notices',
  ),
  plant(
    'LINK-9',
    'the customer gets a receipt of a failed payment',
    'payments/settle-payment.ts',
    [
      "if (canSendReceipts && finished.status === 'completed' && finished.customerEmail !== null)",
      'if (canSendReceipts && finished.customerEmail !== null)',
    ],
    'links/seller-notices',
  ),
  plant(
    'LINK-10',
    'sellers are notified of test payments',
    'receipts/send-link-notices.ts',
    ["if (payment.mode === 'test' && !sendsTests) return 'test mode';", ''],
    'links/seller-notices',
  ),
  plant(
    'LINK-6',
    'MonCash is offered for centimes',
    'payments/links/offered-methods.ts',
    ["const isWhole = link.currency === 'HTG' && provider.takesWholeGourdes === true;", 'const isWhole = false;'],
    'links/offered-methods',
  ),
  plant(
    'LINK-12',
    'NUL is accepted in the name of a customer',
    'payments/links/link-customer.ts',
    ['return [...text].length <= most && isStorableText(text);', 'return [...text].length <= most;'],
    'links/page',
  ),
  plant(
    'RECEIPT-4',
    '200 attempts for an e-mail instead of 20',
    'receipts/send-queued.ts',
    ['const MAX_ATTEMPTS = 20;', 'const MAX_ATTEMPTS = 200;'],
    'receipts/send-receipts',
  ),
  plant(
    'RECEIPT-7',
    'the subject of a receipt is not cut',
    'receipts/receipt-mail.ts',
    ['subject: firstCharacters(subject, MAX_SUBJECT),', 'subject,'],
    'receipts/send-receipts',
  ),
  plant(
    'RECEIPT-7',
    "the subject of a seller's notice is not cut",
    'receipts/link-mail.ts',
    ['subject: firstCharacters(subject, MAX_SUBJECT),', 'subject,'],
    'receipts/send-receipts',
  ),
  plant(
    'USER-4',
    "attempts that the account's limit refuses count against the address",
    'auth/count-attempts.ts',
    ['await forgiveAttempt(counts.slice(0, at));', ''],
    'operator/users/sign-in',
  ),
  plant(
    'USER-6',
    'a link to set a password outlives a change of the password',
    'operator/users/change-password.ts',
    ['await deleteLinksOf(tx, user.id);', ''],
    'operator/users/password-races',
  ),
  plant(
    'USER-7',
    'a change wins over a password that was stored while it compared',
    'operator/users/change-password.ts',
    [
      "if (user.passwordHash !== who.user.passwordHash) throw new SignedOut('The password was changed elsewhere.');",
      '',
    ],
    'operator/users/password-races',
  ),
  plant(
    'USER-7',
    'a sign-in wins over a reset that was stored while it compared',
    'operator/users/sign-in.ts',
    ['|| now.passwordHash !== passwordHash) return', ') return'],
    'operator/users/password-races',
  ),
  plant(
    'CONSOLE-8',
    'more webhooks are resent than were confirmed',
    'operator/resend-deliveries.ts',
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
    'payments/recurring/insert-charge.ts',
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
    'a website that does not respond keeps a growing window',
    'webhooks/delivery-worker.ts',
    [
      'flow.window = isAccepted ? Math.min(flow.window * 2, MAX_IN_FLIGHT_PER_WEBSITE) : 1;',
      'flow.window = Math.min(flow.window * 2, MAX_IN_FLIGHT_PER_WEBSITE);',
    ],
    'webhooks/window',
  ),
  plant(
    'WEBHOOK-19',
    'a website that accepts its webhooks gets any number at once',
    'webhooks/delivery-worker.ts',
    ['Math.min(flow.window * 2, MAX_IN_FLIGHT_PER_WEBSITE) : 1', 'flow.window * 2 : 1'],
    'webhooks/window',
  ),
];
