import { randomBytes, randomUUID } from 'node:crypto';

/** One merchant's made-up credentials: of the payment page, and of the REST API. */
export interface Profile {
  readonly profileId: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly merchantId: string;
  readonly restKeyId: string;
  /** In base64; what it stands for is the key. */
  readonly restSharedSecret: string;
}

export function newProfile(): Profile {
  return {
    profileId: randomUUID().toUpperCase(),
    accessKey: randomBytes(16).toString('hex'),
    secretKey: randomBytes(128).toString('hex'),
    merchantId: 'peye_simulated',
    restKeyId: randomUUID(),
    restSharedSecret: randomBytes(32).toString('base64'),
  };
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
