import assert from 'node:assert/strict';
import type { Client } from '../support/gateway.ts';

/** The report of an SDK about one creation. */
export interface Creation {
  readonly reference: string;
  /** `found`, `none` and `unknown` are the outcomes after a lost response. */
  readonly outcome: 'created' | 'found' | 'none' | 'unknown' | 'refused' | 'broken';
  /** The payments that the report names. */
  readonly ids: readonly string[];
  readonly why?: string;
}

/** Reads the output of a program, which has a line of JSON for each creation. */
export function creationsOf(output: string): Creation[] {
  return output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** The ids of a key's payments by their references, read from the API page by page. */
export async function paymentsByReference(api: Client): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { json } = await api.get(`/payments?per_page=100&cursor=${cursor}`);
    for (const { reference, transaction_id: id } of json.data)
      found.set(reference, [...(found.get(reference) ?? []), id]);
    cursor = json.next_cursor;
  }
  return found;
}

/** Asserts that no reference has two payments, and that every reported outcome is true. `what` names the run, which can be repeated. */
export function judgeCreations(
  creations: readonly Creation[],
  payments: ReadonlyMap<string, string[]>,
  what: string,
): void {
  for (const { reference, outcome, ids, why } of creations) {
    const made = payments.get(reference) ?? [];
    const message = `${what}: ${reference} was ${outcome} ${ids} ${why ?? ''}, and there is ${made.join(' and ') || 'nothing'}`;
    assert.ok(made.length <= 1, message);
    assert.notEqual(outcome, 'broken', message);
    if (outcome !== 'unknown') assert.deepEqual(ids, made, message);
  }
}
