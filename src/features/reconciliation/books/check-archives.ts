import type { ReadOnlyStore } from '../../../database/read-only-store.ts';
import { isAsRecorded, readArchiveRemovals } from '../../archive/archive-removals.ts';
import { listRemovedArchives } from '../../archive/store/archives.ts';
import type { FaultLog } from './fault-log.ts';

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
