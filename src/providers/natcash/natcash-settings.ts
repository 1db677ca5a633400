import type { SettingsReader } from '../../lib/settings-reader.ts';
import { type MethodSettings, readMethodSettings } from '../method-settings.ts';

export const NATCASH_CREDENTIALS = [
  'NATCASH_PARTNER_CODE',
  'NATCASH_USERNAME',
  'NATCASH_PASSWORD',
  'NATCASH_PRIVATE_KEY',
  'NATCASH_FUNCTION_CODE',
] as const;

export interface NatcashSettings {
  readonly partnerCode: string;
  readonly username: string;
  readonly password: string;
  readonly privateKey: string;
  readonly functionCode: string;
}

export function readNatcashSettings(reader: SettingsReader): MethodSettings<NatcashSettings> {
  return readMethodSettings(reader, NATCASH_CREDENTIALS, (given) => ({
    partnerCode: given.NATCASH_PARTNER_CODE,
    username: given.NATCASH_USERNAME,
    password: given.NATCASH_PASSWORD,
    privateKey: given.NATCASH_PRIVATE_KEY,
    functionCode: given.NATCASH_FUNCTION_CODE,
  }));
}
