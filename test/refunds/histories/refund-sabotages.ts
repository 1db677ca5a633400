// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of the source

import type { Edit } from '../../simulation/world/stand-ins.ts';
import type { Engine } from '../../support/engines.ts';

/** A bug that someone could introduce in refunds, and that the histories must notice. */
export interface RefundSabotage {
  readonly name: string;
  readonly edits: readonly Edit[];
  /** The engine on which it shows; SQLite, whose histories can be repeated, if it shows on both. */
  readonly engine?: Engine;
}

const SEND = 'features/refunds/send-refunds.ts';
const REQUEST = 'features/refunds/request-refund.ts';
const DECIDE = 'features/refunds/decide-refund.ts';
const CALLS = 'features/refunds/refund-calls.ts';
const STORE = 'features/refunds/store/refunds.ts';
const TABLE = 'features/refunds/store/refund-table.ts';
const EXTERNAL = 'features/refunds/store/external-refunds.ts';
const OWN = 'features/refunds/store/own-returns.ts';
const GUARD = 'features/subscriptions/restore-guard.ts';
const CORE = 'core/refund.ts';
const MIGRATIONS = 'database/schema/migration-files.ts';

const NO_GUARD: Edit = {
  file: STORE,
  find: 'AND currency = $3 AND reserved_minor + refunded_minor + $2 + $4 <= paid_minor RETURNING payment_id',
  replace: 'AND currency = $3 AND CAST($4 AS BIGINT) >= 0 RETURNING payment_id',
};
const NO_LOCK: Edit = {
  file: STORE,
  find: `VALUES ($1, $2, $3, 0, 0)
      ON CONFLICT (payment_id) DO UPDATE SET currency = refund_money.currency
      RETURNING currency, paid_minor, reserved_minor, refunded_minor\`,
    [id, currency, amountMinor],
  );`,
  replace: `VALUES ($1, $2, $3, 0, 0)
      ON CONFLICT (payment_id) DO NOTHING RETURNING currency, paid_minor, reserved_minor, refunded_minor\`,
    [id, currency, amountMinor],
  ).then(async (made) => made.length > 0 ? made : [await readRefundMoney(tx, id)]);`,
};
const NO_CHECK: Edit = {
  file: MIGRATIONS,
  find: "readFileSync(new URL(file, FOLDER), 'utf8')",
  replace:
    "readFileSync(new URL(file, FOLDER), 'utf8').replace('CHECK (reserved_minor + refunded_minor <= paid_minor)', 'CHECK (paid_minor > 0)')",
};

/** Each is a small change to the text of a source file or two, made while the files are loaded. */
export const REFUND_SABOTAGES: readonly RefundSabotage[] = [
  { name: 'no-lock-and-no-guard', edits: [NO_LOCK, NO_GUARD], engine: 'postgres' },
  { name: 'no-lock-no-guard-and-no-check', edits: [NO_LOCK, NO_GUARD, NO_CHECK], engine: 'postgres' },
  {
    name: 'nothing-counts-what-is-left',
    edits: [
      NO_GUARD,
      NO_CHECK,
      {
        file: REQUEST,
        find: 'if (refund.amountMinor > leftMinor || refund.amountMinor === 0)',
        replace: 'if (leftMinor < 0)',
      },
    ],
  },
  one(
    'freed-on-a-time-out',
    SEND,
    "status: 'unknown', word: storableWord(error.message), nextStepAtUs: nextAsk(deps, refund), });",
    "status: 'failed', failureReason: 'declined', endedAtUs: Math.floor(clock()), word: storableWord(error.message), nextStepAtUs: null, });",
  ),
  one(
    'sent-again-without-a-look',
    SEND,
    'const found = await calls.find?.(payment, orderOf(refund), log); if (found && !isOfAnother(found, refund)) return await record(deps, refund, found, subject);',
    "const found = refund.status === 'succeeded' ? await calls.find?.(payment, orderOf(refund), log) : undefined; if (found && !isOfAnother(found, refund)) return await record(deps, refund, found, subject); if (refund.status === 'unknown' && !calls.isRepeatable) return await send(deps, { refund, payment, calls }, subject);",
  ),
  one(
    'repeated-though-the-bank-would-execute-it-again',
    SEND,
    'return calls.isRepeatable && !mayArrive(refund, clock(), calls);',
    'return !mayArrive(refund, clock(), calls);',
  ),
  one(
    'repeated-while-it-may-arrive',
    SEND,
    'return calls.isRepeatable && !mayArrive(refund, clock(), calls);',
    'return calls.isRepeatable || refund.askedAtUs === clock();',
  ),
  one(
    'a-reversal-is-ignored',
    SEND,
    "if (report.status === 'failed') {",
    "if (report.status === 'failed' && refund.status === 'succeeded') return;\n  if (report.status === 'failed') {",
  ),
  one(
    'a-success-is-not-watched',
    SEND,
    "if (refund.status === 'succeeded') await change(deps, refund, { ...known, status: 'succeeded', nextStepAtUs });",
    "if (refund.status === 'succeeded') await change(deps, refund, { ...known, status: 'succeeded', nextStepAtUs: null });",
  ),
  one(
    'pending-is-taken-for-success',
    SEND,
    "if (report.status === 'pending') {",
    "if (report.status === 'pending' && refund.status === 'succeeded') {",
  ),
  one(
    'reported-before-it-is-committed',
    SEND,
    'const askedAtUs = Math.floor(clock()); const mark: RefundChange = {',
    "await change(deps, refund, { status: 'succeeded', providerRef: refund.id, endedAtUs: Math.floor(clock()), nextStepAtUs: null }); const askedAtUs = Math.floor(clock()); const mark: RefundChange = {",
  ),
  one(
    'absence-is-taken-for-failure',
    SEND,
    "const word = 'not in the records of the provider'; await change(deps, refund, { status: 'unknown', word, nextStepAtUs: nextAsk(deps, refund) });",
    "await change(deps, refund, { status: 'failed', failureReason: 'declined', endedAtUs: Math.floor(clock()), nextStepAtUs: null });",
  ),
  {
    name: 'a-restore-is-not-noticed',
    edits: [
      { file: GUARD, find: "return file.mark > charging.mark ? 'behind' : undefined;", replace: 'return undefined;' },
    ],
  },
  one(
    'a-pause-does-not-stop-refunds',
    SEND,
    "const admission = payment.mode === 'live' ? await restores.admit(tx) : { mark: 0, storeId: null };",
    'const admission = { mark: 0, storeId: null };',
    {
      file: SEND,
      find: "if (mode === 'live' && (await restores.check()) !== null) return { isMoreWaiting: false };",
      replace: '',
    },
  ),
  one(
    'sent-before-the-mark',
    SEND,
    'const marked = await db.transaction(async (tx) => {',
    'await calls.send(payment, orderOf(refund), log); const marked = await db.transaction(async (tx) => {',
  ),
  one(
    'late-after-its-mark',
    SEND,
    'if (clock() - askedAtUs > SEND_WITHIN_US) return takeMarkBack(deps, refund, marked.sent);',
    '',
  ),
  {
    name: 'two-workers-take-one-refund',
    edits: [
      {
        file: STORE,
        find: "'next_step_at_us = $3', REFUNDS.columns), [",
        replace: "'next_step_at_us = next_step_at_us + CAST($3 AS BIGINT) * 0', REFUNDS.columns), [",
      },
      {
        file: STORE,
        find: 'WHERE id = $1 AND status = $2 AND attempts = $3 AND next_step_at_us IS NOT DISTINCT FROM CAST($4 AS BIGINT)',
        replace: "WHERE id = $1 AND $2 <> '' AND $3 >= 0 AND COALESCE(CAST($4 AS BIGINT), 0) >= 0",
      },
    ],
  },
  one(
    'a-change-of-another-process-is-overwritten',
    STORE,
    'WHERE id = $1 AND status = $2 AND attempts = $3 AND next_step_at_us IS NOT DISTINCT FROM CAST($4 AS BIGINT)',
    "WHERE id = $1 AND CAST($2 AS TEXT) <> '' AND CAST($3 AS BIGINT) >= 0 AND COALESCE(CAST($4 AS BIGINT), 0) >= 0",
  ),
  one(
    'what-left-elsewhere-is-not-subtracted',
    REQUEST,
    'return goneOf(found).reduce(',
    'if (found.length > 0) return 0;\n  return goneOf(found).reduce(',
  ),
  one('what-the-bank-still-has-is-not-read', SEND, 'if (left.minor < refund.amountMinor) {', 'if (left.minor < 0) {', {
    file: SEND,
    find: 'leftMinor = left.minor - left.disputedMinor;',
    replace: '',
  }),
  one(
    'disputed-money-is-sent',
    SEND,
    'if (left.minor - left.disputedMinor < refund.amountMinor) {',
    'if (left.minor - left.disputedMinor < 0) {',
    { file: SEND, find: 'leftMinor = left.minor - left.disputedMinor;', replace: 'leftMinor = left.minor;' },
  ),
  one(
    'others-on-their-way-are-ignored',
    SEND,
    "if (refund.amountMinor + movingMinor > leftMinor) return 'wait';",
    "if (refund.amountMinor + movingMinor * 0 > leftMinor) return 'wait';",
  ),
  one(
    'a-sent-refund-can-be-rejected',
    DECIDE,
    "from: refund.status === 'requested' ? ['requested'] : ['manual'],",
    "from: ['requested', 'manual', 'approved', 'sent', 'unknown'],",
  ),
  one(
    'a-reversed-refund-keeps-its-money',
    CORE,
    "return status === 'failed' || status === 'reversed' ? 'none' : 'reserved';",
    "return status === 'failed' ? 'none' : status === 'reversed' ? 'refunded' : 'reserved';",
  ),
  one(
    'every-request-has-another-id',
    TABLE,
    'hashOf([websiteId, mode, name])',
    'hashOf([websiteId, mode, name, Math.random()])',
  ),
  one(
    'an-own-refund-is-external-too',
    EXTERNAL,
    'if (ownId !== undefined || !found) await deleteExternal(tx, paymentId, refund);',
    'if (!found) await deleteExternal(tx, paymentId, refund);',
  ),
  one(
    'a-return-that-fits-later-is-forgotten',
    STORE,
    "if (after === 'none') await settleReturns(",
    'if (false) await settleReturns(',
  ),
  one(
    'an-external-refund-is-not-counted',
    EXTERNAL,
    'if (!(await moveHeld(tx, refund, { after: refund.status }))) return;',
    '',
  ),
  one(
    'a-pending-refund-in-the-portal-has-succeeded',
    EXTERNAL,
    "refund_pending: 'sent',",
    "refund_pending: 'succeeded',",
  ),
  one(
    'a-refund-in-the-portal-that-fails-keeps-its-money',
    EXTERNAL,
    "refund_failed: 'failed',",
    "refund_failed: 'succeeded',",
  ),
  one(
    'a-dispute-is-stored-twice',
    MIGRATIONS,
    "readFileSync(new URL(file, FOLDER), 'utf8')",
    "readFileSync(new URL(file, FOLDER), 'utf8').replace('CREATE UNIQUE INDEX disputes_provider', 'CREATE INDEX disputes_provider')",
  ),
  one(
    'a-dispute-that-was-won-stays-open',
    'features/refunds/record-returns.ts',
    "if (dispute?.state === 'won') won.push(dispute.providerRef);",
    'void dispute;',
  ),
  one(
    'a-number-pays-two-refunds',
    DECIDE,
    'if (await isRefundRefTaken(tx, refund, providerRef)) throw',
    'if (await isRefundRefTaken(tx, { ...refund, method: "natcash" }, providerRef)) throw',
  ),
  {
    name: 'two-people-claim-one-refund-at-once',
    engine: 'postgres',
    edits: [
      {
        file: STORE,
        find: 'AND paying_until_us IS NOT DISTINCT FROM CAST($5 AS BIGINT)',
        replace: 'AND COALESCE(CAST($5 AS BIGINT), 0) >= 0',
      },
    ],
  },
  one('two-people-pay-one-refund', DECIDE, 'if (!other) return;', 'if (!other || field) return;'),
  one(
    'own-refunds-are-taken-for-others',
    OWN,
    ': refund.providerRef === providerRef,',
    ": refund.providerRef === 'none',",
  ),
  one(
    'a-lost-request-ends-without-a-step',
    SEND,
    "const word = 'not in the records of the provider'; await change(deps, refund, { status: 'unknown', word, nextStepAtUs: nextAsk(deps, refund) });",
    "const word = 'not in the records of the provider'; await change(deps, refund, { status: 'unknown', word, nextStepAtUs: null });",
  ),
  one(
    'a-refund-that-an-operator-has-ended-is-not-watched',
    DECIDE,
    "return { status: 'succeeded', providerRef, endedAtUs: Math.floor(deps.clock()), nextStepAtUs };",
    "return { status: 'succeeded', providerRef, endedAtUs: Math.floor(deps.clock()), nextStepAtUs: nextStepAtUs && null };",
  ),
  one(
    'an-operator-may-say-at-once-that-no-money-moved',
    DECIDE,
    'if (searchedAtUs > untilUs) return;',
    'if (searchedAtUs > 0) return;',
  ),
  one(
    'another-amount-under-its-name-is-taken-for-it',
    CALLS,
    "return amount === 'other' || (amount === 'hidden' && attempts === 0);",
    "return amount === 'hidden' && attempts === 0;",
  ),
  one(
    'another-amount-under-its-name-is-not-seen',
    SEND,
    "if (found && refund.status !== 'succeeded') {",
    "if (found && refund.status === 'requested') {",
  ),
  one(
    'every-lost-request-was-never-sent',
    SEND,
    'return error instanceof ProviderUnavailable && error.cause instanceof NoResponse && !error.cause.wasSent;',
    'return error instanceof ProviderUnavailable || error instanceof NoResponse;',
  ),
];

function one(name: string, file: string, find: string, replace: string, ...more: readonly Edit[]): RefundSabotage {
  return { name, edits: [{ file, find, replace }, ...more] };
}
