import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { answerEndlessly, dropConnection } from '../break-answer.ts';
import type { Answer } from './answers.ts';
import type { CallFault } from './faults.ts';

const LOOK_AGAIN_MS = 10;

/** Answers a call as its switch says. `effect` does what was asked, and is called once at most. */
export async function serveCall(reply: FastifyReply, fault: () => CallFault, effect: () => Answer): Promise<unknown> {
  const first = fault();
  if (first === 'server_error') return reply.code(500).type('text/html').send('<h1>Internal Server Error</h1>');
  if (first === 'drop_before') return dropConnection(reply);
  if (first === 'hang_before') {
    await untilMended(reply, () => fault() === first);
    return dropConnection(reply);
  }
  const answer = effect();
  switch (first) {
    case 'drop_after':
      return dropConnection(reply);
    case 'hang_after':
      await untilMended(reply, () => fault() === first);
      return reply.send(answer);
    case 'not_json':
      return reply.type('text/html').send('<html><body>Service is being upgraded</body></html>');
    case 'endless_body':
      return answerEndlessly(reply);
    default:
      return reply.send(answer);
  }
}

/** Ends too when nobody listens any more. */
async function untilMended(reply: FastifyReply, isBroken: () => boolean): Promise<void> {
  while (isBroken() && !reply.raw.destroyed) await pause(LOOK_AGAIN_MS);
}
