import type { FastifyReply } from 'fastify';
import type { ApiAnswer } from './answers.ts';
import type { Trouble } from './faults.ts';

const CHUNK = `{"padding":"${'x'.repeat(16_384)}"}\n`;

/** Answers a request, or fails in the way that the switch says. `effect` is what the request does; it gives the right answer. */
export function answerUnder(trouble: Trouble, reply: FastifyReply, effect: () => ApiAnswer): FastifyReply {
  switch (trouble) {
    case 'none': {
      const { status, body } = effect();
      return reply.code(status).send(body);
    }
    case 'error_500':
      return reply.code(500).type('text/html').send('<h1>HTTP Status 500 – Internal Server Error</h1>');
    case 'not_json':
      return reply.code(200).type('text/plain').send('System Error');
    case 'hang':
      return keepOpen(reply);
    case 'hang_after_effect':
      effect();
      return keepOpen(reply);
    case 'endless':
      effect();
      return answerEndlessly(reply);
  }
}

/** Not a word, until the other side gives up or the simulator stops. */
function keepOpen(reply: FastifyReply): FastifyReply {
  return reply.hijack();
}

function answerEndlessly(reply: FastifyReply): FastifyReply {
  const { raw } = reply.hijack();
  raw.writeHead(200, { 'content-type': 'application/json' });
  const fill = () => {
    while (!raw.destroyed && raw.write(CHUNK));
  };
  raw.on('drain', fill).on('error', () => {});
  fill();
  return reply;
}
