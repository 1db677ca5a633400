import { connect, createServer, type Socket } from 'node:net';

/** A proxy before PostgreSQL that breaks the connection at a commit. */
export interface CommitCutter {
  readonly url: string;
  /**
   * The next commit breaks: `unsent`, before the server hears of it, or `unanswered`, after the server has done it and
   * before anybody is told.
   */
  cutNext(moment: 'unsent' | 'unanswered'): void;
  /** How many commits it broke. */
  readonly cuts: () => number;
  close(): Promise<void>;
}

/** A simple query: its type, its length, its text with a NUL behind it. */
const COMMIT = Buffer.from('Q\0\0\0\x0bCOMMIT\0', 'latin1');

export async function startCommitCutter(databaseUrl: string): Promise<CommitCutter> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let armed: 'unsent' | 'unanswered' | undefined;
  let cuts = 0;
  const proxy = createServer((client) => {
    const server = connect(Number(target.port), target.hostname);
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    }
    const cut = () => {
      client.destroy();
      server.destroy();
    };
    let isHoldingAnswer = false;
    client.on('data', (bytes) => {
      if (armed && bytes.includes(COMMIT)) {
        const moment = armed;
        armed = undefined;
        cuts++;
        if (moment === 'unsent') return cut();
        isHoldingAnswer = true;
      }
      server.write(bytes);
    });
    server.on('data', (bytes) => (isHoldingAnswer ? cut() : client.write(bytes)));
    client.on('close', cut);
    server.on('close', cut);
  });
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  const address = proxy.address();
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(typeof address === 'object' && address ? address.port : '');
  return {
    url: url.href,
    cutNext: (moment) => (armed = moment),
    cuts: () => cuts,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => proxy.close(done));
    },
  };
}
