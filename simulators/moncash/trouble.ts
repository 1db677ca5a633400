import type { FastifyReply } from 'fastify';
import { answerEndlessly, dropConnection } from '../break-answer.ts';
import type { ApiAnswer } from './answers.ts';
import type { Trouble } from './faults.ts';

/** Answers that are kept back, until they are released or the simulator stops. */
export type HeldAnswers = (() => void)[];

/** Answers a request, or fails in the way that the switch says. `effect` is what the request does; it gives the right answer. */
export function answerUnder(
  trouble: Trouble,
  { reply, held }: { reply: FastifyReply; held: HeldAnswers },
  effect: () => ApiAnswer,
): FastifyReply | Promise<FastifyReply> {
  const send = ({ status, body }: ApiAnswer) => reply.code(status).send(body);
  const hold = (answer: () => ApiAnswer) =>
    new Promise<FastifyReply>((resolve) => {
      // Who has given up in the meantime must not cause an effect by it.
      held.push(() => resolve(reply.raw.destroyed ? reply.hijack() : send(answer())));
    });
  switch (trouble) {
    case 'none':
      return send(effect());
    case 'error_500':
      return reply.code(500).type('text/html').send('<h1>HTTP Status 500 – Internal Server Error</h1>');
    case 'not_json':
      return reply.code(200).type('text/plain').send('System Error');
    case 'drop':
      return dropConnection(reply);
    case 'drop_after_effect':
      effect();
      return dropConnection(reply);
    case 'hang':
      return hold(effect);
    case 'hang_after_effect': {
      const answer = effect();
      return hold(() => answer);
    }
    case 'endless':
      effect();
      return answerEndlessly(reply);
  }
}
