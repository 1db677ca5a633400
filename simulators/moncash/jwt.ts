import { generateKeyPairSync, sign } from 'node:crypto';

export interface JwtSigner {
  /** A JSON web token over the claims, signed with RS256 by a key that lives as long as the simulator. */
  sign(claims: Readonly<Record<string, unknown>>): string;
}

export function jwtSigner(): JwtSigner {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    sign(claims) {
      const signed = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims)}`;
      return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
    },
  };
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
