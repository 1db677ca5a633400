import type { SettingsReader } from '../../lib/settings-reader.ts';
import { type MethodSettings, readMethodSettings } from '../method-settings.ts';

export const MONCASH_CREDENTIALS = ['MONCASH_CLIENT_ID', 'MONCASH_CLIENT_SECRET'] as const;

export interface MoncashSettings {
  readonly clientId: string;
  readonly clientSecret: string;
}

export function readMoncashSettings(reader: SettingsReader): MethodSettings<MoncashSettings> {
  return readMethodSettings(reader, MONCASH_CREDENTIALS, (given) => ({
    clientId: given.MONCASH_CLIENT_ID,
    clientSecret: given.MONCASH_CLIENT_SECRET,
  }));
}
