import type { FastifyReply } from 'fastify';

const CHUNK = `{"padding":"${'x'.repeat(16_384)}"}\n`;

/** Cuts the connection in place of an answer. */
export function dropConnection(reply: FastifyReply): FastifyReply {
  reply.hijack().raw.destroy();
  return reply;
}

/** Begins an answer that never ends, as fast as it is read. */
export function answerEndlessly(reply: FastifyReply): FastifyReply {
  const { raw } = reply.hijack();
  raw.writeHead(200, { 'content-type': 'application/json' });
  const fill = () => {
    while (!raw.destroyed && raw.write(CHUNK));
  };
  raw.on('drain', fill).on('error', () => {});
  fill();
  return reply;
}
