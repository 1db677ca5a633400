import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { type Event, EventQueue } from './event-queue.ts';
import { type Random, random } from './random.ts';

/** When every simulation starts, microseconds since 1970. */
export const BEGINS_AT_US = Date.UTC(2026, 0, 5, 14) * 1000;

/** A process of the gateway, as the scheduler sees it: what it does stops with its life, and waits while it stands still. */
export interface Life {
  readonly name: string;
  readonly random: Random;
  isAlive: boolean;
  /** The time until which the process does nothing, because it is stopped or its machine is busy. */
  standsStillUntilUs: number;
  /** Callbacks of setImmediate keep their order. */
  lastImmediateUs: number;
}

/** Which process the running code belongs to: promises, timers and callbacks carry it along. */
const lives = new AsyncLocalStorage<Life>();
/** Node's own function, before it is replaced. */
const nextRound = setImmediate;

const STEPS_TOGETHER = 200;

let current: World | undefined;

/** The world that runs; undefined between two. */
export const theWorld = (): World | undefined => current;

/** The process that the running code belongs to; undefined outside of the gateway. */
export const theLife = (): Life | undefined => lives.getStore();

/** Runs code as part of a process. */
export const within = <T>(life: Life, work: () => T): T => lives.run(life, work);

/**
 * Everything that happens, one event after the other, in virtual time: the seed decides how long each thing takes, and so what comes
 * first. Between two events all promises that can continue do so, and nothing else happens.
 */
export class World {
  readonly random: Random;
  nowUs = BEGINS_AT_US;
  /** How far the machine's clock is off. */
  wallOffsetUs = 0;
  /** How much rarer than in the gateway's own settings background jobs look for work. */
  pace = 1;
  /** The longest pause of a job that this may cause. */
  rarestMs = 240_000;
  /** Called with each event when it has happened. */
  onEvent: ((label: string) => void) | undefined;
  events = 0;
  readonly #delays: Random;
  readonly #queue = new EventQueue();
  readonly #trace = createHash('sha256');
  #lines: string[] = [];
  #sequence = 0;
  #asked = 0;

  constructor(seed: number) {
    this.random = random(seed);
    this.#delays = this.random.fork('delays');
  }

  /** Plans an event. It belongs to the process that plans it, and does not happen when that is dead by then. */
  after(us: number, label: string, run: () => void): Event {
    return this.#plan(this.nowUs + us, label, run);
  }

  /** Plans an event of another process, or of none. */
  afterIn(life: Life | undefined, us: number, label: string, run: () => void): Event {
    return life ? lives.run(life, () => this.after(us, label, run)) : lives.exit(() => this.after(us, label, run));
  }

  /** Like setImmediate: very soon, and after what its process has already planned this way. */
  soon(label: string, run: () => void): Event {
    const life = lives.getStore();
    if (!life) return this.after(1, label, run);
    life.lastImmediateUs = Math.max(life.lastImmediateUs, this.nowUs + this.#delays.between(0, 2));
    return this.#plan(life.lastImmediateUs, label, run);
  }

  /** Resolves after so many microseconds. */
  sleep(us: number, label = 'sleep'): Promise<void> {
    return new Promise((done) => this.after(us, label, done));
  }

  /** A random number of the scheduler: how long something takes. */
  delayUs(least: number, most: number): number {
    return this.#delays.between(least, most);
  }

  /** The machine's clock, microseconds since 1970. */
  wallUs(): number {
    return Math.floor(this.nowUs + this.wallOffsetUs);
  }

  /** Milliseconds since the machine's start. Each reading is a little later: a loop that waits for a moment ends. */
  elapsedMs(): number {
    return (this.nowUs - BEGINS_AT_US) / 1000 + 60_000 + ++this.#asked * 1e-5;
  }

  /** Stops everything for a time, as when a process blocks. */
  block(ms: number): void {
    this.nowUs += ms * 1000;
  }

  /** Adds a line to the trace, by which two runs are compared. */
  trace(line: string): void {
    if (this.#lines.push(line) < 512) return;
    this.#writeTrace();
  }

  hash(): string {
    this.#writeTrace();
    return this.#trace.copy().digest('hex').slice(0, 16);
  }

  /** Lets things happen until `work` has ended. Throws what it throws, and when it does not end with so many events. */
  async run<T>(work: () => Promise<T>, mostEvents = Number.POSITIVE_INFINITY): Promise<T> {
    if (current) throw new Error('one world at a time');
    current = this;
    try {
      return await this.#runToTheEnd(work, mostEvents);
    } finally {
      current = undefined;
    }
  }

  #runToTheEnd<T>(work: () => Promise<T>, mostEvents: number): Promise<T> {
    return new Promise((resolve, reject) => {
      let isOver = false;
      const end = (settle: () => void) => {
        isOver = true;
        settle();
      };
      work().then(
        (result) => end(() => resolve(result)),
        (error) => end(() => reject(error)),
      );
      const step = () => {
        if (isOver) return;
        const event = this.#queue.pop();
        if (!event) return end(() => reject(new Error('no event is left, and the work has not ended')));
        if (this.events > mostEvents) return end(() => reject(new Error(`it does not end after ${mostEvents} events`)));
        if (!event.isCancelled) this.#happen(event);
      };
      // Node lets all promises continue between two of these, and looks at the system only when all are done.
      const manySteps = () => {
        if (isOver) return;
        for (let count = 0; count < STEPS_TOGETHER; count++) nextRound(step);
        nextRound(manySteps);
      };
      manySteps();
    });
  }

  #happen(event: Event): void {
    this.nowUs = Math.max(this.nowUs, event.atUs);
    this.events++;
    this.trace(`${this.nowUs} ${event.label}`);
    event.run();
    this.onEvent?.(event.label);
  }

  #plan(atUs: number, label: string, run: () => void): Event {
    const life = lives.getStore();
    const order = this.#sequence++;
    const named = life ? `${life.name} ${label}` : label;
    const event: Event = {
      atUs: Math.max(atUs, this.nowUs),
      order,
      label: named,
      isCancelled: false,
      run: life ? () => this.#runIn(life, named, run) : run,
    };
    this.#queue.push(event);
    return event;
  }

  #runIn(life: Life, label: string, run: () => void): void {
    if (!life.isAlive) return;
    if (life.standsStillUntilUs <= this.nowUs) {
      lives.run(life, run);
      return;
    }
    const again = () => this.#runIn(life, label, run);
    const order = this.#sequence++;
    this.#queue.push({ atUs: life.standsStillUntilUs, order, label, isCancelled: false, run: again });
  }

  #writeTrace(): void {
    this.#trace.update(this.#lines.join('\n'));
    this.#lines = [];
  }
}
