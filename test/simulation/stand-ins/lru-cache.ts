import { LRUCache as RealCache } from 'lru-cache';

/** More than a run puts into any of them. */
const MOST = 1_000;

/** The real one, without the room for a hundred thousand entries that it would allocate at each start of a node. */
export class LRUCache<K extends object | string, V extends object | true> extends RealCache<K, V> {
  constructor(options: RealCache.Options<K, V, unknown>) {
    super({ ...options, ...(options.max !== undefined && { max: Math.min(options.max, MOST) }) } as typeof options);
  }
}
