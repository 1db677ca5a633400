import type { Actor } from '../domain/actor.ts';
import type { ArchiveDeps, makeArchive } from './archive/make-archive.ts';
import type { removeArchived } from './archive/remove-archived.ts';
import type { changeApiKey } from './change-api-key.ts';
import { changeWebsite } from './change-website.ts';
import { createApiKey } from './create-api-key.ts';
import { type CreateWebsiteDeps, createWebsite } from './create-website.ts';
import { forgetDeliveries } from './forget-deliveries.ts';
import { forgetEvents } from './forget-events.ts';
import { forgetHistory } from './forget-history.ts';
import { forgetTestPayments } from './forget-test-payments.ts';
import type { keepPaymentSums } from './keep-payment-sums.ts';
import type { ExportedList } from './record-export.ts';
import type { ResendRange } from './resend-deliveries.ts';
import { rollApiKey } from './roll-api-key.ts';
import { rollWebhookSecret } from './roll-webhook-secret.ts';
import type { SendTestEventDeps } from './send-test-event.ts';
import { setApiKeyActive } from './set-api-key-active.ts';

/** What the verbs of operators are made of. */
export type OperatorParts = CreateWebsiteDeps &
  ArchiveDeps &
  SendTestEventDeps & {
    /** Of the store's clock: accepts it as it is, because this actor says so. */
    readonly confirm: (actor: Actor) => Promise<number>;
  };

/** What a verb is given besides its parts. */
type Tail<Given extends unknown[]> = Given extends [unknown, ...infer Rest] ? Rest : never;

/** What operators do, each with its parts wired in: the file of a verb says what it promises. */
export interface OperatorVerbs extends ReturnType<typeof wiredVerbs> {
  /** The same verbs for somebody else: what they change is recorded as that actor's. */
  as(actor: Actor): OperatorVerbs;
}

/** Wires the verbs of operators, for the actor of the parts. */
export function operatorVerbs(parts: OperatorParts): OperatorVerbs {
  return { ...wiredVerbs(parts), as: (actor) => operatorVerbs({ ...parts, actor }) };
}

function wiredVerbs(parts: OperatorParts) {
  /** A verb without its first argument. */
  const wired =
    <Given extends unknown[], Result>(verb: (parts: OperatorParts, ...given: Given) => Result) =>
    (...given: Given): Result =>
      verb(parts, ...given);
  return {
    createWebsite: wired(createWebsite),
    changeWebsite: wired(changeWebsite),
    rollWebhookSecret: wired(rollWebhookSecret),
    createApiKey: wired(createApiKey),
    rollApiKey: wired(rollApiKey),
    setApiKeyActive: wired(setApiKeyActive),
    forgetDeliveries: wired(forgetDeliveries),
    forgetEvents: wired(forgetEvents),
    forgetHistory: wired(forgetHistory),
    forgetTestPayments: wired(forgetTestPayments),
    /** Says that the clock is right as it is now, for every process on this store. Returns that time, microseconds since 1970. */
    confirmClock: () => parts.confirm(parts.actor),
    // Loaded when they are asked for: a start and most commands do without.
    async settleDiscrepancy(id: string, note: string) {
      return (await import('./settle-discrepancy.ts')).settleDiscrepancy(parts, id, note);
    },
    async changeApiKey(...given: Tail<Parameters<typeof changeApiKey>>) {
      return (await import('./change-api-key.ts')).changeApiKey(parts, ...given);
    },
    async noteKeyUses(ids: readonly string[]) {
      return (await import('./note-key-uses.ts')).noteKeyUses(parts, ids);
    },
    async sendTestEvent(websiteId: string) {
      return (await import('./send-test-event.ts')).sendTestEvent(parts, websiteId);
    },
    async resendDelivery(id: string) {
      return (await import('./resend-deliveries.ts')).resendDelivery(parts, id);
    },
    async resendDeliveries(range: ResendRange) {
      return (await import('./resend-deliveries.ts')).resendDeliveries(parts, range);
    },
    async countResend(range: ResendRange & { readonly most: number }) {
      return (await import('./resend-deliveries.ts')).countResend(parts, range);
    },
    async keepPaymentSums(given?: Parameters<typeof keepPaymentSums>[1]) {
      return (await import('./keep-payment-sums.ts')).keepPaymentSums(parts, given);
    },
    async recordExport(exported: ExportedList) {
      return (await import('./record-export.ts')).recordExport(parts, exported);
    },
    async forgetSessions() {
      return (await import('./users/forget-sessions.ts')).forgetSessions(parts);
    },
    async makeArchive(given: Parameters<typeof makeArchive>[1]) {
      return (await import('./archive/make-archive.ts')).makeArchive(parts, given);
    },
    async removeArchived(given: Parameters<typeof removeArchived>[1]) {
      return (await import('./archive/remove-archived.ts')).removeArchived(parts, given);
    },
    async resealSecrets() {
      return (await import('./reseal-secrets.ts')).resealSecrets(parts);
    },
  };
}
