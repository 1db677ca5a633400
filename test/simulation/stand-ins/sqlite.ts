import type { StatementSync } from 'node:sqlite';
import { theDisk } from '../world/disk.ts';
import { type KeptConnection, keepForLater, takeConnection } from '../world/kept-connections.ts';
import { type Life, theLife } from '../world/world.ts';

export type { StatementSync };

/** The open connections of each process. A crash closes them, and uncommitted changes are lost. */
const connections = new WeakMap<Life, Set<DatabaseSync>>();

/** SQLite itself, on a disk that can fail, and with connections that a crash can break. */
export class DatabaseSync {
  #kept: KeptConnection | undefined;

  constructor(file: string | URL, options: object = {}) {
    const life = theLife();
    if (life && !life.isAlive) throw new Error('a dead process opens nothing');
    this.#kept = takeConnection(file, options);
    if (!life) return;
    let all = connections.get(life);
    if (!all) connections.set(life, (all = new Set()));
    all.add(this);
  }

  get isTransaction(): boolean {
    return this.#open().database.isTransaction;
  }

  enableDefensive(isOn: boolean): void {
    this.#open().database.enableDefensive?.(isOn);
  }

  exec(sql: string): void {
    const { database } = this.#open();
    const life = theLife();
    if (life && sql === 'BEGIN IMMEDIATE') theDisk().beforeBegin(life);
    if (life && sql === 'COMMIT') theDisk().commit(life, () => database.exec(sql));
    else database.exec(sql);
  }

  prepare(sql: string): StatementSync {
    const statement = this.#open().prepare(sql);
    // The source uses no other methods of a statement.
    return {
      all: (...given: never[]) => this.#used(statement).all(...given),
      get: (...given: never[]) => this.#used(statement).get(...given),
      run: (...given: never[]) => this.#used(statement).run(...given),
      setReturnArrays: (isOn: boolean) => this.#used(statement).setReturnArrays(isOn),
    } as StatementSync;
  }

  close(): void {
    const closing = this.#open();
    this.#kept = undefined;
    const life = theLife();
    if (life) connections.get(life)?.delete(this);
    keepForLater(closing);
  }

  #open(): KeptConnection {
    if (!this.#kept) throw new Error('database is not open');
    return this.#kept;
  }

  #used(statement: StatementSync): StatementSync {
    this.#open();
    return statement;
  }
}

/** Closes the connections of a process, as the end of a real process does. */
export function closeConnectionsOf(life: Life): void {
  for (const connection of connections.get(life) ?? []) connection.close();
  connections.delete(life);
}
