import type { FastifyReply } from 'fastify';

/** Redirects the browser to `location` with a GET, so that a reload sends nothing twice. */
export function seeOther(reply: FastifyReply, location: string): FastifyReply {
  return reply.code(303).header('location', location).send();
}
