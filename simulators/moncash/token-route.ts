import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { respondUnder } from '../respond-under.ts';
import { type ApiResponse, errorResponse, sendResponse } from './responses.ts';
import type { MoncashState } from './state.ts';

const PATH = '/Api/oauth/token';

/** `POST /oauth/token`: client credentials by HTTP Basic, scope and grant type in a form. */
export function tokenRoute(app: FastifyInstance, state: MoncashState): void {
  app.post(PATH, (request, reply) => {
    state.calls.push({ operation: 'token', subject: null });
    return respondUnder(() => state.faults.token, reply, {
      effect: () => respond(request, state),
      send: sendResponse(reply),
    });
  });
}

function respond(request: FastifyRequest, { tokens, credentials, prefundedClient, now }: MoncashState): ApiResponse {
  const client = [credentials, prefundedClient].find(({ clientId, clientSecret }) =>
    isSame(
      request.headers.authorization ?? '',
      `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
    ),
  );
  if (!client) {
    const body = { timestamp: now(), status: 401, error: 'Unauthorized', message: 'Bad credentials', path: PATH };
    return { status: 401, body };
  }
  if (!request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
    return errorResponse(415, PATH, 'Content type not supported', now());
  }
  const form = request.body as Record<string, unknown>;
  if (form.grant_type !== 'client_credentials') {
    return oauthError('unsupported_grant_type', 'Unsupported grant type');
  }
  if (form.scope !== 'read,write') return oauthError('invalid_scope', 'Invalid scope');
  return { status: 200, body: tokens.issue(client.clientId) };
}

function oauthError(error: string, description: string): ApiResponse {
  return { status: 400, body: { error, error_description: description } };
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
