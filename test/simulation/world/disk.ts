import { type Life, theWorld, type World } from './world.ts';

/** The faults of the disk for a while, each in percent of the cases. */
export interface DiskFaults {
  /** The disk is full: a commit fails, and nothing was written. */
  readonly full: number;
  /** A commit fails with an I/O error, and nothing was written. */
  readonly failed: number;
  /** A commit fails with an I/O error, although it was written. */
  readonly lost: number;
  /** A step takes up to two seconds. */
  readonly slow: number;
}

/** How often the start of a transaction fails with an I/O error, as a part of `failed`. */
const BEGIN_SHARE = 0.2;
const SQLITE_IOERR_FSYNC = 1034;
const SQLITE_FULL = 13;

let current: Disk | undefined;

export function theDisk(): Disk {
  if (!current) throw new Error('there is no disk');
  return current;
}

/** The machine's disk. */
export class Disk {
  faults: DiskFaults | undefined;
  readonly #world: World;
  readonly #onFault: (life: Life, what: string) => void;

  constructor(world: World, onFault: (life: Life, what: string) => void) {
    this.#world = world;
    this.#onFault = onFault;
    current = this;
  }

  /** How long the next step takes, microseconds. */
  stepUs(): number {
    const world = this.#world;
    if (this.#happens('slow')) return world.delayUs(50_000, 2_000_000);
    return world.delayUs(0, 9) === 0 ? world.delayUs(1_000, 15_000) : world.delayUs(20, 800);
  }

  /** Called before a transaction starts. Throws if the start fails. */
  beforeBegin(life: Life): void {
    const { failed = 0 } = this.faults ?? {};
    if (theWorld() === this.#world && this.#world.random.percent(failed * BEGIN_SHARE))
      this.#fail(life, 'BEGIN failed', SQLITE_IOERR_FSYNC);
  }

  /** Commits, or throws, or does both. */
  commit(life: Life, write: () => void): void {
    if (this.#happens('full')) this.#fail(life, 'disk full', SQLITE_FULL);
    if (this.#happens('failed')) this.#fail(life, 'commit failed', SQLITE_IOERR_FSYNC);
    write();
    if (this.#happens('lost')) this.#fail(life, 'commit was not acknowledged', SQLITE_IOERR_FSYNC);
  }

  #happens(what: keyof DiskFaults): boolean {
    return this.faults !== undefined && this.#world.random.percent(this.faults[what]);
  }

  #fail(life: Life, what: string, errcode: number): never {
    this.#onFault(life, what);
    const message = errcode === SQLITE_FULL ? 'database or disk is full' : 'disk I/O error';
    throw Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', errcode, errstr: message });
  }
}
