// Takes many payments out of an embedded store through the console: how long it takes, how much more memory the process has, and how long
// reads of the API take meanwhile. `node bench/export-rows.ts [rows]`; a million by default.
import { setTimeout as pause } from 'node:timers/promises';
import { leastIdFrom } from '../src/domain/ids.ts';
import { insertPayments } from '../src/storage/payments/insert-payments.ts';
import { consolePerson } from '../test/support/console.ts';
import { paymentRequest, startTestGateway } from '../test/support/gateway.ts';
import { inStatus, seed } from '../test/support/store.ts';

const MB = 1024 * 1024;
const ROWS = Number(process.argv[2] ?? 1_000_000);
const BATCH = 500;

const gateway = await startTestGateway('sqlite');
const { db, clock } = gateway.store;
const sown = await seed(db);
const nowUs = clock();
for (let from = 0; from < ROWS; from += BATCH) {
  const some = Array.from({ length: BATCH }, (_, at) => {
    const createdAtUs = nowUs - (from + at) * 1_000_000;
    const place = { id: leastIdFrom(createdAtUs), createdAtUs };
    return sown.payment({ ...inStatus('completed'), ...place, reference: `order-${from + at}` });
  });
  await db.transaction((tx) => insertPayments(tx, some));
}
const owner = await consolePerson(gateway, 'owner');
const { json: payment } = await gateway.api.post('/payments', paymentRequest());
const reads = async (while_: () => boolean) => {
  const tookMs: number[] = [];
  while (while_()) {
    const startMs = performance.now();
    await gateway.api.get(`/payments/${payment.transaction_id}`);
    tookMs.push(performance.now() - startMs);
    await pause(5);
  }
  return tookMs.sort((one, other) => one - other).at(Math.floor(tookMs.length * 0.99)) ?? 0;
};
const quietUntil = performance.now() + 3_000;
const quietMs = await reads(() => performance.now() < quietUntil);
for (const format of ['csv', 'jsonl']) {
  globalThis.gc?.();
  const beforeBytes = process.memoryUsage().rss;
  let mostBytes = beforeBytes;
  let bytes = 0;
  let isRunning = true;
  const busy = reads(() => isRunning);
  const startMs = performance.now();
  const response = await fetch(`${gateway.url}/console/exports/payments`, {
    method: 'POST',
    headers: {
      cookie: [...owner.jar].map(([name, value]) => `${name}=${value}`).join('; '),
      'sec-fetch-site': 'same-origin',
      origin: gateway.url,
    },
    body: new URLSearchParams({ form_token: await owner.formToken(), format, website: sown.websiteId }),
  });
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    mostBytes = Math.max(mostBytes, process.memoryUsage().rss);
  }
  const seconds = (performance.now() - startMs) / 1000;
  isRunning = false;
  const facts = [
    `${format}: ${ROWS} rows, ${Math.round(bytes / MB)} MB in ${seconds.toFixed(1)} s`,
    `${Math.round((mostBytes - beforeBytes) / MB)} MB more memory, of this client too`,
    `p99 of a read ${(await busy).toFixed(1)} ms, ${quietMs.toFixed(1)} ms without`,
  ];
  process.stdout.write(`${facts.join('; ')}\n`);
  await pause(200);
}
await gateway.stop();
