import { writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { type Certificate, selfSigned } from '../../simulators/merchant/certificate.ts';
import { freePort } from './gateway.ts';

/** Settings that let a gateway deliver to receivers on this machine, and the certificate that these receivers need. */
export function loopbackDelivery(folder: string): { certificate: Certificate; settings: Record<string, string> } {
  const certificate = selfSigned('127.0.0.1', 'localhost');
  const file = join(folder, 'receivers.pem');
  writeFileSync(file, certificate.cert);
  return { certificate, settings: { WEBHOOK_CA_FILE: file, WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8' } };
}

export interface TlsProxy {
  /** `https://127.0.0.1:PORT` */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * A proxy for a server that speaks plain HTTP on this machine, as a web server with TLS is in production.
 *
 * @param ownPort the port on which the proxy listens; a free port by default
 */
export async function startTlsProxy({ key, cert }: Certificate, port: number, ownPort?: number): Promise<TlsProxy> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket, other: () => Socket) => {
    sockets.add(socket);
    socket.on('error', () => other().destroy());
    socket.on('close', () => {
      sockets.delete(socket);
      other().destroy();
    });
  };
  const server = createServer({ key, cert }, (client) => {
    const behind = connect(port, '127.0.0.1');
    keep(client, () => behind);
    keep(behind, () => client);
    client.pipe(behind).pipe(client);
  });
  const listening = ownPort ?? (await freePort());
  await new Promise<void>((done, fail) => server.once('error', fail).listen(listening, '127.0.0.1', done));
  return {
    url: `https://127.0.0.1:${listening}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
