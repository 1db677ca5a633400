import type { Mode } from '../../../core/payment.ts';
import type { Database, Row, Transaction, Value } from '../../../database/database.ts';
import { matching, whereAll } from '../../../database/matching.ts';
import { bigint, tableOf, text } from '../../../database/table.ts';
import type { AppliedRule, FeeRule, FeeScope, feeEntry } from '../fee-rule.ts';

const FEE_RULES = tableOf<FeeRule>('fee_rules', {
  number: bigint('number'),
  websiteId: text('website_id'),
  mode: text('mode'),
  method: text('method'),
  currency: text('currency'),
  percentE3: bigint('percent_e3'),
  fixedMinor: bigint('fixed_minor'),
  minimumMinor: bigint('minimum_minor'),
  validFromUs: bigint('valid_from_us'),
  setAtUs: bigint('set_at_us'),
  setBy: text('set_by'),
});
const INSERT = FEE_RULES.insertion('ON CONFLICT (number) DO NOTHING RETURNING number');

/** The rule for payments of this kind that complete at a moment; undefined if there is none. */
export async function findFeeRule(
  db: Pick<Database, 'query'>,
  { websiteId, mode, method, currency }: FeeScope,
  atUs: number,
): Promise<FeeRule | undefined> {
  const [row] = await db.query(
    `SELECT ${FEE_RULES.columns} FROM fee_rules
      WHERE website_id = $1 AND mode = $2 AND method = $3 AND currency = $4 AND valid_from_us <= $5
      ORDER BY valid_from_us DESC, number DESC LIMIT 1`,
    [websiteId, mode, method, currency, atUs],
  );
  return row && FEE_RULES.read(row);
}

/** The column `fee_rule` of a completed payment's row: the rule for it, for `readAppliedRule`. */
export const APPLIED_RULE = `(SELECT number || ' ' || percent_e3 || ' ' || fixed_minor || ' ' || minimum_minor FROM fee_rules f
   WHERE f.website_id = payments.website_id AND f.mode = payments.mode AND f.method = payments.method
     AND f.currency = payments.currency AND f.valid_from_us <= payments.finished_at_us
   ORDER BY f.valid_from_us DESC, f.number DESC LIMIT 1) AS fee_rule`;

/** The rule in the column `fee_rule` of a row; undefined if there is none. */
export function readAppliedRule({ fee_rule: stored }: Row): AppliedRule | undefined {
  if (typeof stored !== 'string') return undefined;
  const [number = 0, percentE3 = 0, fixedMinor = 0, minimumMinor = 0] = stored.split(' ').map(Number);
  return { number, percentE3, fixedMinor, minimumMinor };
}

/** The newest rules, of one website or of all, newest first; those with a lower number than `before`. */
export async function listFeeRules(
  db: Pick<Database, 'query'>,
  {
    websiteId,
    mode,
    before,
    limit,
  }: { websiteId?: string | undefined; mode?: Mode | undefined; before?: number | undefined; limit: number },
): Promise<FeeRule[]> {
  const params: Value[] = [];
  const conditions = matching(params, { website_id: websiteId, mode });
  if (before !== undefined) conditions.push(`number < $${params.push(before)}`);
  const rows = await db.query(
    `SELECT ${FEE_RULES.columns} FROM fee_rules ${whereAll(conditions)} ORDER BY number DESC LIMIT $${params.push(limit)}`,
    params,
  );
  return rows.map(FEE_RULES.read);
}

/** The rules of a website and a mode that start after a moment, the next one first; only those of one method and currency, if they are given. */
export async function listUpcomingRules(
  db: Pick<Database, 'query'>,
  {
    websiteId,
    mode,
    method,
    currency,
    afterUs,
    limit,
  }: Pick<FeeScope, 'websiteId' | 'mode'> & Partial<FeeScope> & { afterUs: number; limit: number },
): Promise<FeeRule[]> {
  const params: Value[] = [afterUs, limit];
  const conditions = matching(params, { website_id: websiteId, mode, method, currency });
  const rows = await db.query(
    `SELECT ${FEE_RULES.columns} FROM fee_rules ${whereAll([...conditions, 'valid_from_us > $1'])}
      ORDER BY valid_from_us, number LIMIT $2`,
    params,
  );
  return rows.map(FEE_RULES.read);
}

/** The number of the newest rule of a website; 0 if it has none. */
export async function lastRuleOf(db: Pick<Database, 'query'>, websiteId: string): Promise<number> {
  const [rule] = await listFeeRules(db, { websiteId, limit: 1 });
  return rule?.number ?? 0;
}

/** The number of the newest rule; 0 if there is none. */
export async function lastFeeRule(tx: Pick<Database, 'query'>): Promise<number> {
  const [row] = await tx.query<Row & { number: number }>('SELECT number FROM fee_rules ORDER BY number DESC LIMIT 1');
  return row?.number ?? 0;
}

/** Stores a rule. Returns false if another one has this number already. */
export async function insertFeeRule(tx: Transaction, rule: FeeRule): Promise<boolean> {
  return (await tx.query(INSERT, FEE_RULES.valuesOf(rule))).length > 0;
}

/** A completed payment, and the rule that counted at that moment. */
export interface RuledPayment {
  readonly payment: Parameters<typeof feeEntry>[1];
  readonly rule: FeeRule;
}

/** The completed payments of a range of ids that a rule is about. */
export async function listRuledPayments(
  db: Pick<Database, 'query'>,
  { after, through }: { after: number; through: number },
): Promise<RuledPayment[]> {
  const rows = await db.query<Row & { id: number; amount_minor: number; finished_at_us: number }>(
    `SELECT p.id, p.amount_minor, p.finished_at_us, ${FEE_RULES.columnsOf('r')} FROM payments p JOIN fee_rules r ON r.number = (
        SELECT f.number FROM fee_rules f WHERE f.website_id = p.website_id AND f.mode = p.mode AND f.method = p.method
          AND f.currency = p.currency AND f.valid_from_us <= p.finished_at_us ORDER BY f.valid_from_us DESC, f.number DESC LIMIT 1)
      WHERE p.id > $1 AND p.id <= $2 AND p.status = 'completed' ORDER BY p.id`,
    [after, through],
  );
  return rows.map((row) => {
    const rule = FEE_RULES.read(row);
    const { websiteId, mode, method, currency } = rule;
    const { id, amount_minor: amountMinor, finished_at_us: finishedAtUs } = row;
    return { rule, payment: { id, websiteId, mode, method, currency, amountMinor, finishedAtUs } };
  });
}
