import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { selfSigned } from '../../simulators/merchant/certificate.ts';
import { freePort } from '../support/gateway.ts';

/** An https address in front of a gateway, as operators have one. */
export interface TlsProxy {
  readonly url: string;
  /** The environment in which common programs trust the certificate of this proxy, and all others that this machine trusts. */
  readonly trusted: Readonly<Record<string, string>>;
  forwardTo(gatewayUrl: string): void;
  /** Requests a path of the gateway, without the proxy. */
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  close(): Promise<void>;
}

/** The certificates that Debian, Fedora and Alpine trust. */
const AUTHORITIES = ['/etc/ssl/certs/ca-certificates.crt', '/etc/pki/tls/certs/ca-bundle.crt', '/etc/ssl/cert.pem'];

/** Starts a proxy, which forwards once it has the address of a gateway. */
export async function startTlsProxy(): Promise<TlsProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'peye-trial-certificate-'));
  const { cert, key } = selfSigned('127.0.0.1');
  const all = join(folder, 'all.pem');
  const authorities = AUTHORITIES.find((file) => existsSync(file));
  writeFileSync(all, `${authorities === undefined ? '' : readFileSync(authorities, 'utf8')}\n${cert}`);
  const port = await freePort();
  let target = '';
  const server = createServer({ cert, key }, (incoming, response) => {
    const { method = 'GET', url = '/', headers } = incoming;
    const forwarded = { ...headers, 'x-forwarded-proto': 'https', 'x-forwarded-for': '127.0.0.1' };
    const outgoing = request(new URL(url, target), { method, headers: forwarded }, (received) => {
      response.writeHead(received.statusCode ?? 502, received.headers);
      received.pipe(response);
    });
    outgoing.on('error', () => response.writeHead(502).end());
    response.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((done, fail) => server.once('error', fail).listen(port, '127.0.0.1', done));
  return {
    url: `https://127.0.0.1:${port}`,
    trusted: {
      NODE_EXTRA_CA_CERTS: all,
      npm_config_cafile: all,
      SSL_CERT_FILE: all,
      PIP_CERT: all,
      CURL_CA_BUNDLE: all,
    },
    forwardTo: (gatewayUrl) => {
      target = gatewayUrl;
    },
    get: (path, headers = {}) => fetch(`${target}${path}`, { headers }),
    close: () =>
      new Promise((done) => {
        server.close(() => {
          rmSync(folder, { recursive: true, force: true });
          done();
        });
        server.closeAllConnections();
      }),
  };
}
