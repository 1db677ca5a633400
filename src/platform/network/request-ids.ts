import { randomFillSync } from 'node:crypto';

const ID_BYTES = 12;
/** Random bytes are drawn for this many ids at a time: the cost of a draw hardly depends on its length. */
const IDS_PER_DRAW = 128;

/** Makes ids for requests: `req_` and 24 random hex digits. */
export function requestIds(): () => string {
  const pool = Buffer.alloc(ID_BYTES * IDS_PER_DRAW);
  let at = pool.length;
  return () => {
    if (at === pool.length) {
      randomFillSync(pool);
      at = 0;
    }
    return `req_${pool.toString('hex', at, (at += ID_BYTES))}`;
  };
}
