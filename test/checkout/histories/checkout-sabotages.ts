import type { Edit } from '../../simulation/world/stand-ins.ts';

/** A bug that someone could introduce in checkout sessions, and that the histories must notice. */
interface CheckoutSabotage {
  readonly name: string;
  readonly edits: readonly Edit[];
}

const STORE = 'features/checkout/store/sessions.ts';
const CHOOSE = 'features/checkout/choose-method.ts';
const SETTLE = 'features/payments/settle-payment.ts';
const APPLY = 'features/payments/apply-verification.ts';

/** Each is a small change to the text of a source file, made while the file is loaded. */
export const CHECKOUT_SABOTAGES: readonly CheckoutSabotage[] = [
  {
    name: 'a-second-payment-completes',
    edits: [
      {
        file: 'features/checkout/settle-session.ts',
        find: 'if (!(await settleSessionPayment(tx, settled)))',
        replace: 'if (!(await settleSessionPayment(tx, settled)) && settled.id < 0)',
      },
    ],
  },
  {
    name: 'the-second-payment-replaces-the-first',
    edits: [
      {
        file: STORE,
        find: 'WHERE id = $1 AND paid_payment_id IS NULL RETURNING id`,\n        [row.session_id, id, finishedAtUs],',
        replace: 'WHERE id = $1 RETURNING id`,\n        [row.session_id, id, finishedAtUs],',
      },
    ],
  },
  {
    name: 'a-refused-payment-stays-open',
    edits: [
      {
        file: SETTLE,
        find: "error instanceof CompletionRefused && outcome.status === 'completed'",
        replace: "error instanceof CompletionRefused && outcome.status !== 'completed'",
      },
    ],
  },
  {
    name: 'refused-money-is-no-discrepancy',
    edits: [
      {
        file: APPLY,
        find: "if (status === 'failed' && mode === 'live') await",
        replace: "if (status === 'failed' && mode === 'test') await",
      },
    ],
  },
  {
    name: 'two-tabs-start-two-payments',
    edits: [{ file: STORE, find: ' AND open_payments <= $3 RETURNING id', replace: ' AND $3 >= 0 RETURNING id' }],
  },
  {
    name: 'no-warning-before-another-payment',
    edits: [{ file: CHOOSE, find: 'if (unsure && !choice.isSure)', replace: 'if (unsure && choice.isSure)' }],
  },
  {
    name: 'a-failed-payment-counts-as-open',
    edits: [
      {
        file: STORE,
        find: "'UPDATE checkout_sessions SET open_payments = open_payments - 1 WHERE id = $1 RETURNING id'",
        replace: "'UPDATE checkout_sessions SET open_payments = open_payments WHERE id = $1 RETURNING id'",
      },
    ],
  },
  {
    name: 'expired-while-a-payment-may-be-paid',
    edits: [
      {
        file: 'features/checkout/session.ts',
        find: "if (session.openPayments > 0) return 'processing';",
        replace: "if (session.openPayments > 20) return 'processing';",
      },
    ],
  },
];
