import { parseObject } from '../../platform/text/json-object.ts';

const LONGEST = 8_192;

/**
 * The claims of a JSON web token; undefined when it is not one. Its signature is not checked: MonCash publishes no key.
 */
export function jwtClaims(token: string): Readonly<Record<string, unknown>> | undefined {
  const [, payload, signature, ...rest] = token.split('.', 4);
  if (token.length > LONGEST || !payload || signature === undefined || rest.length > 0) return undefined;
  return parseObject(Buffer.from(payload, 'base64url').toString('utf8'));
}
