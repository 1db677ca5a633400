// The gateway without a store, for the ceiling that no faster store could exceed: after a number of creations, creations store nothing, and
// reads return the rows that were read first. Everything else is as in the gateway. Argument: the number of creations that are stored.
import { openStore } from '../../src/app/open-store.ts';
import { startGateway } from '../../src/app/start-gateway.ts';
import { readConfig } from '../../src/config.ts';
import type { Database, RowValues } from '../../src/database/database.ts';
import { createLog } from '../../src/platform/log/log.ts';

const config = readConfig(process.env);
const log = createLog(config.logLevel);
const store = await openStore(config, log, { migrate: true });
const db = withoutStore(store.db, Number(process.argv[2]));
const gateway = await startGateway(config, { ...store, db }, log);
process.once('SIGTERM', () => void gateway.stop());

function withoutStore(db: Database, toStore: number): Database {
  let stored = 0;
  const known = new Map<string, RowValues | undefined>();
  let waiting: (() => void)[] = [];
  // Together at the end of the round, as reads of a store: a response alone would cost more, because it wakes its client.
  const atEndOfRound = () =>
    new Promise<void>((resolve) => {
      if (waiting.push(resolve) > 1) return;
      setImmediate(() => {
        const round = waiting;
        waiting = [];
        for (const next of round) next();
      });
    });
  return {
    ...db,
    async find(sql, params) {
      const key = `${params.join()} ${sql}`;
      if (!known.has(key)) known.set(key, await db.find(sql, params));
      await atEndOfRound();
      return known.get(key);
    },
    async insertAll(inserts, options) {
      if (stored < toStore) {
        const isStored = await db.insertAll(inserts, options);
        stored += inserts()[0]?.rows.length ?? 0;
        return isStored;
      }
      inserts();
      return true;
    },
  };
}
