import { createHash } from 'node:crypto';

/** One merchant's made-up credentials: of the payment page, and of the REST API. */
export interface Profile {
  readonly profileId: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly merchantId: string;
  readonly restKeyId: string;
  /** The key in base64. */
  readonly restSharedSecret: string;
}

/** The same on every start, so that settings for this simulator stay valid. They are valid nowhere else. */
export const PROFILE: Profile = {
  profileId: '8438DCB0-EB0C-4D6C-9BF1-EA5FB163AA72',
  accessKey: madeUp('access key', 16).toString('hex'),
  secretKey: madeUp('secret key', 128).toString('hex'),
  merchantId: 'peye_simulated',
  restKeyId: '4cc4eed7-b8fd-48c7-b3a0-91771df0c1b8',
  restSharedSecret: madeUp('shared secret', 32).toString('base64'),
};

function madeUp(what: string, bytes: number): Buffer {
  return createHash('shake256', { outputLength: bytes }).update(`Peye's simulator: ${what}`).digest();
}

/** The gateway's settings that lead here. */
export function settingsOf(profile: Profile, url: string): Record<string, string> {
  return {
    LAKAYPAY_CARD_PROFILE_ID: profile.profileId,
    LAKAYPAY_CARD_ACCESS_KEY: profile.accessKey,
    LAKAYPAY_CARD_SECRET_KEY: profile.secretKey,
    LAKAYPAY_CARD_MERCHANT_ID: profile.merchantId,
    LAKAYPAY_CARD_REST_KEY_ID: profile.restKeyId,
    LAKAYPAY_CARD_REST_SHARED_SECRET: profile.restSharedSecret,
    LAKAYPAY_CARD_PAGE_URL: `${url}/pay`,
    LAKAYPAY_CARD_API_URL: url,
  };
}
