import type { Observation } from '../checker/history.ts';
import type { Random } from '../world/random.ts';
import type { World } from '../world/world.ts';
import type { Answer } from './exchange.ts';
import type { ShopClient } from './shop-client.ts';

const US = 1_000_000;
/** More entries than a list or feed can have: reading stops there, in case it never ends. */
const MOST_READ = 200;

/** What reading a list or feed needs. Each reading, a pass, gets a number, and its start and end are recorded. */
interface Passes {
  readonly world: World;
  readonly record: (observation: Observation) => void;
  readonly nextPass: () => number;
}

/** Reads the list of a key from the newest payment to the oldest, and requests each page until it gets the page. */
export async function readList(passes: Passes, client: ShopClient, perPage: number): Promise<void> {
  const pass = passes.nextPass();
  passes.record({ kind: 'pass', pass, of: 'list', shop: client.shop.name, mode: client.mode });
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null && ids.length < MOST_READ; ) {
    const page: Page = await untilRead(passes.world, () => client.list(cursor as string, perPage));
    ids.push(...page.data.map(({ transaction_id }) => String(transaction_id)));
    cursor = page.next_cursor ?? null;
  }
  passes.record({ kind: 'passed', pass, ids });
}

/** Follows the feed of a shop until it is stopped, and then to its end. */
export async function followFeed(
  passes: Passes,
  client: ShopClient,
  random: Random,
  isOver: () => boolean,
): Promise<void> {
  const pass = passes.nextPass();
  passes.record({ kind: 'pass', pass, of: 'feed', shop: client.shop.name, mode: client.mode });
  const ids: string[] = [];
  for (let after: string | null = null; ; ) {
    const isLast = isOver();
    const page: Page = await untilRead(passes.world, () => client.feed(after, random.between(1, 5)));
    ids.push(...page.data.map(({ id }) => String(id)));
    after = page.next_cursor ?? null;
    if (ids.length > MOST_READ) break;
    if (page.has_more) continue;
    if (isLast) break;
    await passes.world.sleep(random.between(2, 60) * Math.min(4, passes.world.pace) * US);
  }
  passes.record({ kind: 'passed', pass, ids });
}

interface Page {
  readonly data: readonly { readonly transaction_id?: string; readonly id?: string }[];
  readonly next_cursor?: string | null;
  readonly has_more?: boolean;
}

async function untilRead(world: World, ask: () => Promise<Answer>): Promise<Page> {
  for (let attempt = 1; ; attempt++) {
    const answer = await ask();
    if ('status' in answer && answer.status === 200) return JSON.parse(answer.text);
    if (attempt > 200) throw new Error('nothing can be read');
    await world.sleep(2 * US);
  }
}
