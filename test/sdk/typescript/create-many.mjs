// Creates payments with the SDK, many at once, each with its own reference. Prints a line with each result. The settings are the last
// argument: { baseUrl, apiKey, prefix, payments, atOnce, lookupWaitMs }.
import { argv } from 'node:process';
import { LostResponseError, Peye, PeyeError } from '@peye/sdk';

const { baseUrl, apiKey, prefix, payments, atOnce, lookupWaitMs } = JSON.parse(argv.at(-1));
const peye = new Peye({ baseUrl, apiKey, lookupWaitMs, timeoutMs: 5_000 });
const lines = [];
let next = 0;

async function createOne(reference) {
  const fields = {
    amount: '500.00',
    currency: 'HTG',
    payment_method: 'moncash',
    customer_name: 'Marie Joseph',
    reference,
  };
  try {
    return { reference, outcome: 'created', ids: [(await peye.payments.create(fields)).transaction_id] };
  } catch (error) {
    if (error instanceof LostResponseError) {
      const ids = error.found?.map(({ transaction_id }) => transaction_id);
      return { reference, outcome: ids === undefined ? 'unknown' : ids.length > 0 ? 'found' : 'none', ids: ids ?? [] };
    }
    if (error instanceof PeyeError)
      return { reference, outcome: 'refused', ids: [], why: `${error.code}: ${error.message}` };
    return { reference, outcome: 'broken', ids: [], why: String(error.stack) };
  }
}

async function createInTurn() {
  while (next < payments) lines.push(await createOne(`${prefix}-${next++}`));
}

await Promise.all(Array.from({ length: atOnce }, createInTurn));
console.log(lines.map((line) => JSON.stringify(line)).join('\n'));
