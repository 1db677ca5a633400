import { randomUUID } from 'node:crypto';
import type { MoncashFaults } from './faults.ts';
import type { JwtSigner } from './jwt.ts';

/** The lifetime that every token states, in seconds. */
const STATED_LIFE_SECONDS = 59;

export interface AccessTokens {
  /** The response of the token endpoint. */
  issue(): Record<string, unknown>;
  /** What is wrong with an Authorization header: the body of a 401. Undefined when it is good. */
  refuse(authorization: string | undefined): Record<string, unknown> | undefined;
}

export function accessTokens(now: () => number, faults: MoncashFaults, jwt: JwtSigner): AccessTokens {
  const issuedAtMs = new Map<string, number>();
  return {
    issue() {
      const jti = randomUUID();
      const token = jwt.sign({ scope: ['read', 'write'], exp: Math.floor(now() / 1000) + STATED_LIFE_SECONDS, jti });
      issuedAtMs.set(token, now());
      return { access_token: token, token_type: 'bearer', expires_in: STATED_LIFE_SECONDS, scope: 'read,write', jti };
    },
    refuse(authorization) {
      const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
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
