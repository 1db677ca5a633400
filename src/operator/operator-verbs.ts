import type { Actor } from '../domain/actor.ts';
import type { ArchiveDeps } from './archive/make-archive.ts';
import type { CreateWebsiteDeps } from './create-website.ts';
import type { SendTestEventDeps } from './send-test-event.ts';

/** What the verbs of operators are made of. */
export type OperatorParts = CreateWebsiteDeps &
  ArchiveDeps &
  SendTestEventDeps & {
    /** Of the store's clock: accepts it as it is, because this actor says so. */
    readonly confirm: (actor: Actor) => Promise<number>;
  };

/** What operators do, each with its parts wired in: the file of a verb says what it promises. */
export interface OperatorVerbs extends ReturnType<typeof wiredVerbs> {
  /** The same verbs for somebody else: what they change is recorded as that actor's. */
  as(actor: Actor): OperatorVerbs;
}

/** Wires the verbs of operators, for the actor of the parts. Each is loaded when it is first asked for: a start and most commands do without. */
export function operatorVerbs(parts: OperatorParts): OperatorVerbs {
  return { ...wiredVerbs(parts), as: (actor) => operatorVerbs({ ...parts, actor }) };
}

function wiredVerbs(parts: OperatorParts) {
  /** A verb without its first argument. */
  const wired =
    <Given extends unknown[], Result>(
      load: () => Promise<(parts: OperatorParts, ...given: Given) => Promise<Result>>,
    ) =>
    async (...given: Given): Promise<Result> =>
      (await load())(parts, ...given);
  return {
    createWebsite: wired(async () => (await import('./create-website.ts')).createWebsite),
    changeWebsite: wired(async () => (await import('./change-website.ts')).changeWebsite),
    rollWebhookSecret: wired(async () => (await import('./roll-webhook-secret.ts')).rollWebhookSecret),
    createApiKey: wired(async () => (await import('./create-api-key.ts')).createApiKey),
    changeApiKey: wired(async () => (await import('./change-api-key.ts')).changeApiKey),
    rollApiKey: wired(async () => (await import('./roll-api-key.ts')).rollApiKey),
    setApiKeyActive: wired(async () => (await import('./set-api-key-active.ts')).setApiKeyActive),
    createLink: wired(async () => (await import('./links/create-link.ts')).createLink),
    deactivateLink: wired(async () => (await import('./links/deactivate-link.ts')).deactivateLink),
    recountLink: wired(async () => (await import('./links/recount-link.ts')).recountLink),
    noteKeyUses: wired(async () => (await import('./note-key-uses.ts')).noteKeyUses),
    sendTestEvent: wired(async () => (await import('./send-test-event.ts')).sendTestEvent),
    resendDelivery: wired(async () => (await import('./resend-deliveries.ts')).resendDelivery),
    resendDeliveries: wired(async () => (await import('./resend-deliveries.ts')).resendDeliveries),
    countResend: wired(async () => (await import('./resend-deliveries.ts')).countResend),
    settleDiscrepancy: wired(async () => (await import('./settle-discrepancy.ts')).settleDiscrepancy),
    recordExport: wired(async () => (await import('./record-export.ts')).recordExport),
    keepPaymentSums: wired(async () => (await import('./keep-payment-sums.ts')).keepPaymentSums),
    forgetDeliveries: wired(async () => (await import('./forget-deliveries.ts')).forgetDeliveries),
    forgetEvents: wired(async () => (await import('./forget-events.ts')).forgetEvents),
    forgetHistory: wired(async () => (await import('./forget-history.ts')).forgetHistory),
    forgetSessions: wired(async () => (await import('./users/forget-sessions.ts')).forgetSessions),
    forgetTestPayments: wired(async () => (await import('./forget-test-payments.ts')).forgetTestPayments),
    makeArchive: wired(async () => (await import('./archive/make-archive.ts')).makeArchive),
    removeArchived: wired(async () => (await import('./archive/remove-archived.ts')).removeArchived),
    recountArchives: wired(async () => (await import('./archive/recount-archives.ts')).recountArchives),
    makeBackup: wired(async () => (await import('./backup/make-backup.ts')).makeBackup),
    resealSecrets: wired(async () => (await import('./reseal-secrets.ts')).resealSecrets),
    /** Says that the clock is right as it is now, for every process on this store. Returns that time, microseconds since 1970. */
    confirmClock: () => parts.confirm(parts.actor),
  };
}
