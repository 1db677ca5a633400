import { momentOf } from '../../core/timestamps.ts';
import {
  isNeeded,
  type PreviousKeyNeed,
  type Resealed,
  type SealedReport,
  staleCount,
  unopenedCount,
} from './reseal-secrets.ts';

interface Resealing {
  readonly report: SealedReport & { readonly resealed: Resealed };
  readonly need: PreviousKeyNeed;
  /** Whether SECRET_KEY_PREVIOUS is set. */
  readonly hasPrevious: boolean;
  readonly nowUs: number;
}

/** The state of re-sealing secrets, as JSON for operators. */
export function secretsJson({ report, need, hasPrevious, nowUs }: Resealing) {
  const isDone = staleCount(report) + unopenedCount(report) === 0;
  return {
    resealed: countsJson(report.resealed),
    current: countsOf(report, 'current'),
    unopened: { ...countsOf(report, 'unopened'), ids: report.unopenedIds },
    previous_key: {
      is_set: hasPrevious,
      can_be_removed: isDone && !isNeeded(need, nowUs),
      open_payments: need.openPayments,
      needed_until: momentOf(need.untilUs),
    },
  };
}

function countsOf({ webhookSecrets, cardTokens, totpSecrets }: SealedReport, kind: 'current' | 'unopened') {
  return countsJson({
    webhookSecrets: webhookSecrets[kind],
    cardTokens: cardTokens[kind],
    totpSecrets: totpSecrets[kind],
  });
}

function countsJson({ webhookSecrets, cardTokens, totpSecrets }: Resealed) {
  return { webhook_secrets: webhookSecrets, card_tokens: cardTokens, totp_secrets: totpSecrets };
}
