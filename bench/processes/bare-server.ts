// What the gateway is measured against: node:http alone, in a process of its own. It reads and parses the same bodies and
// responds with the same bytes under the same headers, and does nothing else. Arguments: port, file of responses (JSON).
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [port, file] = process.argv.slice(2);
const responses = JSON.parse(readFileSync(file!, 'utf8')) as Record<string, { status: number; body: string }>;
const [created, read] = [responses.POST!, responses.GET!];
const headers = (body: string) => ({
  'content-type': 'application/json; charset=utf-8',
  'x-request-id': 'req_000000000000000000000000',
  'content-length': Buffer.byteLength(body),
});
const createdHeaders = headers(created.body);
const readHeaders = headers(read.body);

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.writeHead(read.status, readHeaders);
    response.end(read.body);
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { amount?: number };
    const isParsed = typeof body.amount === 'number';
    response.writeHead(isParsed ? created.status : 400, createdHeaders);
    response.end(created.body);
  });
});
server.listen(Number(port), '127.0.0.1');
process.once('SIGTERM', () => server.close().closeAllConnections());
