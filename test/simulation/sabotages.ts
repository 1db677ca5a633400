// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of the source
import type { Edit } from './world/stand-ins.ts';

/** A fault that somebody could make in the source, and that the checker must find. */
export interface Sabotage {
  readonly name: string;
  /** What it breaks. Another invariant may be the first that does not hold. */
  readonly breaks: 'I1' | 'I2' | 'I3' | 'I4' | 'I5' | 'I6' | 'I7' | 'I9';
  readonly edits: readonly Edit[];
}

function sabotage(name: string, breaks: Sabotage['breaks'], file: string, find: string, replace: string): Sabotage {
  return { name, breaks, edits: [{ file, find, replace }] };
}

/** All of them: each a small change to the text of one file, made while it is loaded. */
export const SABOTAGES: readonly Sabotage[] = [
  sabotage(
    'answer-before-the-commit',
    'I1',
    'payments/create-payment.ts',
    'if (!(await storeTold(deps, payment, creator, log))) continue;',
    'void storeTold(deps, payment, creator, log).catch(() => {});',
  ),
  sabotage(
    'repeat-an-uncertain-commit',
    'I1',
    'payments/create-payment.ts',
    'if (!(await storeTold(deps, payment, creator, log))) continue;',
    'if (!(await storeTold(deps, payment, creator, log).catch(() => false))) continue;',
  ),
  sabotage(
    'write-what-nobody-awaits',
    'I1',
    'payments/store-payment.ts',
    'const isWanted = ({ isAwaited }: Creation) => isAwaited();',
    'const isWanted = ({ isAwaited }: Creation) => isAwaited() || true;',
  ),
  sabotage(
    'call-an-uncertain-commit-nothing',
    'I1',
    'storage/sqlite/sqlite-connection.ts',
    'return new OutcomeUnknown(`a commit failed: ${(error as Error).message}`, { cause: error });',
    'return new DatabaseUnavailable((error as Error).message, { cause: error });',
  ),
  sabotage(
    'keep-metadata-as-an-object',
    'I1',
    'api/routes/create-payment.ts',
    "(sources.get('metadata') ?? null)",
    'JSON.stringify(body.metadata)',
  ),
  sabotage(
    'forget-what-a-failed-commit-was',
    'I1',
    'storage/sqlite/sqlite.ts',
    'throw failureOfCommit(error);',
    'return;',
  ),
  sabotage(
    'skip-the-guard-of-final',
    'I2',
    'storage/payments/finish-payment.ts',
    'WHERE id = $1 AND status IN (${quoted(statusesBefore(finish.status))}) RETURNING',
    "WHERE id = $1 AND status <> 'nothing' RETURNING",
  ),
  sabotage(
    'finish-and-tell-in-two-transactions',
    'I2',
    'payments/settle-payment.ts',
    'await insertEvent(tx, finished, position);\n  await insertDelivery(tx, finished, firstWaitSeconds * 1_000_000);',
    'setTimeout(() => void db.transaction(async (other) => { await insertEvent(other, finished, position); ' +
      'await insertDelivery(other, finished, firstWaitSeconds * 1_000_000); }).catch(() => {}), 50);',
  ),
  sabotage(
    'fail-what-a-silent-provider-does-not-know',
    'I6',
    'payments/check-due-payments.ts',
    'await noteSilence(deps, payment, { word: error.message, leaseUntilUs });',
    "await deps.settle(payment, { status: 'failed', failureReason: 'provider_error' });",
  ),
  sabotage(
    'never-ask-after-the-end',
    'I2',
    'payments/check-due-payments.ts',
    'await Promise.all(due.map((payment) => checkPayment(deps, payment, leaseUntilUs)));',
    'await Promise.all(due.map((payment) => payment.expiresAtUs > nowUs && checkPayment(deps, payment, leaseUntilUs)));',
  ),
  sabotage(
    'call-a-claimed-delivery-delivered',
    'I3',
    'storage/deliveries/claim-deliveries.ts',
    "'next_attempt_at_us = $2',",
    `"next_attempt_at_us = NULL, status = 'delivered', delivered_at_us = $2",`,
  ),
  sabotage(
    'take-any-answer-for-a-delivery',
    'I3',
    'webhooks/attempt-delivery.ts',
    'statusCode >= 200 && statusCode < 300',
    'statusCode >= 200 && statusCode < 600',
  ),
  sabotage(
    'give-up-after-the-first-attempt',
    'I3',
    'webhooks/attempt-delivery.ts',
    'if (waitMs === undefined)',
    'if (waitMs === undefined || delivery.attempts > 0)',
  ),
  sabotage(
    'make-the-body-anew-at-each-attempt',
    'I3',
    'webhooks/attempt-delivery.ts',
    'const startedAtUs = deps.clock();',
    'const startedAtUs = deps.clock();\n' +
      '  delivery = { ...delivery, body: delivery.body.replace(/"timestamp":\\d+/, `"timestamp":${unixSeconds(startedAtUs)}`) };',
  ),
  sabotage(
    'sign-something-else',
    'I3',
    'webhooks/sign.ts',
    ".update(body).digest('hex')",
    ".update(body.trimEnd().slice(0, 200)).digest('hex')",
  ),
  sabotage(
    'deliver-to-the-inner-network',
    'I3',
    'webhooks/send.ts',
    'const refused = addresses.find((address) => !isAllowed(address));',
    'const refused = undefined as string | undefined;',
  ),
  sabotage(
    'skip-one-between-two-pages-of-the-feed',
    'I4',
    'api/routes/events.ts',
    'const last = events.at(-1);',
    'const last = items.at(-1);',
  ),
  sabotage(
    'begin-the-next-page-of-the-feed-too-early',
    'I4',
    'storage/events.ts',
    'WHERE e.website_id = $1 AND e.feed_position > $2 ORDER BY',
    'WHERE e.website_id = $1 AND e.feed_position > $2 - ($2 > 2) ORDER BY',
  ),
  sabotage(
    'skip-one-between-two-pages-of-the-list',
    'I4',
    'api/routes/list-payments.ts',
    'const next = part.nextCursor',
    'if (part.payments.length > 2) (part.payments as unknown[]).pop();\n      const next = part.nextCursor',
  ),
  sabotage(
    'read-the-list-by-the-time-alone',
    'I4',
    'storage/payments/list-place.ts',
    'return `(created_at_us, id) ${side} (${createdAtUs}, ${id})`;',
    'return `created_at_us ${side}= ${createdAtUs} AND id <> ${id} + 1`;',
  ),
  sabotage(
    'ask-the-provider-again-to-create',
    'I5',
    'payments/open-at-provider.ts',
    'creation = await create(payment, log);',
    'creation = await create(payment, log).catch(() => create(payment, log));',
  ),
  sabotage(
    'ask-the-provider-before-the-commit',
    'I5',
    'payments/create-payment.ts',
    'if (!(await storeTold(deps, payment, creator, log))) continue;',
    'if (provider.create) void provider.create(payment, log).catch(() => {});\n' +
      '    if (!(await storeTold(deps, payment, creator, log))) continue;',
  ),
  sabotage(
    'complete-without-comparing-the-amount',
    'I5',
    'payments/apply-verification.ts',
    'return isSameMoney(outcome.paid, payment)\n        ? complete',
    'return isSameMoney(outcome.paid, outcome.paid)\n        ? complete',
  ),
  sabotage(
    'take-any-word-for-paid',
    'I5',
    'providers/moncash/verify.ts',
    "if (found?.message === 'successful') {",
    'if (found) {',
  ),
  sabotage(
    'take-silence-for-a-failure',
    'I6',
    'providers/moncash/verify.ts',
    "if (!found) return isExpired ? { status: 'failed', failureReason: 'expired' } : { status: 'open' };",
    "if (!found) return { status: 'failed', failureReason: 'expired' };",
  ),
  sabotage(
    'tell-nobody-of-discrepancies',
    'I6',
    'payments/report-discrepancy.ts',
    "return recordDiscrepancy(tx, newId('dsc'), report, atUs);",
    'return Promise.resolve([recordDiscrepancy, tx, newId, report, atUs].length === 0);',
  ),
  sabotage(
    'count-the-end-of-a-payment-outside',
    'I6',
    'payments/settle-payment.ts',
    'await addToSums(tx, finished, db.engine);',
    'setTimeout(() => void db.transaction((other) => addToSums(other, finished, db.engine)).catch(() => {}), 50);',
  ),
  sabotage(
    'forget-deliveries-of-failures',
    'I6',
    'payments/settle-payment.ts',
    'await insertDelivery(tx, finished, firstWaitSeconds * 1_000_000);',
    "if (outcome.status === 'completed') await insertDelivery(tx, finished, firstWaitSeconds * 1_000_000);",
  ),
  sabotage(
    'count-a-creation-twice',
    'I6',
    'storage/payments/payment-counts.ts',
    'status: payment.status, by: 1 }))',
    "status: payment.status, by: payment.method === 'card' ? 2 : 1 }))",
  ),
  sabotage(
    'log-the-key',
    'I7',
    'http/tell-requests.ts',
    'const tell = telemetry.request(',
    "logOf(request).info({ from: request.headers['x-api-key'] }, 'a request came');\n    const tell = telemetry.request(",
  ),
  sabotage(
    'show-the-inside-in-errors',
    'I9',
    'http/errors.ts',
    "if (error instanceof OutcomeUnknown) return new ApiError('internal_error');",
    "if (error instanceof OutcomeUnknown) return new ApiError('internal_error', { message: error.message });",
  ),
  sabotage(
    'let-shops-read-each-other',
    'I9',
    'storage/payments/find-payment.ts',
    'WHERE website_id = $1 AND mode = $2 AND reference = $3',
    "WHERE $1 <> '' AND mode = $2 AND reference = $3",
  ),
  sabotage(
    'call-an-unavailable-store-an-error',
    'I9',
    'http/errors.ts',
    "return new ApiError('service_unavailable', { retryAfterSeconds: UNAVAILABLE_RETRY_SECONDS });",
    'throw error;',
  ),
  sabotage(
    'give-up-a-busy-store-at-once',
    'I9',
    'storage/sqlite/busy-waits.ts',
    'if (!isBusy(error) || performance.now() > giveUpAt) throw error;',
    'throw error;',
  ),
  sabotage(
    'keep-a-transaction-open-after-a-failure',
    'I9',
    'storage/sqlite/sqlite.ts',
    "if (writer.use().isTransaction) writer.use().exec('ROLLBACK');",
    "if (writer.use().isTransaction && Math.random() < 0.5) writer.use().exec('ROLLBACK');",
  ),
];
