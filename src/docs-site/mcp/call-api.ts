import type { FastifyInstance, FastifyRequest } from 'fastify';
import { API_BASE } from '../../api/api-base.ts';

/** The response of the merchant API to a tool, or why no request was sent. */
export interface ToolResult {
  readonly text: string;
  readonly isError: boolean;
}

/** Sends a request to the merchant API with the test key of the agent. Paths are below the API's base. */
export type CallApi = (method: 'GET' | 'POST', path: string, body?: object) => Promise<ToolResult>;

/** The headers that decide what an API request counts as, and which trace it belongs to. */
const PASSED_ON = ['x-forwarded-for', 'traceparent', 'user-agent'] as const;

/**
 * Calls the API of this process as if the agent had sent the request itself: with the same limits for its address and key, checks, errors,
 * log and metrics. Only a test key is passed on.
 */
export function apiCaller(app: FastifyInstance, request: FastifyRequest): CallApi {
  return async (method, path, body) => {
    const key = keyOf(request);
    if (key === undefined) {
      return refusal(
        'Send a test key (tk_test_…) in the header X-Api-Key, or as Authorization: Bearer. Tools that read the documentation need none.',
      );
    }
    if (!/^tk_test_[\w-]{1,100}$/.test(key)) {
      return refusal(
        'Only a test key (tk_test_…) works here. A live key moves real money: keep it out of agents, and rotate it if it was shared.',
      );
    }
    const passedOn = PASSED_ON.flatMap((name) => {
      const value = request.headers[name];
      return value === undefined ? [] : [[name, String(value)] as const];
    });
    const response = await app.inject({
      method,
      url: `${API_BASE}${path}`,
      headers: {
        ...Object.fromEntries(passedOn),
        'x-api-key': key,
        ...(body && { 'content-type': 'application/json' }),
      },
      remoteAddress: request.socket.remoteAddress ?? '',
      ...(body && { payload: JSON.stringify(body) }),
    });
    return { text: response.payload, isError: response.statusCode >= 400 };
  };
}

function keyOf({ headers }: FastifyRequest): string | undefined {
  const [, bearer] = /^bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  const key = headers['x-api-key'] ?? bearer;
  return key === undefined || key === '' ? undefined : String(key);
}

function refusal(text: string): ToolResult {
  return { text, isError: true };
}
