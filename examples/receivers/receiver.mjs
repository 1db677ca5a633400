// A webhook receiver in Node 20 or newer, without dependencies:
//   PEYE_WEBHOOK_SECRET=whsec_… PEYE_MODE=test node receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';

const secret = process.env.PEYE_WEBHOOK_SECRET;
if (!secret) throw new Error('Set PEYE_WEBHOOK_SECRET to the whsec_… of your website.');
// A live shop accepts live events only: anyone with a test key can create events of test payments.
const mode = process.env.PEYE_MODE ?? 'live';
const MOST_BYTES = 1024 * 1024;
const inbox = process.env.PEYE_INBOX ?? 'inbox';
mkdirSync(inbox, { recursive: true });

const server = createServer(async (request, response) => {
  try {
    // The raw bytes, which the signature covers.
    const chunks = [];
    let length = 0;
    for await (const chunk of request) {
      length += chunk.length;
      if (length > MOST_BYTES) return response.writeHead(413, { connection: 'close' }).end(); // No event is this large.
      chunks.push(chunk);
    }
    const body = Buffer.concat(chunks);

    if (!isFromPeye(body, request.headers['x-gateway-signature'])) {
      response.writeHead(401).end();
      return;
    }
    if (request.headers['x-gateway-mode'] !== mode) {
      console.error(`refused: this receiver accepts events of ${mode} payments (PEYE_MODE)`);
      response.writeHead(400).end();
      return;
    }
    const { event, data } = JSON.parse(body);
    // A refund event has the id of the refund and the id of its payment.
    if (storeOnce(`${data.refund_id ?? data.transaction_id} ${event}`, body)) {
      // A new event. Find the order by data.transaction_id, never by its reference alone. Do slow work in a background job.
      console.log(event, data.transaction_id, data.amount, data.currency);
    } else {
      console.log(event, data.transaction_id, 'again: ignored');
    }
    response.writeHead(204).end(); // Respond quickly with any 2xx, to a repeated event too.
  } catch (error) {
    console.error(error);
    response.writeHead(500).end(); // The event was not stored: Peye sends it again later.
  }
});
server.listen(Number(process.env.PORT ?? 4000), '127.0.0.1');

/** Whether the signature is the HMAC of the body under our secret, compared in constant time. */
function isFromPeye(body, signature = '') {
  const expected = createHmac('sha256', secret).update(body).digest('hex');
  return (
    signature.length === expected.length && timingSafeEqual(Buffer.from(signature, 'latin1'), Buffer.from(expected))
  );
}

/** Stores a webhook unless its key is already stored. Returns whether it was new. Here a file; in your shop, a table with a unique key. */
function storeOnce(key, body) {
  try {
    writeFileSync(`${inbox}/${key}.json`, body, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}
