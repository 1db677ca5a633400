import { connect, createServer, type Socket } from 'node:net';

/** How a commit is disturbed. */
export type CommitFault =
  /** The connection breaks before the server gets the commit. */
  | 'unsent'
  /** The connection breaks after the server has committed and before any client gets the response. */
  | 'unanswered'
  /** The server rolls back instead, and reports that. */
  | 'rolled back'
  /** The server commits, and returns an error with this SQLSTATE. */
  | { readonly done: string }
  /** The server rolls back, and returns an error with this SQLSTATE. */
  | { readonly undone: string }
  /** The server commits, and a warning arrives before its response. */
  | 'done with a warning';

/**
 * A proxy in front of PostgreSQL that can disturb a commit. A commit is a COMMIT, or a statement that inserts payments outside of a
 * transaction.
 */
export interface CommitCutter {
  readonly url: string;
  /** Disturbs the next commit of a transaction that touches payments. The node's own transactions are not disturbed. */
  cutNext(fault: CommitFault): void;
  /** How many commits were disturbed. */
  readonly cuts: () => number;
  close(): Promise<void>;
}

/** A prepared statement: its name and its text. The name is derived from the text, so it means the same on every connection. */
const PREPARED = /(peye_[0-9a-f]{32})\0([^\0]*)\0/g;
const NAME = /peye_[0-9a-f]{32}/g;
/** The name of the table, not the end of a path in the request log. */
const PAYMENTS = /(?<!\/)\bpayments\b/;
const BEGIN = Buffer.from('BEGIN', 'latin1');
/** The message of a simple query: its type, its length, and its text with a NUL at the end. */
const COMMIT = Buffer.from('Q\0\0\0\x0bCOMMIT\0', 'latin1');
const ROLLBACK = Buffer.from('Q\0\0\0\x0dROLLBACK\0', 'latin1');
/** The server's message that it is ready for the next query, outside of a transaction. */
const READY = message('Z', 'I');
const WARNING = message('N', 'SWARNING\0VWARNING\0C01000\0Mthe commit may be lost\0\0');

export async function startCommitCutter(databaseUrl: string): Promise<CommitCutter> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const ofPayments = new Set<string>();
  const inserting = new Set<string>();
  let armed: CommitFault | undefined;
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
    let answering: CommitFault | undefined;
    let isInTransaction = false;
    let touchesPayments = false;
    /** Whether these bytes commit a change of payments, as the end of a transaction or as a statement alone. */
    const follow = (bytes: Buffer): 'transaction' | 'alone' | undefined => {
      if (bytes.includes(BEGIN)) [isInTransaction, touchesPayments] = [true, false];
      const text = bytes.toString('latin1');
      for (const [, name = '', sql = ''] of text.matchAll(PREPARED)) {
        if (PAYMENTS.test(sql)) ofPayments.add(name);
        if (/\bINSERT INTO payments\b/.test(sql)) inserting.add(name);
      }
      const names = [...text.matchAll(NAME)].map(([name]) => name);
      // Behind a pooler, statements have no names: then the text itself names the table.
      touchesPayments ||= names.some((name) => ofPayments.has(name)) || PAYMENTS.test(text);
      if (!isInTransaction) return names.some((name) => inserting.has(name)) ? 'alone' : undefined;
      isInTransaction = !bytes.includes(COMMIT) && !bytes.includes(ROLLBACK);
      return touchesPayments && bytes.includes(COMMIT) ? 'transaction' : undefined;
    };
    client.on('data', (bytes) => {
      const committing = follow(bytes);
      if (!armed || !committing) return server.write(bytes);
      const fault = armed;
      armed = undefined;
      cuts++;
      if (fault === 'unsent') return cut();
      const isUndone = fault === 'rolled back' || (typeof fault === 'object' && 'undone' in fault);
      if (committing === 'alone' && isUndone) {
        if (fault === 'rolled back') throw new Error('only a COMMIT can get the response ROLLBACK');
        // The server does not get the statement, which therefore has no effect, as if it had been rolled back.
        return client.write(errorResponse(fault.undone));
      }
      answering = fault;
      return server.write(isUndone ? ROLLBACK : bytes);
    });
    server.on('data', (bytes) => {
      const fault = answering;
      answering = undefined;
      if (fault === 'unanswered') return cut();
      if (fault === 'done with a warning') return client.write(Buffer.concat([WARNING, bytes]));
      if (typeof fault === 'object') return client.write(errorResponse('done' in fault ? fault.done : fault.undone));
      return client.write(bytes);
    });
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
    cutNext: (fault) => (armed = fault),
    cuts: () => cuts,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => proxy.close(done));
    },
  };
}

function errorResponse(sqlstate: string): Buffer {
  return Buffer.concat([
    message('E', `SERROR\0VERROR\0C${sqlstate}\0Mthis error replaces the response to the commit\0\0`),
    READY,
  ]);
}

/** A message of the server: its type, its length without the type, its content. */
function message(type: string, content: string): Buffer {
  const head = Buffer.alloc(5, type, 'latin1');
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, Buffer.from(content, 'latin1')]);
}
