import type { Database, Transaction } from '../../../src/database/database.ts';
import { DatabaseUnavailable, OutcomeUnknown } from '../../../src/database/database.ts';
import type { SeededRandom } from '../../support/seeded-random.ts';

/** A process has died: it never continues. */
export class Death extends Error {}

/** A process of a history. It takes its steps in turn with others, and can die or sleep between any two of them. */
export class Process {
  isDead = false;
  sleepsUntilUs = 0;
  /** How far its clock differs. */
  readonly skewUs: number;
  /** Open, or waiting for their turn: a process that sleeps in a transaction would stop all others. */
  openTransactions = 0;
  /** Whether it is about to send a refund, or to prove something. */
  isDelicate = false;

  constructor(skewUs: number) {
    this.skewUs = skewUs;
  }
}

interface Waiting {
  readonly process: Process;
  readonly resume: () => void;
  /** Where a sleep or a death does the most harm: what follows relies on what was just stored or read. */
  readonly isRelied: boolean;
}

/** How often something happens at a step, in thousandths. */
export interface Troubles {
  readonly death: number;
  readonly sleep: number;
  readonly fault: number;
}

/** Rounds of the event loop without any change, after which every process waits for its next step. */
const QUIET_ROUNDS = 2;
/** PostgreSQL does not say that a statement waits for another process: after this time it is assumed. */
const BLOCKED_AFTER_MS = 3;
const MS_US = 1_000;
export const LONGEST_SLEEP_US = 40 * 60 * 1_000 * MS_US;
/** How many times as often as elsewhere a process dies or sleeps after a commit, or a search. */
const RELIED = 5;
/** How many times as often it sleeps there if it is about to send, or to prove something. */
const DELICATE = 60;

/**
 * Decides from a seed which of several processes takes the next step: a statement, a commit, a call to the bank. On SQLite the same seed
 * gives the same history. On PostgreSQL the server decides who gets a lock first.
 */
export class Steps {
  nowUs: number;
  troubles: Troubles = { death: 0, sleep: 0, fault: 0 };
  readonly #random: SeededRandom;
  #waiting: Waiting[] = [];
  #unfinished = new Set<Promise<void>>();
  /** Statements that are running. */
  #running = 0;
  #changes = 0;
  #lastWrite: Promise<unknown> = Promise.resolve();

  constructor(random: SeededRandom, nowUs: number) {
    this.#random = random;
    this.nowUs = nowUs;
  }

  /** Whether no process is in the middle of its work, asleep or not. */
  get isIdle(): boolean {
    return this.#unfinished.size === 0;
  }

  clockOf(process: Process): () => number {
    return () => this.nowUs + process.skewUs;
  }

  /** A step: the process waits until it is its turn. It may never continue. */
  async pass(process: Process, isRelied = false): Promise<void> {
    if (process.isDead) throw new Death();
    this.#changes++;
    await new Promise<void>((resume) => this.#waiting.push({ process, resume, isRelied }));
    if (process.isDead) throw new Death();
  }

  /** Runs work until it is over, has died or sleeps. What sleeps continues in a later call, once its time has come. */
  async run(works: readonly Promise<void>[]): Promise<void> {
    for (const work of works) {
      const noted: Promise<void> = work
        .catch((error) => {
          if (!(error instanceof Death)) throw error;
        })
        .finally(() => this.#unfinished.delete(noted));
      // Its error is thrown below.
      noted.catch(() => {});
      this.#unfinished.add(noted);
    }
    const failed = Promise.withResolvers<never>();
    for (const each of this.#unfinished) each.catch(failed.reject);
    await Promise.race([failed.promise, this.#runAll()]);
  }

  /** Nothing of a process that died continues. */
  async kill(processes: Iterable<Process>): Promise<void> {
    for (const process of processes) process.isDead = true;
    await this.run([]);
  }

  async #runAll(): Promise<void> {
    for (;;) {
      await this.#untilAllWait();
      const ready = this.#waiting.filter(({ process }) => process.isDead || process.sleepsUntilUs <= this.nowUs);
      if (ready.length > 0) this.#takeStep(ready[this.#random.between(0, ready.length - 1)] as Waiting);
      else if (this.#running === 0) return;
    }
  }

  #takeStep(step: Waiting): void {
    const { process } = step;
    if (!process.isDead) {
      const weight = step.isRelied ? RELIED : 1;
      const death = this.troubles.death * weight;
      const sleep = this.troubles.sleep * (step.isRelied && process.isDelicate ? DELICATE : weight);
      const chance = this.#random.between(1, 1000);
      if (chance <= death) process.isDead = true;
      else if (chance <= death + sleep && process.openTransactions === 0) {
        process.isDelicate = false;
        process.sleepsUntilUs = this.nowUs + this.#random.between(1, LONGEST_SLEEP_US / MS_US) * MS_US;
        return;
      }
      this.nowUs += this.#random.between(0, 50) * MS_US;
    }
    this.#waiting.splice(this.#waiting.indexOf(step), 1);
    this.#changes++;
    step.resume();
  }

  async #untilAllWait(): Promise<void> {
    const since = performance.now();
    for (;;) {
      const seen = this.#changes;
      for (let round = 0; round < QUIET_ROUNDS; round++) await new Promise((done) => setImmediate(done));
      const isBlocked = this.#waiting.length > 0 && performance.now() - since > BLOCKED_AFTER_MS;
      if (seen === this.#changes && (this.#running === 0 || isBlocked)) return;
    }
  }

  /** The store as a process sees it. */
  database(db: Database, process: Process): Database {
    const statement = async <T>(run: () => Promise<T>): Promise<T> => {
      await this.pass(process);
      return this.#counted(run);
    };
    const transaction = async <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => {
      await this.pass(process);
      process.openTransactions++;
      const result = await this.#inTurn(db, () =>
        this.#counted(() =>
          db.transaction((tx) =>
            this.#uncounted(async () => {
              const done = await work({
                ...tx,
                query: (sql, params) => statement(() => tx.query(sql, params)),
              });
              await this.pass(process);
              if (this.#isFault()) throw new DatabaseUnavailable('the connection broke');
              return done;
            }),
          ),
        ),
      ).finally(() => {
        process.openTransactions--;
      });
      await this.pass(process, true);
      if (this.#isFault()) throw new OutcomeUnknown('the connection broke during the commit');
      return result;
    };
    return { ...db, query: (sql, params) => statement(() => db.query(sql, params)), transaction };
  }

  #isFault(): boolean {
    return this.#random.between(1, 1000) <= this.troubles.fault;
  }

  /** SQLite has one writer. Its waiting transactions would otherwise share commits, as their real times decide. */
  #inTurn<T>(db: Database, work: () => Promise<T>): Promise<T> {
    if (db.engine === 'postgres') return work();
    const turn = this.#lastWrite.then(work, work);
    this.#lastWrite = turn.catch(() => {});
    return turn;
  }

  #counted<T>(work: () => Promise<T>): Promise<T> {
    return this.#count(1, work);
  }

  #uncounted<T>(work: () => Promise<T>): Promise<T> {
    return this.#count(-1, work);
  }

  async #count<T>(by: 1 | -1, work: () => Promise<T>): Promise<T> {
    this.#running += by;
    this.#changes++;
    try {
      return await work();
    } finally {
      this.#running -= by;
      this.#changes++;
    }
  }
}
