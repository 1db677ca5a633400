import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { CallFault } from './fault-words.ts';

const LOOK_AGAIN_MS = 10;
const CHUNK = `{"padding":"${'x'.repeat(16_384)}"}\n`;

/** What a call does, and its response. */
export interface Call<A> {
  /** Executes the request, at most once. */
  effect(): A | Promise<A>;
  /** Sends the right response. */
  send(response: A): FastifyReply;
  /** How the protocol itself fails; an HTML page when absent. */
  readonly own?: {
    readonly error_500?: () => FastifyReply;
    readonly garbage?: () => FastifyReply;
    readonly endless?: (response: A) => FastifyReply;
  };
}

/** Responds to a call, or fails as the switch requires at that moment. */
export async function respondUnder<A>(
  fault: () => CallFault,
  reply: FastifyReply,
  { effect, send, own = {} }: Call<A>,
): Promise<FastifyReply> {
  const first = fault();
  if (first === 'drop') return dropConnection(reply);
  if (first === 'error_500') return own.error_500?.() ?? sendHtml(reply.code(500), '<h1>Internal Server Error</h1>');
  if (first === 'hang') {
    await untilTurned(fault, reply);
    return dropConnection(reply);
  }
  const response = await effect();
  switch (first) {
    case 'none':
      return send(response);
    case 'garbage':
      return own.garbage?.() ?? sendHtml(reply.code(200), '<html><body>System Error</body></html>');
    case 'endless':
      return own.endless?.(response) ?? respondEndlessly(reply);
    case 'drop_after_effect':
      return dropConnection(reply);
    case 'hang_after_effect':
      await untilTurned(fault, reply);
      return reply.raw.destroyed ? reply.hijack() : send(response);
  }
}

function sendHtml(reply: FastifyReply, text: string): FastifyReply {
  return reply.type('text/html').send(text);
}

function dropConnection(reply: FastifyReply): FastifyReply {
  reply.hijack().raw.destroy();
  return reply;
}

/** Starts a response that never ends, as fast as it is read. */
export function respondEndlessly(
  reply: FastifyReply,
  { type = 'application/json', start = '', chunk = CHUNK } = {},
): FastifyReply {
  const { raw } = reply.hijack();
  raw.writeHead(200, { 'content-type': type });
  raw.write(start);
  const fill = () => {
    while (!raw.destroyed && raw.write(chunk));
  };
  raw.on('drain', fill).on('error', () => {});
  fill();
  return reply;
}

/** Waits until the switch has another value, or the client has disconnected. */
async function untilTurned(fault: () => CallFault, reply: FastifyReply): Promise<void> {
  const first = fault();
  while (fault() === first && !reply.raw.destroyed) await pause(LOOK_AGAIN_MS);
}
