import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../core/errors.ts';

/** The allowed characters of a host: a name, an address in any notation, a port. It may be empty. */
const HOST = /^[\w.~!$&'()*+,;=%:[\]-]*$/;

/**
 * Handles the requests for which Node has its own response, without a body and without an id: CONNECT, `Expect` and
 * HTTP/1.1 without `Host` (for which the server must be created with `requireHostHeader: false`). Rejects requests that two
 * programs could parse differently: with two hosts, or with a body whose end is ambiguous.
 */
export function handleOddRequests(app: FastifyInstance, endWith: (socket: Socket, error: ApiError) => void): void {
  app.server.on('connect', (_request, socket) => endWith(socket as Socket, new ApiError('bad_request')));
  // An unknown expectation may be ignored: the request is served as if it had none.
  app.server.on('checkExpectation', (request, response) => {
    app.server.emit('request', request, response);
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (!hasOneHost(request.raw)) return done(refusal('it must name its Host, once.'));
    if (hasKnownFraming(request.raw)) return done();
    // Further data may be a part of the body, or another request.
    reply.header('connection', 'close');
    done(refusal('the only Transfer-Encoding is chunked, and HTTP/1.0 has none.'));
  });
}

function refusal(why: string): ApiError {
  return new ApiError('bad_request', { message: `The request is not valid HTTP: ${why}` });
}

/** The parser accepts any coding as long as the last is `chunked`, and leaves the others in the body. */
function hasKnownFraming({ headers, httpVersion }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding'];
  return coding === undefined || (httpVersion !== '1.0' && coding.trim().toLowerCase() === 'chunked');
}

/** Node's headers hold only the first of two `Host` lines, so the raw lines are checked. */
function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue;
    hosts++;
    if (!HOST.test(rawHeaders[i + 1] as string)) return false;
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}
