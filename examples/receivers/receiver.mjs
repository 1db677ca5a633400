// A webhook receiver in Node, without dependencies: PEYE_WEBHOOK_SECRET=whsec_… node receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const secret = process.env.PEYE_WEBHOOK_SECRET;
const port = Number(process.env.PORT ?? 4000);
if (!secret) throw new Error('Set PEYE_WEBHOOK_SECRET to the whsec_… of your website.');

// In your shop this is a table with a unique key: a webhook can arrive more than once, and your server can restart.
const handled = new Set();

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks); // the raw bytes: parse them only after the signature was checked

  const expected = createHmac('sha256', secret).update(body).digest();
  const given = Buffer.from(String(request.headers['x-gateway-signature'] ?? ''), 'hex');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    response.writeHead(401).end();
    return;
  }

  const { event, data } = JSON.parse(body);
  const key = `${data.transaction_id} ${event}`;
  if (!handled.has(key)) {
    handled.add(key);
    // Do here what must happen once, or better: write it down here and do it later.
    console.log(`${event} ${data.transaction_id} ${data.amount} ${data.currency} ${data.reference ?? '-'}`);
  }
  response.writeHead(204).end(); // any 2xx, quickly
}).listen(port, '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${port}`));
