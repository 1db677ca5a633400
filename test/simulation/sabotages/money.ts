// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of the source
import { type Sabotage, sabotage } from './sabotage.ts';

const SETTLE = 'features/payments/settle-payment.ts';
const APPLY = 'features/payments/apply-verification.ts';
const CHECK_DUE = 'features/payments/check-due-payments.ts';
const LATE = 'features/payments/check-late-payments.ts';
const DISCREPANCIES = 'features/payments/discrepancies/store/discrepancies.ts';
const COUNTS = 'features/payments/store/payment-counts.ts';
const SUMS = 'features/payments/store/payment-sums.ts';
const FINISH = 'features/payments/store/finish-payment.ts';

/** Sabotages of the code that decides about money, and of the records that an operator relies on. */
export const MONEY_SABOTAGES: readonly Sabotage[] = [
  sabotage(
    'expire-without-asking-the-provider',
    'I2',
    CHECK_DUE,
    'const verification = await provider.verify(payment, log);',
    `if (payment.mode === 'live' && deps.clock() >= payment.expiresAtUs) {
      await deps.settle(payment, { status: 'failed', failureReason: 'expired' });
      return;
    }
    const verification = await provider.verify(payment, log);`,
  ),
  sabotage(
    'plan-no-late-check',
    'I6',
    SETTLE,
    "if (mode === 'live' && outcome.status === 'failed')",
    "if (mode === 'live' && outcome.status === 'failed' && insertLateCheck === undefined)",
  ),
  sabotage(
    'never-do-the-late-checks',
    'I6',
    LATE,
    'await Promise.all(due.map((check) => checkLatePayment(deps, check)));',
    'await Promise.all(due.slice(due.length).map((check) => checkLatePayment(deps, check)));',
  ),
  sabotage(
    'check-late-once-only',
    'I6',
    LATE,
    'const next = waitUs === undefined ? null : clock() + waitUs;',
    'const next = waitUs === undefined || checks >= 0 ? null : clock() + waitUs;',
  ),
  sabotage(
    'check-late-four-times-only',
    'I6',
    LATE,
    'const next = waitUs === undefined ? null : clock() + waitUs;',
    'const next = waitUs === undefined || checks >= 3 ? null : clock() + waitUs;',
  ),
  sabotage(
    'check-late-without-asking',
    'I6',
    LATE,
    'const verification = await provider.verify(payment, log);',
    "const verification = { outcome: { status: 'open' as const }, response: {} } as unknown as Awaited<ReturnType<typeof provider.verify>>;",
  ),
  sabotage(
    'check-late-in-twice-the-time',
    'I6',
    LATE,
    'const next = waitUs === undefined ? null : clock() + waitUs;',
    'const next = waitUs === undefined ? null : clock() + 2 * waitUs;',
  ),
  sabotage(
    'settle-each-discrepancy-at-once',
    'I6',
    DISCREPANCIES,
    'if (await insertCase(tx, id, report, atUs)) return true;',
    "if (await insertCase(tx, id, report, atUs)) {\n      await tx.query('UPDATE discrepancies SET settled_at_us = $2, note = $3 WHERE id = $1', [id, atUs, 'returned']);\n      return true;\n    }",
  ),
  sabotage(
    'store-a-discrepancy-of-one-centime',
    'I6',
    DISCREPANCIES,
    'report.reported?.amountMinor ?? null,',
    'report.reported ? 1 : null,',
  ),
  sabotage(
    'store-the-expected-amount-as-the-reported',
    'I6',
    APPLY,
    '    ...moneyLeft(charge),\n  };\n}\n\nfunction moneyOf',
    '    reported: { amountMinor: payment.amountMinor, currency: payment.currency },\n  };\n}\n\nfunction moneyOf',
  ),
  sabotage(
    'store-a-discrepancy-of-another-kind',
    'I6',
    DISCREPANCIES,
    'SELECT $8, CAST($6 AS TEXT), $1',
    "SELECT $8, 'paid_twice', $1",
  ),
  sabotage(
    'call-money-after-a-failure-a-mismatch',
    'I6',
    APPLY,
    "if (final.status === 'failed') await reportDiscrepancy(deps, differing('paid_after_failure', final, charge), log);",
    "if (final.status === 'failed') await reportDiscrepancy(deps, differing('amount_mismatch', final, charge), log);",
  ),
  sabotage(
    'store-a-discrepancy-under-the-payment-s-number',
    'I6',
    DISCREPANCIES,
    'CAST($2 AS TEXT), CAST($11 AS BIGINT)',
    'CAST($7 AS TEXT), CAST($11 AS BIGINT)',
  ),
  sabotage(
    'forget-the-discrepancy-of-a-wrong-amount',
    'I6',
    APPLY,
    'await saveDiscrepancy(tx, report, clock());',
    'void [saveDiscrepancy, tx, clock];',
  ),
  sabotage(
    'complete-when-more-was-paid',
    'I5',
    APPLY,
    'isSameMoney(paid, payment)\n        ? complete',
    'paid.amountMinor >= payment.amountMinor && isSameMoney\n        ? complete',
  ),
  sabotage(
    'count-failed-as-completed',
    'I6',
    SETTLE,
    '{ payment: finished, status: finished.status, by: 1 },',
    "{ payment: finished, status: 'completed', by: 1 },",
  ),
  sabotage(
    'take-the-wrong-status-down',
    'I6',
    SETTLE,
    '{ payment: finished, status: previous, by: -1 },',
    "{ payment: finished, status: previous === 'pending' ? 'processing' : 'pending', by: -1 },",
  ),
  sabotage(
    'take-counts-down-on-another-day',
    'I6',
    COUNTS,
    'add(change, 1, day, by);',
    'add(change, 1, by < 0 ? day + 1 : day, by);',
  ),
  sabotage(
    'count-the-month-twice',
    'I6',
    COUNTS,
    'add(change, PERIOD, periodOf(day), by);',
    'add(change, PERIOD, periodOf(day), 2 * by);',
  ),
  sabotage('store-no-sums', 'I6', SETTLE, 'counts, ...sums]);', 'counts]);'),
  sabotage(
    'count-what-was-undone',
    'I6',
    'database/sqlite/added-rows.ts',
    'own = [];\n      combined = atStart;',
    'keep();',
  ),
  sabotage(
    'lose-counts-of-a-shared-commit',
    'I6',
    'database/sqlite/added-rows.ts',
    'for (const insert of own) combine(combined, insert);',
    'for (const insert of own.slice(1)) combine(combined, insert);',
  ),
  sabotage(
    'sum-up-no-website',
    'I6',
    SUMS,
    'for (const websiteId of [ALL_WEBSITES, payment.websiteId])',
    'for (const websiteId of [ALL_WEBSITES])',
  ),
  sabotage('sum-up-on-the-wrong-day', 'I6', SUMS, 'addTo(24, haitiDayOf(atUs));', 'addTo(24, haitiDayOf(atUs) + 1);'),
  sabotage(
    'sum-up-under-the-wrong-hour',
    'I6',
    SUMS,
    'addTo(1, hourOf(atUs));',
    'addTo(1, hourOf(payment.createdAtUs - 18_000_000_000));',
  ),
  sabotage(
    'sum-up-under-the-wrong-method',
    'I6',
    SUMS,
    'const { mode, method, currency, amountMinor, failureReason } = payment;',
    "const { mode, currency, amountMinor, failureReason } = payment;\n    const method = payment.method === 'natcash' ? 'moncash' : payment.method;",
  ),
  sabotage(
    'sum-up-no-failures',
    'I6',
    SUMS,
    'if (atUs === null) continue;',
    "if (atUs === null || payment.status === 'failed') continue;",
  ),
  sabotage('sum-up-no-waits', 'I6', SUMS, "if (status !== 'completed' ||", "if (status !== 'failed' ||"),
  sabotage(
    'call-every-failure-declined',
    'I2',
    SETTLE,
    "failureReason: outcome.status === 'failed' ? outcome.failureReason : null,",
    "failureReason: outcome.status === 'failed' ? 'declined' : null,",
  ),
  sabotage(
    'never-store-the-provider-s-number',
    'I5',
    FINISH,
    'finish.finishedAtUs, finish.providerRef ?? null]',
    'finish.finishedAtUs, null]',
  ),
];
