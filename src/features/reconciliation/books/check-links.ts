import type { ReadOnlyStore } from '../../../database/read-only-store.ts';
import type { FaultLog } from './fault-log.ts';
import { listLinkIds, listMiscountedLinks } from './store/link-faults.ts';

const PAGE = 200;

/** Compares the units and sums of each payment link with its payments. */
export async function checkLinks(
  store: ReadOnlyStore,
  faults: FaultLog,
  onStep: (links: number) => void,
): Promise<void> {
  let done = 0;
  for (let after = ''; ; ) {
    const page = await store.snapshot(async (reader) => {
      const ids = await listLinkIds(reader, after, PAGE);
      const [first, last] = [ids[0], ids.at(-1)];
      if (first === undefined || last === undefined) return undefined;
      return { links: ids.length, last, miscounted: await listMiscountedLinks(reader, first, last) };
    });
    if (!page) return;
    for (const id of page.miscounted) faults.add('link_miscounted', id);
    onStep((done += page.links));
    after = page.last;
  }
}
