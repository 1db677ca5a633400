import type { Actor } from '../core/actor.ts';
import type { ArchiveDeps } from '../features/archive/make-archive.ts';
import type { SendTestEventDeps } from '../features/webhooks/send-test-event.ts';
import type { CreateWebsiteDeps } from '../features/websites/create-website.ts';

/** The dependencies of the operator's functions. */
export type OperatorParts = CreateWebsiteDeps &
  ArchiveDeps &
  SendTestEventDeps & {
    /** Accepts the store's clock as it is, because this actor confirms it. */
    readonly confirm: (actor: Actor) => Promise<number>;
  };

/** The operator's functions, with their dependencies bound. The file of each documents its guarantees. */
export interface OperatorVerbs extends ReturnType<typeof wiredVerbs> {
  /** The same functions for another actor: their changes are recorded as that actor's. */
  as(actor: Actor): OperatorVerbs;
}

/**
 * Binds the operator's functions for the actor of the parts. Each is loaded on first use: a start and most commands
 * need none.
 */
export function operatorVerbs(parts: OperatorParts): OperatorVerbs {
  return { ...wiredVerbs(parts), as: (actor) => operatorVerbs({ ...parts, actor }) };
}

function wiredVerbs(parts: OperatorParts) {
  /** A function without its first argument. */
  const wired =
    <Given extends unknown[], Result>(
      load: () => Promise<(parts: OperatorParts, ...given: Given) => Promise<Result>>,
    ) =>
    async (...given: Given): Promise<Result> =>
      (await load())(parts, ...given);
  return {
    createWebsite: wired(async () => (await import('../features/websites/create-website.ts')).createWebsite),
    changeWebsite: wired(async () => (await import('../features/websites/change-website.ts')).changeWebsite),
    rotateWebhookSecret: wired(
      async () => (await import('../features/websites/rotate-webhook-secret.ts')).rotateWebhookSecret,
    ),
    createApiKey: wired(async () => (await import('../features/websites/key-verbs.ts')).createApiKey),
    changeApiKey: wired(async () => (await import('../features/websites/key-verbs.ts')).changeApiKey),
    rotateApiKey: wired(async () => (await import('../features/websites/key-verbs.ts')).rotateApiKey),
    setApiKeyActive: wired(async () => (await import('../features/websites/key-verbs.ts')).setApiKeyActive),
    createLink: wired(async () => (await import('../features/links/create-link.ts')).createLink),
    deactivateLink: wired(async () => (await import('../features/links/deactivate-link.ts')).deactivateLink),
    changeLinkPicture: wired(async () => (await import('../features/links/change-link-picture.ts')).changeLinkPicture),
    recountLink: wired(async () => (await import('../features/links/recount-link.ts')).recountLink),
    noteKeyUses: wired(async () => (await import('../features/websites/key-uses.ts')).noteKeyUses),
    sendTestEvent: wired(async () => (await import('../features/webhooks/send-test-event.ts')).sendTestEvent),
    resendDelivery: wired(async () => (await import('../features/webhooks/resend-deliveries.ts')).resendDelivery),
    resendDeliveries: wired(async () => (await import('../features/webhooks/resend-deliveries.ts')).resendDeliveries),
    countResend: wired(async () => (await import('../features/webhooks/resend-deliveries.ts')).countResend),
    resolveDiscrepancy: wired(
      async () => (await import('../features/payments/discrepancies/resolve-discrepancies.ts')).resolveDiscrepancy,
    ),
    chooseTopics: wired(async () => (await import('../features/notifications/choose-topics.ts')).chooseTopics),
    saveFilter: wired(async () => (await import('../features/users/change-preferences.ts')).saveFilter),
    removeFilter: wired(async () => (await import('../features/users/change-preferences.ts')).removeFilter),
    hideColumns: wired(async () => (await import('../features/users/change-preferences.ts')).hideColumns),
    setFee: wired(async () => (await import('../features/fees/set-fee.ts')).setFee),
    recordPayout: wired(async () => (await import('../features/payouts/payout-verbs.ts')).recordPayout),
    importStatement: wired(async () => (await import('../features/payouts/payout-verbs.ts')).importStatement),
    reversePayout: wired(async () => (await import('../features/payouts/payout-verbs.ts')).reversePayout),
    rematchPayout: wired(async () => (await import('../features/payouts/payout-verbs.ts')).rematchPayout),
    settlePayoutLine: wired(async () => (await import('../features/payouts/payout-verbs.ts')).settlePayoutLine),
    matchLines: wired(async () => (await import('../features/payouts/match-due-lines.ts')).matchDueLines),
    dismissItem: wired(async () => (await import('../features/operations/dismiss-item.ts')).dismissItem),
    restoreItem: wired(async () => (await import('../features/operations/dismiss-item.ts')).restoreItem),
    recordExport: wired(async () => (await import('../features/exports/record-export.ts')).recordExport),
    updatePaymentSums: wired(
      async () => (await import('../features/payments/update-payment-sums.ts')).updatePaymentSums,
    ),
    issueStatements: wired(async () => (await import('../features/statements/issue-statements.ts')).issueStatements),
    deleteOldDeliveries: wired(
      async () => (await import('../features/webhooks/delete-old-deliveries.ts')).deleteOldDeliveries,
    ),
    deleteOldEvents: wired(async () => (await import('../features/payments/delete-old-events.ts')).deleteOldEvents),
    deleteOldHistory: wired(async () => (await import('../features/payments/delete-old-history.ts')).deleteOldHistory),
    deleteOldSessions: wired(async () => (await import('../features/users/sessions.ts')).deleteOldSessions),
    deleteOldTestPayments: wired(
      async () => (await import('../features/payments/delete-old-test-payments.ts')).deleteOldTestPayments,
    ),
    makeArchive: wired(async () => (await import('../features/archive/make-archive.ts')).makeArchive),
    removeArchived: wired(async () => (await import('../features/archive/remove-archived.ts')).removeArchived),
    recountArchives: wired(async () => (await import('../features/archive/recount-archives.ts')).recountArchives),
    makeBackup: wired(async () => (await import('../features/operations/backup/make-backup.ts')).makeBackup),
    resealSecrets: wired(async () => (await import('../features/secrets/reseal-secrets.ts')).resealSecrets),
    /** Confirms the current clock for every process on this store. Returns that time, microseconds since 1970. */
    confirmClock: () => parts.confirm(parts.actor),
  };
}
