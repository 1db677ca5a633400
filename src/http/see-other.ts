import type { FastifyReply } from 'fastify';

/** The browser fetches the page that `location` leads to, so that reloading that page sends nothing twice. */
export function seeOther(reply: FastifyReply, location: string): FastifyReply {
  return reply.code(303).header('location', location).send();
}
