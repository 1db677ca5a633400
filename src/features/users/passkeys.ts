import { isIP } from 'node:net';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { isObject } from '../../platform/text/json-object.ts';
import type { UserFactor } from './store/user-factors.ts';
import type { User } from './store/users.ts';

const NAME = 'Peye';
const MAX_TRANSPORTS = 8;

/** The kinds of transport that are stored. Others that a browser reports are dropped. */
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

/** A passkey in its stored form. */
export type Passkey = Required<Pick<UserFactor, 'credentialId' | 'publicKey' | 'signCount' | 'transports'>>;

/** Whether browsers create passkeys for this address: they must reach it by https, or by the name localhost. */
export function canHavePasskeys(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  const isNamed = isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
  return isNamed && (protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost'));
}

/** The browser's options for a new passkey. Throws OperatorError where browsers create none. */
export async function registrationOptions(
  publicUrl: string,
  user: User,
  known: readonly UserFactor[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { id } = relyingParty(publicUrl);
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  return generateRegistrationOptions({
    rpName: NAME,
    rpID: id,
    userID: new TextEncoder().encode(user.id),
    userName: user.email,
    userDisplayName: user.name ?? user.email,
    attestationType: 'none',
    excludeCredentials: credentialsOf(known),
    // The passkey is used in addition to a password, so a security key that only requires a touch is enough.
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  });
}

/** The passkey that a browser has created for a challenge; undefined for any other response. */
export async function verifyRegistration(
  publicUrl: string,
  response: unknown,
  challenge: string,
): Promise<Passkey | undefined> {
  const { id, origin } = relyingParty(publicUrl);
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  if (!isObject(response)) return undefined;
  const made = await verifyRegistrationResponse({
    response: response as unknown as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: false,
  }).catch(() => undefined);
  if (!made?.verified) return undefined;
  const { credential } = made.registrationInfo;
  const transports = TRANSPORTS.filter((each) => credential.transports?.includes(each)).slice(0, MAX_TRANSPORTS);
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    signCount: credential.counter,
    transports: transports.join(','),
  };
}

/** The browser's options to prove that a passkey is present. */
export async function authenticationOptions(
  publicUrl: string,
  factors: readonly UserFactor[],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { id } = relyingParty(publicUrl);
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  return generateAuthenticationOptions({
    rpID: id,
    allowCredentials: credentialsOf(factors),
    userVerification: 'preferred',
  });
}

/** The passkey that has signed a challenge, and the use count that it reports; undefined for any other response. */
export async function verifyAuthentication(
  publicUrl: string,
  factors: readonly UserFactor[],
  { response, challenge }: { response: unknown; challenge: string },
): Promise<{ factor: UserFactor; signCount: number } | undefined> {
  const { id, origin } = relyingParty(publicUrl);
  if (!isObject(response)) return undefined;
  const factor = factors.find(({ credentialId }) => credentialId !== null && credentialId === response.id);
  if (!factor || factor.credentialId === null || factor.publicKey === null) return undefined;
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const proved = await verifyAuthenticationResponse({
    response: response as unknown as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    // The use count is only compared when it is written, so that only one of two concurrent uses succeeds.
    credential: { id: factor.credentialId, publicKey: Buffer.from(factor.publicKey, 'base64url'), counter: 0 },
    requireUserVerification: false,
  }).catch(() => undefined);
  return proved?.verified ? { factor, signCount: proved.authenticationInfo.newCounter } : undefined;
}

function credentialsOf(factors: readonly UserFactor[]) {
  return factors.flatMap(({ credentialId, transports }) =>
    credentialId === null
      ? []
      : [{ id: credentialId, transports: TRANSPORTS.filter((each) => transports?.split(',').includes(each)) }],
  );
}

function relyingParty(publicUrl: string): { id: string; origin: string } {
  if (!canHavePasskeys(publicUrl)) {
    throw new OperatorError('conflict', 'passkey', refusal('passkeyAddress'));
  }
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
}
