import type { Currency } from '../../core/money.ts';
import type { PaymentMethod } from '../../core/payment.ts';
import { type Entry, type EntryLine, move } from '../ledger/entry.ts';

/** Money that a provider paid to a bank account, for live payments. Amounts are minor units, times are microseconds since 1970. */
export interface Payout {
  readonly id: string;
  readonly method: PaymentMethod;
  /** The provider's own name of the payout, unique for a method. */
  readonly reference: string;
  /** The operator's name of the bank account, as in the account `bank:NAME`. */
  readonly bank: string;
  readonly currency: Currency;
  /** The website of a payout that was recorded by hand; null for one with lines, which may be about many websites. */
  readonly websiteId: string | null;
  readonly grossMinor: number;
  readonly feeMinor: number;
  /** What reached the bank. */
  readonly netMinor: number;
  /** The number of lines; 0 for a payout that was recorded by hand. */
  readonly lines: number;
  /** The day of the payout: its start in Haiti. */
  readonly paidAtUs: number;
  /** The times of its lines, from `fromUs` on and before `toUs`; null if the statement has none. */
  readonly fromUs: number | null;
  readonly toUs: number | null;
  /** SHA-256 of its lines in hex: the same statement imported twice is the same payout. */
  readonly digest: string | null;
  readonly createdAtUs: number;
  readonly recordedBy: string;
  readonly reversedAtUs: number | null;
  readonly reversedBy: string | null;
  /** Why it was reversed. */
  readonly note: string | null;
}

/**
 * The state of a payout. `reversed`: by a user; a worker may still be reversing its lines. `waiting`: lines are not matched yet. `open`: lines fit
 * nothing, and no user has settled them.
 * `missing`: payments of its period are in no payout, although the provider's usual delay is over. `matched`: none of these; one that was recorded by
 * hand is matched at once. A list by state has every payout to which the state applies; `payoutState` names the most important one.
 */
export const PAYOUT_STATES = ['open', 'missing', 'waiting', 'matched', 'reversed'] as const;
export type PayoutState = (typeof PAYOUT_STATES)[number];

/** What a line is about. */
export type LineKind = 'payment' | 'refund' | 'other';

export const LINE_STATES = ['new', 'matched', 'only_theirs', 'reversing', 'reversed'] as const;
export type LineState = (typeof LINE_STATES)[number];

/** Why a line of a statement was not matched. */
export type LineReason =
  | 'no_payment'
  | 'not_completed'
  | 'other_amount'
  | 'other_currency'
  | 'repeated'
  | 'ambiguous'
  | 'other_kind';

/** What a statement says about one payment or refund. */
export interface StatementLine {
  /** The line of the file, from 1. */
  readonly line: number;
  readonly kind: LineKind;
  /** The provider's own number of the payment or refund. */
  readonly reference: string;
  /** What the payout has for it before the fee; negative for a refund. */
  readonly amountMinor: number;
  /** What the provider withheld for it; null if the statement has no fees. */
  readonly feeMinor: number | null;
  readonly currency: Currency;
  readonly atUs: number | null;
}

/** A line of a payout, and the payment or refund that it was matched with. */
export interface PayoutLine extends StatementLine {
  readonly payoutId: string;
  readonly state: LineState;
  readonly reason: LineReason | null;
  /** The payment; of a refund, the refunded one. */
  readonly paymentId: number | null;
  readonly refundId: string | null;
  readonly websiteId: string | null;
  /** The fee that was posted before, if the fee of this line replaced it. */
  readonly replacedMinor: number | null;
  readonly decidedAtUs: number | null;
  readonly reversedAtUs: number | null;
  /** Why an unmatched line is settled. */
  readonly note: string | null;
  readonly notedBy: string | null;
}

/** Whether a line waits for a user: it fits nothing, and no user has settled it. OPEN_LINE of `store/payout-lines.ts` says the same in SQL. */
export function isOpenLine({ state, note }: Pick<PayoutLine, 'state' | 'note'>): boolean {
  return state === 'only_theirs' && note === null;
}

/** How the events of fees that lines say start. The fee of a rule has the rule's number there. */
export const LINE_FEE = 'fee:po_';

type Names = Pick<Payout, 'method' | 'bank'>;

/**
 * The entries of a matched line, at the time of its match: the fee that the statement says replaces the posted one, and the rest moves to the
 * bank. Once the line was reversed, their counterparts too.
 */
export function lineEntries(line: PayoutLine, { method, bank }: Names): Entry[] {
  const { payoutId, paymentId, websiteId, decidedAtUs, currency, feeMinor, replacedMinor, reversedAtUs } = line;
  if (paymentId === null || websiteId === null || decidedAtUs === null) return [];
  const name = `${payoutId}:${line.line}` as const;
  const book = { about: paymentId, websiteId, mode: 'live', atUs: decidedAtUs } as const;
  const money = (amountMinor: number) => ({ amountMinor, currency });
  const [due, fees] = [`due:${method}`, `fees:${method}`] as const;
  const posted = [
    { event: `fee:${name}:back`, lines: move(fees, due, money(replacedMinor ?? 0)) },
    { event: `fee:${name}`, lines: move(due, fees, money(replacedMinor === null ? 0 : (feeMinor ?? 0))) },
    { event: `payout:${name}`, lines: move(due, `bank:${bank}`, money(line.amountMinor - (feeMinor ?? 0))) },
  ] as const;
  const entries: Entry[] = posted.filter(({ lines }) => hasMoney(lines)).map((each) => ({ ...book, ...each }));
  return reversedAtUs === null ? entries : [...entries, ...entries.map((each) => reversal(each, reversedAtUs))];
}

/** The entries of a payout that was recorded by hand, and their counterparts once it was reversed. */
export function payoutEntries(payout: Payout): Entry[] {
  const { id, method, bank, currency, websiteId, feeMinor, netMinor, createdAtUs, reversedAtUs } = payout;
  if (websiteId === null) return [];
  const money = (amountMinor: number) => ({ amountMinor, currency });
  const lines = [
    ...move(`due:${method}`, `bank:${bank}`, money(netMinor)),
    ...move(`due:${method}`, `fees:${method}`, money(feeMinor)),
  ].filter(({ money: { amountMinor } }) => amountMinor !== 0);
  const entry = { event: `payout:${id}`, about: 0, websiteId, mode: 'live', atUs: createdAtUs, lines } as const;
  return reversedAtUs === null ? [entry] : [entry, reversal(entry, reversedAtUs)];
}

function reversal(entry: Entry, atUs: number): Entry {
  const event = `${entry.event as `payout:${string}`}:reversal` as const;
  const lines = entry.lines.map(({ account, money: { amountMinor, currency } }) => {
    return { account, money: { amountMinor: -amountMinor, currency } };
  });
  return { ...entry, event, atUs, lines };
}

function hasMoney(lines: readonly EntryLine[]): boolean {
  return lines.some(({ money }) => money.amountMinor !== 0);
}
