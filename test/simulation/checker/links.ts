import type { Violation } from './history.ts';
import type { Facts, LineOf, Row } from './history-facts.ts';

/**
 * I6: a payment link sells at most the units that it has, at its price. Its counts agree with its payments. A form creates another
 * payment only after the previous one has failed.
 */
export function checkLinks(facts: Facts): Violation[] {
  const { rows, of } = facts;
  const found: Violation[] = [];
  const say = (message: string) => found.push({ invariant: 'I6', message });
  for (const { id, was, became } of rows('watched_changes').filter(({ what }) => what === 'oversold'))
    say(`the link ${id} has ${was} in stock, and ${became} were open or sold at a time`);
  const payments = new Map(rows('payments').map((row) => [row.id!, row]));
  const ofLinks = Map.groupBy(rows('link_payments'), ({ link_id: id }) => id);
  for (const row of rows('payment_links')) {
    const mine = (ofLinks.get(row.id!) ?? []).flatMap(({ payment_id: id, state, quantity }) => {
      const payment = payments.get(id!);
      if (payment) return [{ ...payment, state: state!, quantity: quantity! }];
      say(`the link ${row.code} has the payment ${id}, which is not in the store`);
      return [];
    });
    const link = of('link').find(({ code }) => code === row.code);
    const named = [...payments.values()].filter(({ metadata }) => String(metadata).startsWith(`{"link":"${row.code}"`));
    if (named.length !== mine.length)
      say(`${named.length} payments name the link ${row.code}, which has ${mine.length}`);
    for (const fault of link ? [...countFaults(row, mine), ...priceFaults(link, mine)] : [])
      say(`the link ${row.code}: ${fault}`);
  }
  return [...found, ...checkForms(facts)];
}

function countFaults(row: Row, payments: readonly Row[]): string[] {
  const wanted = { open_payments: 'processing', paid_payments: 'completed', failed_payments: 'failed' };
  const faults = Object.entries(wanted).flatMap(([column, status]) => {
    const count = payments.filter((payment) => payment.status === status).length;
    return row[column] === count ? [] : [`${column} is ${row[column]}, and ${count} payments are ${status}`];
  });
  for (const [column, status] of Object.entries({ open_units: 'processing', paid_units: 'completed' })) {
    const units = unitsOf(payments.filter((payment) => payment.status === status));
    if (row[column] !== units) faults.push(`${column} is ${row[column]}, and ${units} units are ${status}`);
  }
  for (const currency of ['HTG', 'USD']) {
    const paid = payments.filter((payment) => payment.status === 'completed' && payment.currency === currency);
    const sum = paid.reduce((total, { amount_minor: minor }) => total + Number(minor), 0);
    const stored = row[`paid_${currency.toLowerCase()}_minor`];
    if (stored !== sum) faults.push(`${stored} ${currency} are counted as paid, and ${sum} were paid`);
  }
  for (const { id, state, status } of payments) {
    const is = { open: 'processing', paid: 'completed', failed: 'failed' }[String(state)];
    if (is !== status) faults.push(`payment ${id} is ${status}, and ${state} there`);
  }
  return faults;
}

function priceFaults({ stock, amountMinor, currency }: LineOf<'link'>, payments: readonly Row[]): string[] {
  const sold = unitsOf(payments.filter(({ status }) => status === 'completed'));
  const faults = stock !== null && sold > stock ? [`it has ${stock}, and sold ${sold}`] : [];
  if (amountMinor === null) return faults;
  const other = payments.filter(
    (payment) =>
      (payment.original_amount_minor ?? payment.amount_minor) !== amountMinor * Number(payment.quantity) ||
      (payment.original_amount_minor === null ? payment.currency : 'USD') !== currency,
  );
  const named = payments.filter(
    ({ metadata, quantity }) => (JSON.parse(String(metadata)).quantity ?? 1) !== Number(quantity),
  );
  return [
    ...faults,
    ...other.map(({ id }) => `payment ${id} is of another amount than the link's`),
    ...named.map(({ id }) => `payment ${id} names another quantity than it bought`),
  ];
}

/** The units that payments buy. A payment of several says so in its metadata. */
function unitsOf(payments: readonly Row[]): number {
  return payments.reduce((sum, { quantity }) => sum + Number(quantity), 0);
}

/** Sending a form again leads to its payment. It creates another payment only if the first one has failed. */
function checkForms({ exchanges, rows, hasClockSteps }: Facts): Violation[] {
  const payments = new Map(rows('payments').map((row) => [String(row.id), row]));
  const sent = exchanges.filter(({ what, form }) => what === 'link form' && form !== undefined);
  const found: Violation[] = [];
  const say = (message: string) => found.push({ invariant: 'I6', message });
  const forms = new Map<string, Set<string>>();
  for (const { form, location } of sent) {
    const id = /\/pay\/(\d+)\//.exec(location ?? '')?.[1];
    const known = forms.get(form!.slice(0, 22)) ?? new Set();
    forms.set(form!.slice(0, 22), known);
    if (id !== undefined) known.add(id);
  }
  for (const { payment_id: id, form_id: form } of rows('link_payments')) {
    const known = forms.get(String(form).slice(0, 22));
    if (known) known.add(String(id));
    else say(`payment ${id} was created by the form ${form}, which no customer has sent`);
  }
  for (const [form, ids] of forms) {
    const made = [...ids].map((id) => payments.get(id)).filter((row) => row !== undefined);
    if (made.length < ids.size) say(`the form ${form} led to a payment that is not in the store`);
    const ordered = made.toSorted((one, other) => Number(one.created_at_us) - Number(other.created_at_us));
    // A clock that was set back makes the order wrong. Then it is only checked that at most one of the payments has not failed.
    if (hasClockSteps && made.filter(({ status }) => status !== 'failed').length <= 1) continue;
    for (const [index, later] of ordered.slice(1).entries()) {
      const former = ordered[index]!;
      const isOver = former.status === 'failed' && (hasClockSteps || former.finished_at_us! <= later.created_at_us!);
      if (!isOver) say(`the form ${form} made the payment ${later.id} while ${former.id} had not failed`);
    }
  }
  return found;
}
