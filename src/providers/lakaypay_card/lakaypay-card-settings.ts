import type { SettingsReader } from '../../lib/settings-reader.ts';
import { type MethodSettings, readMethodSettings } from '../method-settings.ts';

export const LAKAYPAY_CARD_CREDENTIALS = [
  'LAKAYPAY_CARD_PROFILE_ID',
  'LAKAYPAY_CARD_ACCESS_KEY',
  'LAKAYPAY_CARD_SECRET_KEY',
  'LAKAYPAY_CARD_MERCHANT_ID',
  'LAKAYPAY_CARD_REST_KEY_ID',
  'LAKAYPAY_CARD_REST_SHARED_SECRET',
] as const;

export interface LakaypayCardSettings {
  readonly profileId: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly merchantId: string;
  readonly restKeyId: string;
  readonly restSharedSecret: string;
}

export function readLakaypayCardSettings(reader: SettingsReader): MethodSettings<LakaypayCardSettings> {
  return readMethodSettings(reader, LAKAYPAY_CARD_CREDENTIALS, (given) => ({
    profileId: given.LAKAYPAY_CARD_PROFILE_ID,
    accessKey: given.LAKAYPAY_CARD_ACCESS_KEY,
    secretKey: given.LAKAYPAY_CARD_SECRET_KEY,
    merchantId: given.LAKAYPAY_CARD_MERCHANT_ID,
    restKeyId: given.LAKAYPAY_CARD_REST_KEY_ID,
    restSharedSecret: given.LAKAYPAY_CARD_REST_SHARED_SECRET,
  }));
}
