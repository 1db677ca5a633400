import type { Socket } from 'node:net';

/** How long a refused client has to send its request and to read the answer. */
const PATIENCE_MS = 2_000;
/** Refused clients that are told so at a time. Those beyond are cut off: they must cost nothing either. */
const TOLD_AT_A_TIME = 64;

/**
 * Refuses connections with an answer. It is written when the first bytes of a request arrive, so that no client gets an answer
 * before it has asked, and what else comes is read and thrown away: unread bytes would turn the close into a reset, which can
 * take the answer with it.
 */
export function refuser(): (socket: Socket, answer: () => string) => void {
  let told = 0;
  return (socket, answer) => {
    if (told >= TOLD_AT_A_TIME) return void socket.destroy();
    told++;
    const timer = setTimeout(() => socket.destroy(), PATIENCE_MS);
    socket.once('close', () => {
      told--;
      clearTimeout(timer);
    });
    socket.once('data', () => socket.end(answer()));
    socket.once('end', () => socket.end());
    socket.resume();
  };
}
