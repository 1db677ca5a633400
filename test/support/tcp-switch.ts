import { connect, createServer, type Socket } from 'node:net';

/** A fixed address that leads to one server or another, as a virtual address or a proxy before a cluster does. */
export interface TcpSwitch {
  readonly port: number;
  /** Sets the port to which new connections lead. Existing connections do not change. */
  lead(port: number): void;
  close(): Promise<void>;
}

export async function startTcpSwitch(port: number): Promise<TcpSwitch> {
  let target = port;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket) && other.destroy());
      socket.pipe(other);
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    lead: (to) => void (target = to),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
