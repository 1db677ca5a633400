import type { FastifyReply } from 'fastify';
import { answerEndlessly, dropConnection } from '../break-answer.ts';
import type { Trouble } from './faults.ts';

/** Answers a request, or fails in the way that the switch says. `answer` has the request's effect and sends the right answer. */
export async function answerUnder(
  trouble: Trouble,
  reply: FastifyReply,
  effect: () => Promise<() => FastifyReply> | (() => FastifyReply),
): Promise<FastifyReply> {
  switch (trouble) {
    case 'none':
      return (await effect())();
    case 'error_500':
      return reply.code(500).type('text/html').send('<h1>Internal Server Error</h1>');
    case 'not_json':
      return reply.code(200).type('text/plain').send('System unavailable');
    case 'hang':
      return reply.hijack();
    case 'hang_after_effect':
      await effect();
      return reply.hijack();
    case 'cut':
      return dropConnection(reply);
    case 'cut_after_effect':
      await effect();
      return dropConnection(reply);
    case 'endless':
      await effect();
      return answerEndlessly(reply);
  }
}
