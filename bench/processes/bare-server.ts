// The baseline of the gateway: node:http alone, in its own process. It reads and parses the same bodies and
// responds with the same bytes and headers, and does nothing else. Arguments: the port; the JSON file with its response; and
// `serialise` if it must build the text from objects for each request, as a server that returns lists does.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [port, file, mode] = process.argv.slice(2);
const { status, headers, body } = JSON.parse(readFileSync(file!, 'utf8')) as {
  status: number;
  headers: Record<string, string>;
  body: string;
};
const fixedHeaders = { ...headers, 'content-length': Buffer.byteLength(body) };
const value = mode === 'serialise' ? JSON.parse(body) : undefined;

const server = createServer((request, response) => {
  // The check whether this server is ready.
  if (request.url === '/') {
    response.end();
    return;
  }
  if (request.method === 'GET') {
    if (value === undefined) {
      response.writeHead(status, fixedHeaders).end(body);
    } else {
      const text = JSON.stringify(value);
      response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) }).end(text);
    }
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const parsed = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { amount?: unknown };
    response.writeHead(parsed.amount === undefined ? 500 : status, fixedHeaders).end(body);
  });
});
server.listen(Number(port), '127.0.0.1');
process.once('SIGTERM', () => server.close().closeAllConnections());
