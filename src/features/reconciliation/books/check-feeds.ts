import type { ReadOnlyStore } from '../../../database/read-only-store.ts';
import { listWebsites } from '../../websites/store/websites.ts';
import type { FaultLog } from './fault-log.ts';
import { findFeedGap, readFeedEnds } from './store/feed-ends.ts';

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
