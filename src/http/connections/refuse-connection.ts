import type { Socket } from 'node:net';

/** How long a refused client has to send its request and to read the response. */
const TIMEOUT_MS = 2_000;
/** Concurrent refusals with a response. Further connections are closed without one: they must not use resources either. */
const MAX_REFUSALS_AT_A_TIME = 64;

/**
 * Refuses connections with a response. It is written when the first bytes of a request arrive, so that no client gets a
 * response before its request, and further bytes are discarded: unread bytes would turn the close into a reset, which can
 * lose the response.
 */
export function refuser(): (socket: Socket, response: () => string) => void {
  let openRefusals = 0;
  return (socket, response) => {
    if (openRefusals >= MAX_REFUSALS_AT_A_TIME) return void socket.destroy();
    openRefusals++;
    const timer = setTimeout(() => socket.destroy(), TIMEOUT_MS);
    socket.once('close', () => {
      openRefusals--;
      clearTimeout(timer);
    });
    socket.once('data', () => socket.end(response()));
    socket.once('end', () => socket.end());
    socket.resume();
  };
}
