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
export function readIntoSharedBuffer(socket: Socket, take: (chunk: Buffer) => boolean): void {
  const handle = (socket as Socket & { _handle?: Handle | null })._handle;
  if (!handle?.useUserBuffer || BUFFER === undefined || ON_READ === undefined) return;
  Object.assign(socket, {
    [BUFFER]: shared,
    [ON_READ]: (length: number, buffer: Buffer) => take(buffer.subarray(0, length)),
  });
  handle.useUserBuffer(shared);
}
