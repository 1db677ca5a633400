/** How a provider writes its statement: the statement of a simulator with this protocol. */
export type StatementStyle = 'moncash' | 'natcash' | 'cybersource' | 'stripe';

/** A charge or a refund that a statement lists. */
export interface StatementItem {
  readonly kind: 'payment' | 'refund';
  /** The provider's own number. */
  readonly providerRef: string;
  /** Never negative. */
  readonly amountMinor: number;
  readonly currency: 'HTG' | 'USD';
}

/** How many items are wrong in a statement, in this order from the first item on. */
interface StatementFaults {
  /** Not in the statement: the provider omits them by mistake, or lists them in the next one. */
  readonly missing?: number;
  /** Listed twice. */
  readonly doubled?: number;
  /** Listed with a centime or cent too much. */
  readonly otherAmount?: number;
  /** Listed with twice the fee. */
  readonly otherFee?: number;
}

export interface StatementOptions {
  /** The day of all items and of the payout: `YYYY-MM-DD`. */
  readonly day: string;
  /** What the provider withholds from a payment, in hundredths of a percent, rounded down. */
  readonly feeBasisPoints: number;
  readonly faults?: StatementFaults;
  /** The name of the payout, for providers whose statements have it. */
  readonly payout?: string;
}

interface Line extends StatementItem {
  readonly feeMinor: number;
}

/** The statement of a provider as CSV: its lines in the order of the items. */
export function statementCsv(
  style: StatementStyle,
  items: readonly StatementItem[],
  options: StatementOptions,
): string {
  const { head, line } = STYLES[style];
  return `${[head, ...linesOf(items, options).map((each, nth) => line(each, nth, options))].join('\r\n')}\r\n`;
}

function linesOf(items: readonly StatementItem[], { feeBasisPoints, faults = {} }: StatementOptions): Line[] {
  const { missing = 0, doubled = 0, otherAmount = 0, otherFee = 0 } = faults;
  const ends = [
    missing,
    missing + doubled,
    missing + doubled + otherAmount,
    missing + doubled + otherAmount + otherFee,
  ];
  return items.flatMap((item, nth) => {
    const fault = ends.findIndex((end) => nth < end);
    const feeMinor = item.kind === 'payment' ? Math.floor((item.amountMinor * feeBasisPoints) / 10_000) : 0;
    const line = { ...item, feeMinor };
    if (fault === 0) return [];
    if (fault === 1) return [line, line];
    if (fault === 2) return [{ ...line, amountMinor: item.amountMinor + 1 }];
    return [fault === 3 ? { ...line, feeMinor: feeMinor * 2 } : line];
  });
}

const decimal = (minor: number) =>
  `${minor < 0 ? '-' : ''}${Math.floor(Math.abs(minor) / 100)}.${String(Math.abs(minor) % 100).padStart(2, '0')}`;
const signed = ({ kind, amountMinor }: Line) => (kind === 'refund' ? -amountMinor : amountMinor);

const STYLES: Readonly<
  Record<StatementStyle, { head: string; line: (line: Line, nth: number, options: StatementOptions) => string }>
> = {
  moncash: {
    head: 'Date,Transaction ID,Type,Amount,Fee,Net',
    line(line, _, { day }) {
      const type = line.kind === 'payment' ? 'Payment' : 'Reversal';
      const amount = signed(line);
      return [
        `${day} 10:00:00`,
        line.providerRef,
        type,
        decimal(amount),
        decimal(line.feeMinor),
        decimal(amount - line.feeMinor),
      ].join(',');
    },
  },
  natcash: {
    head: 'Date;Trans ID;Service;Client;Montant;Frais',
    line({ kind, providerRef, amountMinor, feeMinor }, _, { day }) {
      const comma = (minor: number) =>
        decimal(minor)
          .replace('.', ',')
          .replace(/\B(?=(\d{3})+,)/g, ' ');
      const service = kind === 'payment' ? 'Paiement' : 'Annulation';
      return [
        day.split('-').reverse().join('/'),
        providerRef,
        service,
        '"JEAN; Marie"',
        comma(amountMinor),
        comma(feeMinor),
      ].join(';');
    },
  },
  cybersource: {
    head: 'TransactionDate,RequestID,TransactionType,Amount,Currency,Fee',
    line(line, _, { day }) {
      const type = line.kind === 'payment' ? 'Settled' : 'Refund';
      return [
        `${day}T10:00:00-05:00`,
        line.providerRef,
        type,
        decimal(signed(line)),
        line.currency,
        decimal(line.feeMinor),
      ].join(',');
    },
  },
  stripe: {
    head: 'automatic_payout_id,automatic_payout_effective_at,balance_transaction_id,created,reporting_category,gross,fee,net,currency,source_id,payment_intent_id',
    line(line, nth, { day, payout = 'po_simulated' }) {
      const [isPayment, amount] = [line.kind === 'payment', signed(line)];
      const money = [
        decimal(amount),
        decimal(line.feeMinor),
        decimal(amount - line.feeMinor),
        line.currency.toLowerCase(),
      ];
      const names = isPayment ? [`ch_${nth}`, line.providerRef] : [line.providerRef, ''];
      return [
        payout,
        `${day} 00:00:00`,
        `txn_${nth}`,
        `${day} 10:00:00`,
        isPayment ? 'charge' : 'refund',
        ...money,
        ...names,
      ].join(',');
    },
  },
};
