import type { TOTP } from 'otpauth';

const STEP_SECONDS = 30;
const DIGITS = 6;
/** 160 bits, as RFC 4226 advises. */
const SECRET_BYTES = 20;
/** A code of the previous or next step is accepted too: phones' clocks are some seconds off. */
const SKEW_STEPS = 1;
const CODE = /^\d{6}$/;

/** A new secret for an authenticator, in base 32 to be typed, and as an address for a QR code. */
export async function newTotpSecret({
  issuer,
  label,
}: {
  issuer: string;
  label: string;
}): Promise<{ secret: string; uri: string }> {
  const { Secret } = await import('otpauth');
  const totp = await totpOf(new Secret({ size: SECRET_BYTES }).base32, { issuer, label });
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/**
 * The thirty-second step of a code: the current one, the previous or the next. Undefined when the code is not one of
 * the secret's codes for these three steps. Blanks are ignored.
 */
export async function totpStepOf(secret: string, code: string, nowUs: number): Promise<number | undefined> {
  const token = code.replaceAll(/\s/g, '');
  if (!CODE.test(token)) return undefined;
  const timestamp = Math.floor(nowUs / 1000);
  const delta = (await totpOf(secret)).validate({ token, timestamp, window: SKEW_STEPS });
  return delta === null ? undefined : currentTotpStep(nowUs) + delta;
}

/** The step of a moment. */
function currentTotpStep(nowUs: number): number {
  return Math.floor(nowUs / (STEP_SECONDS * 1_000_000));
}

/** The first step whose codes no correct clock accepts yet. */
export function farTotpStep(nowUs: number): number {
  return currentTotpStep(nowUs) + SKEW_STEPS + 1;
}

async function totpOf(secret: string, names: { issuer?: string; label?: string } = {}): Promise<TOTP> {
  const { Secret, TOTP } = await import('otpauth');
  // The parameters that every authenticator supports.
  return new TOTP({
    ...names,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: DIGITS,
    period: STEP_SECONDS,
  });
}
