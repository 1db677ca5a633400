import { type ReadOnlyStore, readerOf } from '../../../database/read-only-store.ts';
import { refusalText } from '../../../platform/messages/refusals/refusal-messages.ts';
import type { SecretBox } from '../../../platform/secrets/secrets.ts';
import { isAsRecorded, readArchiveRemovals } from '../../archive/archive-removals.ts';
import { listRemovedArchives } from '../../archive/store/archives.ts';
import { checkAuditLog } from '../../audit/check-audit-log.ts';
import { inspectSecrets, unopenedCount } from '../../secrets/reseal-secrets.ts';
import { listWebsites } from '../../websites/store/websites.ts';
import type { FaultLog } from './fault-log.ts';
import { findFeedGap, readFeedEnds } from './store/feed-ends.ts';

/** Compares the list of removed archives with the removals that the audit log records. */
export async function checkArchives(store: ReadOnlyStore, faults: FaultLog): Promise<void> {
  const { listed, removals } = await store.snapshot(async (reader) => ({
    listed: await listRemovedArchives(reader),
    removals: await readArchiveRemovals(reader),
  }));
  for (const archive of listed) {
    const removal = removals.get(archive.id);
    if (isAsRecorded(archive, removal)) continue;
    const removed = removal ? removal.least : 0;
    faults.add('archive_mismatch', archive.id, `the list counts ${archive.payments}, but ${removed} were removed`);
  }
  const ids = new Set(listed.map(({ id }) => id));
  for (const { id, least } of removals.values()) {
    if (!ids.has(id)) faults.add('archive_mismatch', id, `not in the list, but ${least} payments were removed`);
  }
}

/** Verifies the chain of the audit log. Returns its head, `POSITION:HASH`, up to which it holds. */
export async function checkLog(
  store: ReadOnlyStore,
  faults: FaultLog,
  onStep: (rows: number) => void,
): Promise<string> {
  const { head, fault } = await checkAuditLog(readerOf(store), { onStep });
  if (fault) faults.add('audit_broken', fault.position, refusalText(fault.refusal, 'en'));
  return `${head.position}:${head.hash}`;
}

/** Opens every sealed text, if the key is known. */
export async function checkSecrets(store: ReadOnlyStore, faults: FaultLog, box: SecretBox | undefined): Promise<void> {
  if (!box) return;
  const report = await inspectSecrets({ db: readerOf(store), box });
  for (const id of report.unopenedIds) faults.add('secret_unreadable', id);
  faults.addUnnamed('secret_unreadable', unopenedCount(report) - report.unopenedIds.length);
}

/** Checks that each assigned position in a website's feed has its event, unless the event was deleted. */
export async function checkFeeds(store: ReadOnlyStore, faults: FaultLog): Promise<void> {
  for (const { id } of await store.snapshot(listWebsites)) {
    const fault = await store.snapshot(async (reader) => {
      const feed = await readFeedEnds(reader, id);
      if (!feed) return 'there is none';
      const { lastPosition, deletedThrough, events, highest } = feed;
      if ((highest ?? 0) > lastPosition) return `position ${highest} exists, but ${lastPosition} was the last assigned`;
      if (events === lastPosition - deletedThrough) return undefined;
      const gap = (await findFeedGap(reader, id, deletedThrough)) ?? (highest ?? deletedThrough) + 1;
      return `position ${gap} is missing, ${lastPosition} was the last assigned`;
    });
    if (fault !== undefined) faults.add('feed_broken', id, fault);
  }
}
