import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type GuardDeps, guardConnections } from '../../src/http/connections/guard-connections.ts';
import { createLog } from '../../src/platform/log/log.ts';

/** A server with guarded connections, and without a gateway. `sockets` are the connections that it accepted. */
export async function guardedServer(respond: RequestListener, limits: Partial<GuardDeps> = {}) {
  const server = createServer(respond).listen(0, '127.0.0.1');
  guardConnections(server, {
    log: createLog('silent'),
    headers: {},
    isStopping: () => false,
    newRequestId: () => 'req',
    maxConnections: 10,
    maxConnectionsPerAddress: 0,
    trustProxy: [],
    ...limits,
  });
  await once(server, 'listening');
  const sockets: Socket[] = [];
  server.on('connection', (socket: Socket) => sockets.push(socket));
  const { port } = server.address() as AddressInfo;
  return { server, port, sockets, open: () => connect(port, '127.0.0.1').setEncoding('latin1') };
}
