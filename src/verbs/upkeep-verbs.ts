import type { ArchiveDeps } from '../features/archive/make-archive.ts';
import type { CreateWebsiteDeps } from '../features/websites/create-website.ts';
import { wiring } from './wiring.ts';

/** The dependencies of the functions that maintain a store. */
export type UpkeepParts = CreateWebsiteDeps & ArchiveDeps;

/** Functions that maintain a store, for background jobs and commands: sums and counts, deletion, archives, backups and sealed texts. */
export function upkeepVerbs(parts: UpkeepParts) {
  const wired = wiring(parts);
  return {
    noteKeyUses: wired(async () => (await import('../features/websites/key-uses.ts')).noteKeyUses),
    writeRequests: wired(async () => (await import('../features/requests/write-requests.ts')).writeRequests),
    deleteOldRequests: wired(
      async () => (await import('../features/requests/delete-old-requests.ts')).deleteOldRequests,
    ),
    recountLink: wired(async () => (await import('../features/links/recount-link.ts')).recountLink),
    updatePaymentSums: wired(
      async () => (await import('../features/payments/update-payment-sums.ts')).updatePaymentSums,
    ),
    issueStatements: wired(async () => (await import('../features/statements/issue-statements.ts')).issueStatements),
    deleteOldDeliveries: wired(
      async () => (await import('../features/webhooks/delete-old-deliveries.ts')).deleteOldDeliveries,
    ),
    deleteOldEvents: wired(async () => (await import('../features/payments/delete-old-history.ts')).deleteOldEvents),
    deleteOldHistory: wired(async () => (await import('../features/payments/delete-old-history.ts')).deleteOldHistory),
    deleteUnusedSessions: wired(
      async () => (await import('../features/checkout/delete-old-sessions.ts')).deleteUnusedSessions,
    ),
    deleteOldSessions: wired(async () => (await import('../features/users/sessions.ts')).deleteOldSessions),
    deleteOldTestPayments: wired(
      async () => (await import('../features/payments/delete-old-test-payments.ts')).deleteOldTestPayments,
    ),
    makeArchive: wired(async () => (await import('../features/archive/make-archive.ts')).makeArchive),
    removeArchived: wired(async () => (await import('../features/archive/remove-archived.ts')).removeArchived),
    recountArchives: wired(async () => (await import('../features/archive/remove-archived.ts')).recountArchives),
    makeBackup: wired(async () => (await import('../features/operations/backup/make-backup.ts')).makeBackup),
    resealSecrets: wired(async () => (await import('../features/secrets/reseal-secrets.ts')).resealSecrets),
  };
}
