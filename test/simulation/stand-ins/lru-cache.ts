import { LRUCache as RealCache } from 'lru-cache';

/** More entries than a run puts into any cache. */
const MOST = 1_000;

/** The real cache, but smaller: it would allocate memory for a hundred thousand entries at each start of a node. */
export class LRUCache<K extends object | string, V extends object | true> extends RealCache<K, V> {
  constructor(options: RealCache.Options<K, V, unknown>) {
    super({ ...options, ...(options.max !== undefined && { max: Math.min(options.max, MOST) }) } as typeof options);
  }
}
