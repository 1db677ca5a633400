import { Socket } from 'node:net';

// The only file that uses Node's internals. test/network/shared-buffer.test.ts fails if a version of Node changes them.

/** The size of one read from a socket. */
const READ_BYTES = 64 * 1024;

/**
 * Node's internal names for the fields that a socket's `onread` option sets. The option exists only for outgoing sockets, not for those
 * that a server accepts. Undefined in a Node without these names.
 */
const [BUFFER, ON_READ] = ['kBuffer', 'kBufferCb'].map((name) =>
  Object.getOwnPropertySymbols(new Socket()).find((symbol) => symbol.description === name),
);

/** One buffer for all sockets: each chunk is processed before the next read. */
const shared = Buffer.allocUnsafeSlow(READ_BYTES);

/**
 * The chunk size for the parser when the data contains many requests: a request may have only 18 bytes, while Node
 * reads 64 KiB at once.
 */
const PIECE_BYTES = 256;
/** The end of a request's head; a line may end in LF alone. */
const HEAD_END = Buffer.from('\n\r\n');
const BARE_HEAD_END = Buffer.from('\n\n');

const noOperation = () => {};

/**
 * Passes data from a socket to the parser only while `mayPass` allows it and the socket is not paused. The parser never stops
 * within a chunk, so data with many requests is passed in small chunks, and the gate may close between them. The waiting data
 * is what was read before reading stopped: at most twice what Node reads at once. Returns the function that passes it on: call
 * it when the result of `mayPass` may have changed.
 */
export function gateReading(socket: Socket, mayPass: () => boolean): () => void {
  const push = socket.push.bind(socket);
  const waiting: Buffer[] = [];
  let isEnded = false;
  const isOpen = () => mayPass() && !socket.isPaused();
  /** False when data has to wait: then nothing more is read. */
  const pass = (): boolean => {
    // The socket's parser may belong to another connection by now.
    if (socket.destroyed) waiting.length = 0;
    while (waiting.length > 0) {
      if (!isOpen()) return false;
      socket.emit('data', waiting.shift());
    }
    if (!isEnded) return true;
    isEnded = false;
    return push(null);
  };
  const take = (chunk: Buffer, isLent: boolean): boolean => {
    const isMany = chunk.length > PIECE_BYTES && holdsMany(chunk);
    // Bypasses the stream's own queue, in which the data would wait without need.
    if (!isMany && waiting.length === 0 && isOpen()) return socket.emit('data', chunk);
    const kept = isLent ? Buffer.from(chunk) : chunk;
    if (!isMany) waiting.push(kept);
    else for (let at = 0; at < kept.length; at += PIECE_BYTES) waiting.push(kept.subarray(at, at + PIECE_BYTES));
    return pass();
  };
  const passOn = () => {
    // Node's own start of a read: it does nothing while the socket reads.
    if (pass() && !socket.isPaused() && !socket.destroyed) socket._read(0);
  };
  socket.push = (chunk: Buffer | null) => {
    if (chunk !== null) return take(chunk, false);
    isEnded = true;
    return pass();
  };
  // Node itself also pauses a socket while the client does not read responses, and resumes it later.
  socket.on('resume', passOn);
  // Without other listeners, Node passes the data straight to the parser. A second listener would slow down each read.
  socket.on('data', noOperation).off('data', noOperation);
  readIntoSharedBuffer(socket, (chunk) => take(chunk, true));
  return passOn;
}

/**
 * Whether more than one request may end in this chunk, besides a request that started before the chunk. A body may look
 * the same, which is harmless.
 */
function holdsMany(chunk: Buffer): boolean {
  const first = chunk.indexOf(HEAD_END);
  return (first !== -1 && chunk.indexOf(HEAD_END, first + 1) !== -1) || chunk.includes(BARE_HEAD_END);
}

/** Node's internal handle of an accepted socket. */
interface Handle {
  useUserBuffer?(buffer: Uint8Array): void;
}

/**
 * Reads from a socket into one buffer that all sockets share. Node itself would allocate 64 KiB for each read and
 * release most of it again, which takes a tenth of the time of a small request. `take` may use the chunk until it
 * returns, and returns whether to read more. If this version of Node does not support that, the socket continues to
 * push its data.
 */
function readIntoSharedBuffer(socket: Socket, take: (chunk: Buffer) => boolean): void {
  const handle = (socket as Socket & { _handle?: Handle | null })._handle;
  if (!handle?.useUserBuffer || BUFFER === undefined || ON_READ === undefined) return;
  Object.assign(socket, {
    [BUFFER]: shared,
    [ON_READ]: (length: number, buffer: Buffer) => take(buffer.subarray(0, length)),
  });
  handle.useUserBuffer(shared);
}
