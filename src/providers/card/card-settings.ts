import type { SettingsReader } from '../../lib/settings-reader.ts';
import { type MethodSettings, readMethodSettings } from '../method-settings.ts';

export const CARD_CREDENTIALS = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;

export interface CardSettings {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
}

export function readCardSettings(reader: SettingsReader): MethodSettings<CardSettings> {
  return readMethodSettings(reader, CARD_CREDENTIALS, (given) => ({
    secretKey: given.STRIPE_SECRET_KEY,
    publishableKey: given.STRIPE_PUBLISHABLE_KEY,
    webhookSecret: given.STRIPE_WEBHOOK_SECRET,
  }));
}
