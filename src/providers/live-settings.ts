import type { SettingsReader } from '../lib/settings-reader.ts';
import { CARD_CREDENTIALS, type CardSettings, readCardSettings } from './card/settings.ts';
import {
  LAKAYPAY_CARD_CREDENTIALS,
  type LakaypayCardSettings,
  readLakaypayCardSettings,
} from './lakaypay_card/settings.ts';
import type { MethodSettings } from './method-settings.ts';
import { MONCASH_CREDENTIALS, type MoncashSettings, readMoncashSettings } from './moncash/settings.ts';
import { NATCASH_CREDENTIALS, type NatcashSettings, readNatcashSettings } from './natcash/settings.ts';

/** What the settings give for live mode, one entry a method. */
export interface LiveSettings {
  readonly moncash: MethodSettings<MoncashSettings>;
  readonly natcash: MethodSettings<NatcashSettings>;
  readonly lakaypay_card: MethodSettings<LakaypayCardSettings>;
  readonly card: MethodSettings<CardSettings>;
}

/** Settings whose value is never shown. */
export const CREDENTIALS: readonly string[] = [
  ...MONCASH_CREDENTIALS,
  ...NATCASH_CREDENTIALS,
  ...LAKAYPAY_CARD_CREDENTIALS,
  ...CARD_CREDENTIALS,
];

export function readLiveSettings(reader: SettingsReader): LiveSettings {
  return {
    moncash: readMoncashSettings(reader),
    natcash: readNatcashSettings(reader),
    lakaypay_card: readLakaypayCardSettings(reader),
    card: readCardSettings(reader),
  };
}
