import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { selfSigned } from '../../simulators/merchant/certificate.ts';
import { freePort } from '../support/gateway.ts';
import { startServer } from '../support/services/start-server.ts';

/** The name that the configurations in deploy/ are written for. */
export const HOST = 'pay.example.com';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

interface ProxyRequest {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** A proxy that runs in front of a gateway, with a configuration from deploy/. */
export interface StartedProxy {
  /** Sends a request over TLS, and accepts only the proxy's certificate for pay.example.com. */
  https(path: string, asked?: ProxyRequest): Promise<Answer>;
  /** Sends a request without TLS. */
  http(path: string, asked?: ProxyRequest): Promise<Answer>;
  /** The folder with the proxy's files. */
  readonly folder: string;
  stop(): Promise<void>;
}

/** The folders, ports and files of a test, which replace those in a configuration from deploy/. */
interface Places {
  readonly folder: string;
  readonly httpPort: number;
  readonly httpsPort: number;
  readonly cert: string;
  readonly key: string;
  /** Certificate and key in one file. */
  readonly pem: string;
}

export interface ProxyProgram {
  readonly name: string;
  /** The environment variable with the path of the program. */
  readonly variable: string;
  /** Its configuration, a file in deploy/. */
  readonly config: string;
  /** The texts of the file that have another value in a test. Each text on the left must be in the file. */
  readonly replaced: (places: Places, gatewayPort: string) => Readonly<Record<string, string>>;
  /** The whole configuration of the program, in which the file is included. */
  readonly around?: (config: string, places: Places) => string;
  readonly args: (file: string, places: Places) => readonly string[];
}

/** Starts a proxy with its configuration from deploy/, in which only addresses, ports and files are replaced. */
export async function startProxy(proxy: ProxyProgram, gatewayPort: string): Promise<StartedProxy> {
  const path = process.env[proxy.variable];
  if (!path) throw new Error(`${proxy.variable} is not set`);
  const folder = mkdtempSync(join(tmpdir(), 'peye-proxy-'));
  const { cert, key } = selfSigned(HOST);
  const start = async () => {
    const [httpPort, httpsPort] = [await freePort(), await freePort()];
    const places = {
      folder,
      httpPort,
      httpsPort,
      cert: join(folder, 'cert.pem'),
      key: join(folder, 'key.pem'),
      pem: join(folder, 'both.pem'),
    };
    writeFileSync(places.cert, cert);
    writeFileSync(places.key, key);
    writeFileSync(places.pem, cert + key);
    const file = join(folder, 'config');
    const text = replaceAll(proxy, places, gatewayPort);
    writeFileSync(file, proxy.around ? proxy.around(text, places) : text);
    const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
    const child = spawn(path, proxy.args(file, places), { env, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    let log = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data) => (log = `${log}${data}`.slice(-20_000)));
    const https = ask(httpsRequest, { port: httpsPort, ca: cert, servername: HOST });
    const http = ask(httpRequest, { port: httpPort });
    const responds = async () => (await https('/healthz').catch(() => undefined))?.status === 200;
    return { child, responds, log: () => log, https, http };
  };
  const { child, https, http } = await startServer(proxy.name, start);
  return {
    folder,
    https,
    http,
    async stop() {
      await end(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function replaceAll({ config, replaced }: ProxyProgram, places: Places, gatewayPort: string): string {
  let text = readFileSync(new URL(`../../deploy/${config}`, import.meta.url), 'utf8');
  for (const [from, to] of Object.entries(replaced(places, gatewayPort))) {
    if (!text.includes(from)) throw new Error(`deploy/${config} has no "${from}"`);
    text = text.replaceAll(from, to);
  }
  return text;
}

function ask(request: typeof httpRequest | typeof httpsRequest, options: RequestOptions & { servername?: string }) {
  return (path: string, { method = 'GET', headers = {}, body }: ProxyRequest = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const sent = request(
        { host: '127.0.0.1', agent: false, ...options, path, method, headers: { host: HOST, ...headers } },
        (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part) => parts.push(part));
          response.on('error', reject);
          response.on('end', () => {
            const text = Buffer.concat(parts).toString();
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
          });
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
