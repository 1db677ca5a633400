import { DatabaseSync as RealDatabase } from 'node:sqlite';
import { theDisk } from '../world/disk.ts';
import { type Life, theLife } from '../world/world.ts';

export type { StatementSync } from 'node:sqlite';

/** Connections of each process: a crash closes them, and what was not committed is gone. */
const connections = new WeakMap<Life, Set<RealDatabase>>();

/** SQLite itself, on a disk that can fail, and with connections that a crash can take away. */
export class DatabaseSync extends RealDatabase {
  constructor(...given: ConstructorParameters<typeof RealDatabase>) {
    super(...given);
    const life = theLife();
    if (!life) return;
    if (!life.isAlive) throw new Error('a dead process opens nothing');
    let all = connections.get(life);
    if (!all) connections.set(life, (all = new Set()));
    all.add(this);
  }

  override exec(sql: string): void {
    const life = theLife();
    if (life && sql === 'BEGIN IMMEDIATE') theDisk().beforeBegin(life);
    if (life && sql === 'COMMIT') theDisk().commit(life, () => super.exec(sql));
    else super.exec(sql);
  }

  override close(): void {
    const life = theLife();
    if (life) connections.get(life)?.delete(this);
    super.close();
  }
}

/** Closes what a process has open, as its end does. */
export function closeConnectionsOf(life: Life): void {
  for (const connection of connections.get(life) ?? []) {
    try {
      RealDatabase.prototype.close.call(connection);
    } catch {
      // It was closed already.
    }
  }
  connections.delete(life);
}
