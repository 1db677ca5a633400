import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { selfSigned } from '../../simulators/merchant/certificate.ts';
import { freePort } from '../support/gateway.ts';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A merchant's server on loopback, which records every request and responds with 200 by default. */
export interface MerchantServer {
  readonly origin: string;
  readonly received: Received[];
  /** Called for each request, once its body has arrived. */
  respond: (response: ServerResponse, request: Received) => void;
  close(): Promise<void>;
}

export async function startMerchantServer({
  tls,
  port,
}: {
  tls?: TestCertificate;
  port?: number;
} = {}): Promise<MerchantServer> {
  const server = tls ? createTlsServer({ cert: tls.cert, key: tls.key }) : createServer();
  server.on('request', (request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      const received = { path: request.url ?? '', headers: request.headers, body };
      merchant.received.push(received);
      merchant.respond(response, received);
    });
  });
  const ownPort = port ?? (await freePort());
  await new Promise<void>((done, fail) => server.once('error', fail).listen(ownPort, '127.0.0.1', done));
  const merchant: MerchantServer = {
    origin: `${tls ? 'https' : 'http'}://127.0.0.1:${ownPort}`,
    received: [],
    respond: (response) => void response.end('ok'),
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return merchant;
}

export interface TestCertificate {
  readonly cert: string;
  readonly key: string;
  /** The path of a file with `cert`. */
  readonly file: string;
  remove(): void;
}

/** A self-signed certificate for 127.0.0.1. */
export function testCertificate(): TestCertificate {
  const folder = mkdtempSync(join(tmpdir(), 'peye-certificate-'));
  const file = join(folder, 'cert.pem');
  const certificate = selfSigned('127.0.0.1');
  writeFileSync(file, certificate.cert);
  return { ...certificate, file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
