import { CORE_SABOTAGES } from './sabotages/core.ts';
import { FEATURE_SABOTAGES, RECURRING_SABOTAGES } from './sabotages/features.ts';
import { MONEY_SABOTAGES } from './sabotages/money.ts';
import type { Sabotage } from './sabotages/sabotage.ts';
import { WEBHOOK_SABOTAGES } from './sabotages/webhooks.ts';

/** All sabotages. Each is a small change to the text of a source file or two, made while the files are loaded. */
export const SABOTAGES: readonly Sabotage[] = [
  ...CORE_SABOTAGES,
  ...MONEY_SABOTAGES,
  ...WEBHOOK_SABOTAGES,
  ...FEATURE_SABOTAGES,
  ...RECURRING_SABOTAGES,
];
