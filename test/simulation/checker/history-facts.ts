import type { ClientRequest, Line } from './history.ts';

/** A request with its outcome. */
export interface Exchange extends ClientRequest {
  readonly id: number;
  readonly node: string;
  readonly askedAt: number;
  /** The time of the response or of the client's timeout; without either, the end of the history. */
  readonly endedAt: number;
  /** Undefined without a response. */
  readonly status: number | undefined;
  readonly text: string;
  readonly location: string | undefined;
}

/** A payment as the API shows it. */
export interface PaymentView {
  readonly transaction_id: string;
  readonly amount: string;
  readonly currency: string;
  readonly status: string;
  readonly payment_method: string;
  readonly reference: string | null;
  readonly created_at: string;
  readonly completed_at: string | null;
  readonly failed_at: string | null;
  readonly failure_reason: string | null;
}

export type Row = Readonly<Record<string, string | number | null>>;
export type LineOf<Kind extends Line['kind']> = Extract<Line, { kind: Kind }>;

/** A history, sorted by kind of event, with what the checks of the invariants need. */
export interface Facts {
  readonly history: readonly Line[];
  readonly exchanges: readonly Exchange[];
  readonly healedAt: number;
  readonly hasClockSteps: boolean;
  /** The first moment of the history, microseconds since 1970. */
  readonly beginsAtUs: number;
  /** The longest pause of a background job, microseconds. */
  readonly longestPauseUs: number;
  of<Kind extends Line['kind']>(kind: Kind): readonly LineOf<Kind>[];
  rows(table: string): readonly Row[];
}

export function factsOf(history: readonly Line[]): Facts {
  const kinds = new Map<string, Line[]>();
  for (const line of history) {
    const known = kinds.get(line.kind);
    if (known) known.push(line);
    else kinds.set(line.kind, [line]);
  }
  const of = <Kind extends Line['kind']>(kind: Kind) => (kinds.get(kind) ?? []) as unknown as readonly LineOf<Kind>[];
  const ends = new Map<number, LineOf<'answer'> | LineOf<'unanswered'>>();
  for (const line of [...of('answer'), ...of('unanswered')]) ends.set(line.id, line);
  const lastAt = history.at(-1)?.t ?? 0;
  const exchanges = of('ask').map((asked): Exchange => {
    const end = ends.get(asked.id);
    const answer = end?.kind === 'answer' ? end : undefined;
    const { status, text = '', location } = answer ?? {};
    return { ...asked, askedAt: asked.t, endedAt: end?.t ?? lastAt, status, text, location };
  });
  const rows = new Map<string, Row[]>();
  for (const { table, row } of of('row')) (rows.get(table) ?? rows.set(table, []).get(table)!).push(row);
  return {
    history,
    exchanges,
    healedAt: of('healed')[0]?.t ?? 0,
    hasClockSteps: of('run')[0]?.clockSteps ?? false,
    beginsAtUs: of('run')[0]?.beginsAtUs ?? 0,
    longestPauseUs: of('run')[0]?.longestPauseUs ?? 0,
    of,
    rows: (table) => rows.get(table) ?? [],
  };
}

/** The name of a payment at its provider: its id or, for a charge of a subscription, its period and attempt. */
export function providerNameOf(payment: Row): string {
  const { id, subscription_id: subscription, subscription_period: period, subscription_try: attempt } = payment;
  return subscription === null ? String(id) : `${subscription}_p${period}_t${attempt}`;
}

/** The text of the member `data` exactly as it is in a response, with all digits and in the same order. */
export function dataText(text: string): string {
  return text.slice(text.indexOf('"data":') + '"data":'.length, -1);
}

export function shownIn({ text }: Exchange): PaymentView {
  return JSON.parse(text).data;
}

export const isFinal = (status: string) => status === 'completed' || status === 'failed';
