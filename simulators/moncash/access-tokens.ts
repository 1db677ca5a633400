import { randomUUID } from 'node:crypto';
import type { MoncashFaults } from './faults.ts';
import type { JwtSigner } from './jwt.ts';

/** The lifetime that every token states, in seconds. */
const STATED_LIFE_SECONDS = 59;

export interface AccessTokens {
  /** The response of the token endpoint to a client. */
  issue(clientId: string): Record<string, unknown>;
  /** What is wrong with an Authorization header: the body of a 401. Undefined when it is good. */
  refuse(authorization: string | undefined): Record<string, unknown> | undefined;
  /** The client of a good Authorization header. */
  clientOf(authorization: string | undefined): string | undefined;
}

export function accessTokens(now: () => number, faults: MoncashFaults, jwt: JwtSigner): AccessTokens {
  const issuedAtMs = new Map<string, number>();
  const clients = new Map<string, string>();
  return {
    issue(clientId) {
      const jti = randomUUID();
      const token = jwt.sign({ scope: ['read', 'write'], exp: Math.floor(now() / 1000) + STATED_LIFE_SECONDS, jti });
      issuedAtMs.set(token, now());
      clients.set(token, clientId);
      return { access_token: token, token_type: 'bearer', expires_in: STATED_LIFE_SECONDS, scope: 'read,write', jti };
    },
    clientOf: (authorization) => clients.get(bearerOf(authorization) ?? ''),
    refuse(authorization) {
      const token = bearerOf(authorization);
      if (token === undefined) {
        return { error: 'unauthorized', error_description: 'Full authentication is required to access this resource' };
      }
      const issued = issuedAtMs.get(token);
      if (issued === undefined) {
        return { error: 'invalid_token', error_description: `Invalid access token: ${token}` };
      }
      if (faults.rejectBearers > 0) faults.rejectBearers--;
      else if (now() < issued + faults.tokenLifeSeconds * 1000) return undefined;
      return { error: 'invalid_token', error_description: `Access token expired: ${token}` };
    },
  };
}

function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
}
