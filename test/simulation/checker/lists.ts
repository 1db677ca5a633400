import type { Violation } from './history.ts';
import type { Facts, LineOf, Row } from './history-facts.ts';

/** I4: a client that reads a list or a feed by its cursors sees every entry once, also during writes. */
export function checkLists(facts: Facts): Violation[] {
  const { of } = facts;
  const ends = new Map(of('passed').map((line) => [line.pass, line]));
  return of('pass').flatMap((pass) => {
    const end = ends.get(pass.pass);
    if (!end) return [];
    const faults = pass.of === 'list' ? checkList(facts, pass, end) : checkFeed(facts, pass, end);
    return faults.map((message) => ({
      invariant: 'I4',
      message: `the ${pass.of} of ${pass.shop} (${pass.mode}): ${message}`,
    }));
  });
}

/** A list has every payment that was acknowledged before the reading started. */
function checkList(facts: Facts, pass: LineOf<'pass'>, { ids }: LineOf<'passed'>): string[] {
  const { exchanges } = facts;
  const faults = repeated(ids);
  // Compare times, not ids: two ids of the same millisecond may be in the wrong order.
  const mine = new Map(paymentsOf(facts, pass).map((row) => [String(row.id), Number(row.created_at_us)]));
  const before = exchanges.filter(
    ({ what, shop, mode, status, endedAt }) =>
      what === 'create' && shop === pass.shop && mode === pass.mode && status === 201 && endedAt < pass.t,
  );
  for (const { text } of before) {
    const id = String(JSON.parse(text).transaction_id);
    if (!ids.includes(id)) faults.push(`${id} was there when the reading started, and is missing`);
  }
  for (const id of ids) if (!mine.has(id)) faults.push(`${id} belongs to another shop`);
  const isAfterwards = pass.t > (facts.of('quiet')[0]?.t ?? Number.POSITIVE_INFINITY);
  if (isAfterwards && ids.length !== mine.size)
    faults.push(`it has ${ids.length} payments in the end, of ${mine.size}`);
  if (
    ids.toSorted((one, other) => (mine.get(other) ?? 0) - (mine.get(one) ?? 0)).join() !== ids.join() &&
    !facts.hasClockSteps
  )
    faults.push('it is not from the newest to the oldest');
  return faults;
}

/** A feed that is followed to its end has each final test payment once. */
function checkFeed(facts: Facts, pass: LineOf<'pass'>, { ids }: LineOf<'passed'>): string[] {
  const faults = repeated(ids);
  const wanted = paymentsOf(facts, pass)
    .filter(({ status }) => status === 'completed' || status === 'failed')
    .map(({ id, status }) => `evt_${id}_${status === 'completed' ? 'success' : 'failed'}`);
  for (const id of wanted) if (!ids.includes(id)) faults.push(`${id} was never in it`);
  for (const id of ids) if (!wanted.includes(id)) faults.push(`${id} is in it, and no such payment is in the store`);
  return faults;
}

function repeated(ids: readonly string[]): string[] {
  return ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} came twice`);
}

function paymentsOf({ rows, of }: Facts, { shop, mode }: LineOf<'pass'>): Row[] {
  const websiteId = of('shop').find((one) => one.shop === shop)?.websiteId;
  return rows('payments').filter((row) => row.website_id === websiteId && row.mode === mode);
}
