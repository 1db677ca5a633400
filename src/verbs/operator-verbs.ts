import type { Actor } from '../core/actor.ts';
import type { SendTestEventDeps } from '../features/webhooks/send-test-event.ts';
import type { CreateWebsiteDeps } from '../features/websites/create-website.ts';
import { accountingVerbs } from './accounting-verbs.ts';
import { type UpkeepParts, upkeepVerbs } from './upkeep-verbs.ts';
import { wiring } from './wiring.ts';

/** The dependencies of the operator's functions. */
export type OperatorParts = CreateWebsiteDeps &
  UpkeepParts &
  SendTestEventDeps & {
    /** Accepts the store's clock as it is, because this actor confirms it. */
    readonly confirm: (actor: Actor) => Promise<number>;
  };

/** The operator's functions, with their dependencies bound. The file of each documents its guarantees. */
export interface OperatorVerbs
  extends ReturnType<typeof wiredVerbs>,
    ReturnType<typeof accountingVerbs>,
    ReturnType<typeof upkeepVerbs> {
  /** The same functions for another actor: their changes are recorded as that actor's. */
  as(actor: Actor): OperatorVerbs;
}

/**
 * Binds the operator's functions for the actor of the parts. Each is loaded on first use: a start and most commands
 * need none.
 */
export function operatorVerbs(parts: OperatorParts): OperatorVerbs {
  const own = { ...wiredVerbs(parts), ...accountingVerbs(parts), ...upkeepVerbs(parts) };
  return { ...own, as: (actor) => operatorVerbs({ ...parts, actor }) };
}

function wiredVerbs(parts: OperatorParts) {
  const wired = wiring(parts);
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
    deactivateLink: wired(async () => (await import('../features/links/change-link.ts')).deactivateLink),
    changeLinkPicture: wired(async () => (await import('../features/links/change-link.ts')).changeLinkPicture),
    sendTestEvent: wired(async () => (await import('../features/webhooks/send-test-event.ts')).sendTestEvent),
    resendDelivery: wired(async () => (await import('../features/webhooks/resend-deliveries.ts')).resendDelivery),
    resendDeliveries: wired(async () => (await import('../features/webhooks/resend-deliveries.ts')).resendDeliveries),
    countResend: wired(async () => (await import('../features/webhooks/resend-deliveries.ts')).countResend),
    chooseTopics: wired(async () => (await import('../features/notifications/choose-topics.ts')).chooseTopics),
    saveFilter: wired(async () => (await import('../features/users/change-preferences.ts')).saveFilter),
    removeFilter: wired(async () => (await import('../features/users/change-preferences.ts')).removeFilter),
    hideColumns: wired(async () => (await import('../features/users/change-preferences.ts')).hideColumns),
    dismissItem: wired(async () => (await import('../features/operations/dismiss-item.ts')).dismissItem),
    restoreItem: wired(async () => (await import('../features/operations/dismiss-item.ts')).restoreItem),
    recordExport: wired(async () => (await import('../features/exports/record-export.ts')).recordExport),
    /** Confirms the current clock for every process on this store. Returns that time, microseconds since 1970. */
    confirmClock: () => parts.confirm(parts.actor),
  };
}
