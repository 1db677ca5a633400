import { momentOf } from '../../domain/timestamps.ts';
import { isNeeded, type PreviousKeyNeed, type SealedReport, staleCount, unopenedCount } from '../reseal-secrets.ts';

interface Resealing {
  readonly report: SealedReport & { readonly resealed: { webhookSecrets: number; cardTokens: number } };
  readonly need: PreviousKeyNeed;
  /** Whether SECRET_KEY_PREVIOUS is set. */
  readonly hasPrevious: boolean;
  readonly nowUs: number;
}

/** What sealing everything again has come to, as JSON for operators. */
export function secretsJson({ report, need, hasPrevious, nowUs }: Resealing) {
  const isDone = staleCount(report) + unopenedCount(report) === 0;
  return {
    resealed: { webhook_secrets: report.resealed.webhookSecrets, card_tokens: report.resealed.cardTokens },
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

function countsOf({ webhookSecrets, cardTokens }: SealedReport, kind: 'current' | 'unopened') {
  return { webhook_secrets: webhookSecrets[kind], card_tokens: cardTokens[kind] };
}
