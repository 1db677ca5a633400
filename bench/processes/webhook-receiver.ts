// The merchants' servers of the bench, in one process: receives webhooks over TLS on several ports, responds to each with
// 204, and records when each arrived. Arguments: control port, TLS ports (comma list), PEM file with key and certificate.
// On the control port, in plain HTTP: GET / for readiness, GET /arrivals for the arrivals since the previous request.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';

const [control, ports, pemFile] = process.argv.slice(2);
const pem = readFileSync(pemFile!, 'utf8');
/** The payment's id of each webhook, when the webhook arrived, and when the payment became final, milliseconds. */
const arrivals: [id: string, atMs: number, finishedAtMs: number][] = [];

const receivers = ports!.split(',').map((port) =>
  createTlsServer({ key: pem, cert: pem }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const atMs = performance.timeOrigin + performance.now();
      response.writeHead(204).end();
      const { data } = JSON.parse(Buffer.concat(chunks).toString('utf8'));
      arrivals.push([data.transaction_id, atMs, Date.parse(data.completed_at)]);
    });
  }).listen(Number(port), '127.0.0.1'),
);

const server = createServer((request, response) => {
  response.end(request.url === '/arrivals' ? JSON.stringify(arrivals.splice(0)) : '');
}).listen(Number(control), '127.0.0.1');

process.once('SIGTERM', () => {
  for (const listener of [server, ...receivers]) listener.close().closeAllConnections();
});
