import type { Socket } from 'node:net';
import { readIntoSharedBuffer } from './shared-buffer.ts';

/** What the parser is given at a time of many requests: it makes one of as little as 18 bytes, and Node reads 64 KiB at once. */
const PIECE_BYTES = 256;
/** The end of a request's head, as a line may end in LF alone. */
const HEAD_END = Buffer.from('\n\r\n');
const BARE_HEAD_END = Buffer.from('\n\n');

const noOperation = () => {};

/**
 * Lets what is read from a socket pass to the parser only while `mayPass` says so and nobody has paused the socket. The parser never
 * stops within what it is given, so where that holds many requests, it gets it in small pieces, between which the gate may close.
 * What waits is what was read before the system was told to wait: twice what Node reads at once. Returns what lets it pass on: call
 * that when `mayPass` may say something else than before.
 */
export function gateReading(socket: Socket, mayPass: () => boolean): () => void {
  const push = socket.push.bind(socket);
  const waiting: Buffer[] = [];
  let isEnded = false;
  const isOpen = () => mayPass() && !socket.isPaused();
  /** False when something has to wait: then nothing more is read. */
  const pass = (): boolean => {
    // Its parser may belong to another connection by now.
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
    // Past the stream's own queue, in which it would stay for no time.
    if (!isMany && waiting.length === 0 && isOpen()) return socket.emit('data', chunk);
    const kept = isLent ? Buffer.from(chunk) : chunk;
    if (!isMany) waiting.push(kept);
    else for (let at = 0; at < kept.length; at += PIECE_BYTES) waiting.push(kept.subarray(at, at + PIECE_BYTES));
    return pass();
  };
  const passOn = () => {
    if (pass() && !socket.isPaused()) readOn(socket);
  };
  socket.push = (chunk: Buffer | null) => {
    if (chunk !== null) return take(chunk, false);
    isEnded = true;
    return pass();
  };
  // Node pauses a socket too, because responses wait to be read, and resumes it by itself.
  socket.on('resume', passOn);
  // Until somebody else asks for the data, Node hands what it reads straight to the parser. A second listener would cost each read.
  socket.on('data', noOperation).off('data', noOperation);
  readIntoSharedBuffer(socket, (chunk) => take(chunk, true));
  return passOn;
}

/** Reading goes on that was stopped because something had to wait. */
function readOn(socket: Socket): void {
  const handle = (socket as Socket & { _handle?: { reading: boolean; readStart(): void } | null })._handle;
  if (!handle || handle.reading) return;
  handle.reading = true;
  handle.readStart();
}

/**
 * Whether more than one request may end in it, alongside one that began before it. A body may look so as well: that harms
 * nothing.
 */
function holdsMany(chunk: Buffer): boolean {
  const first = chunk.indexOf(HEAD_END);
  return (first !== -1 && chunk.indexOf(HEAD_END, first + 1) !== -1) || chunk.includes(BARE_HEAD_END);
}
