import type { FastifyInstance, FastifyRequest } from 'fastify';
import { formatTimestamp } from '../core/timestamps.ts';
import type { Clock } from '../platform/clock/clock.ts';
import { requestValue } from './request-value.ts';

/** The start of the path of every API. */
const API_PATHS = '/api/';

/** The newest time in a response, microseconds since 1970. */
const SHOWN = requestValue<number>('newest time shown');

/**
 * Adds `X-Gateway-Time` to every response of the API: the gateway's own time when the response is sent, by the clock of
 * `created_at`. Nodes read that clock with small differences, so it is never before a time that the route has passed to
 * `noteShownTime`. Contract: TIME-4.
 */
export function sendGatewayTime(app: FastifyInstance, clock: Clock): void {
  SHOWN.prepare(app);
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.url.startsWith(API_PATHS)) reply.header('x-gateway-time', gatewayTime(clock, SHOWN.get(request)));
    done(null, payload);
  });
}

/** The value of `X-Gateway-Time`. */
export function gatewayTime(clock: Clock, shownUs = 0): string {
  return formatTimestamp(Math.max(Math.floor(clock()), shownUs));
}

/** Notes that the response to a request shows this time, microseconds since 1970, and no newer one. */
export function noteShownTime(request: FastifyRequest, us: number): void {
  SHOWN.set(request, us);
}
