import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { eventForwarder } from '../../src/cli/listen/forward-event.ts';

const EVENT = { id: 'evt_1', event: 'payment.completed', transactionId: '911607750261429', timestampS: 1_800_000_000 };

let status = 200;
const server = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(status).end());
});
before(() => new Promise<void>((done) => void server.listen(0, '127.0.0.1', done)));
after(() => server.close());

/** How often a refusal is explained when the server responds with these statuses, one after another. */
async function explainedFor(statuses: readonly number[]): Promise<number[]> {
  const explained: number[] = [];
  const forward = eventForwarder({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secret: 'whsec_test',
    skipVerify: false,
    report: () => {},
    stopping: new AbortController().signal,
    explainRefusal: async (refused) => {
      explained.push(refused);
      return 'explained';
    },
  });
  for (const each of statuses) {
    status = each;
    const forwarded = await forward({ ...EVENT, text: '{}', dataText: '{}' });
    assert.equal(forwarded?.isAccepted, each >= 200 && each < 300, String(each));
  }
  return explained;
}

test('a response that a wrong signature causes is explained, once', async () => {
  for (const refused of [400, 401, 403]) assert.deepEqual(await explainedFor([refused, 401, refused]), [refused]);
});

test('any other response is not explained', async () => {
  assert.deepEqual(await explainedFor([200, 204, 404, 422, 500]), []);
});
