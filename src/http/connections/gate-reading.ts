import type { Socket } from 'node:net';

/** What the parser is given at a time of many requests: it makes one of as little as 18 bytes, and Node reads 64 KiB at once. */
const PIECE_BYTES = 256;
/** The end of a request's head, as a line may end in LF alone. */
const HEAD_END = Buffer.from('\n\r\n');
const BARE_HEAD_END = Buffer.from('\n\n');

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
  const pass = (): boolean => {
    let wantsMore = true;
    while (waiting.length > 0) {
      if (!mayPass() || socket.isPaused()) return false;
      wantsMore = push(waiting.shift());
    }
    if (!isEnded) return wantsMore;
    isEnded = false;
    return push(null);
  };
  socket.push = (chunk: Buffer | null) => {
    if (chunk === null) isEnded = true;
    else if (chunk.length <= PIECE_BYTES || !holdsMany(chunk)) waiting.push(chunk);
    else for (let at = 0; at < chunk.length; at += PIECE_BYTES) waiting.push(chunk.subarray(at, at + PIECE_BYTES));
    return pass();
  };
  // Node pauses a socket too, because responses wait to be read, and resumes it by itself.
  socket.on('resume', pass);
  // Until somebody listens to the data, Node hands what it reads straight to the parser.
  socket.on('data', () => {});
  return pass;
}

/**
 * Whether more than one request may end in it, alongside one that began before it. A body may look so as well: that harms
 * nothing.
 */
function holdsMany(chunk: Buffer): boolean {
  const first = chunk.indexOf(HEAD_END);
  return (first !== -1 && chunk.indexOf(HEAD_END, first + 1) !== -1) || chunk.includes(BARE_HEAD_END);
}
