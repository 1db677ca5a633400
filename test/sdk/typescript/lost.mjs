// Creates a payment for each of REFERENCES at a stub that loses the response as FAULT says. Prints the SDK's result for each as a line of
// JSON. Settings: TIMEOUT_MS, LOOKUP_WAIT_MS.
import { env } from 'node:process';
import { LostResponseError, Peye } from '@peye/sdk';

const peye = new Peye({
  apiKey: env.PEYE_KEY,
  baseUrl: env.PEYE_URL,
  timeoutMs: Number(env.TIMEOUT_MS),
  lookupWaitMs: Number(env.LOOKUP_WAIT_MS),
});
for (const reference of JSON.parse(env.REFERENCES)) {
  const startedAt = performance.now();
  const result = await create(reference);
  console.log(JSON.stringify({ reference, ...result, ms: Math.round(performance.now() - startedAt) }));
}

async function create(reference) {
  const fields = { amount: '500.00', currency: 'HTG', payment_method: 'moncash', customer_name: env.FAULT, reference };
  try {
    await peye.payments.create(fields);
    return { outcome: 'created', message: '' };
  } catch (error) {
    if (!(error instanceof LostResponseError)) throw error;
    const outcome = error.found === null ? 'unknown' : error.found.length === 0 ? 'none' : 'found';
    return { outcome, message: error.message };
  }
}
