import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { type Event, EventQueue } from './event-queue.ts';
import { type Random, random } from './random.ts';

/** When every simulation starts, microseconds since 1970. */
export const BEGINS_AT_US = Date.UTC(2026, 0, 5, 14) * 1000;

/** A process of the gateway, for the scheduler. Its events do not happen after its death, and wait while it stands still. */
export interface Life {
  readonly name: string;
  readonly random: Random;
  isAlive: boolean;
  /** The time until which the process does nothing, because it is stopped or its machine is busy. */
  standsStillUntilUs: number;
  /** The time of its last callback of setImmediate: the next one comes after it. */
  lastImmediateUs: number;
}

/** The process to which the running code belongs. Promises, timers and callbacks inherit it. */
const lives = new AsyncLocalStorage<Life>();
/** Node's own setImmediate, stored before it is replaced. */
const nextRound = setImmediate;

const STEPS_TOGETHER = 200;

let current: World | undefined;

/** The running world; undefined while no world runs. */
export const theWorld = (): World | undefined => current;

/** The process that the running code belongs to; undefined outside of the gateway. */
export const theLife = (): Life | undefined => lives.getStore();

/** Runs code as part of a process. */
export const within = <T>(life: Life, work: () => T): T => lives.run(life, work);

/**
 * The scheduler: all that happens is an event in virtual time, one after the other. The seed decides how long each step takes, and so which
 * comes first. Between two events, all promises that can continue do so, and nothing else happens.
 */
export class World {
  readonly random: Random;
  nowUs = BEGINS_AT_US;
  /** How far the machine's clock is ahead of virtual time. */
  wallOffsetUs = 0;
  /** The factor by which pauses of background jobs are longer than in the gateway's own settings. */
  pace = 1;
  /** The longest pause of a job that `pace` may cause, milliseconds. */
  rarestMs = 240_000;
  /** Called with the label of each event after it has happened. */
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

  /** Plans an event. It belongs to the process that plans it, and does not happen if this process is dead by then. */
  after(us: number, label: string, run: () => void): Event {
    return this.#plan(this.nowUs + us, label, run);
  }

  /** Plans an event that belongs to the given process, or to none. */
  afterIn(life: Life | undefined, us: number, label: string, run: () => void): Event {
    return life ? lives.run(life, () => this.after(us, label, run)) : lives.exit(() => this.after(us, label, run));
  }

  /** Plans an event like setImmediate: very soon, and after all that its process has already planned with `soon`. */
  soon(label: string, run: () => void): Event {
    const life = lives.getStore();
    if (!life) return this.after(1, label, run);
    life.lastImmediateUs = Math.max(life.lastImmediateUs, this.nowUs + this.#delays.between(0, 2));
    return this.#plan(life.lastImmediateUs, label, run);
  }

  /** Resolves after this many microseconds. */
  sleep(us: number, label = 'sleep'): Promise<void> {
    return new Promise((done) => this.after(us, label, done));
  }

  /** Draws how long something takes. */
  delayUs(least: number, most: number): number {
    return this.#delays.between(least, most);
  }

  /** The machine's clock, microseconds since 1970. */
  wallUs(): number {
    return Math.floor(this.nowUs + this.wallOffsetUs);
  }

  /** Milliseconds since the machine's start. Each reading is a little later than the previous one, so a loop that waits for a time ends. */
  elapsedMs(): number {
    return (this.nowUs - BEGINS_AT_US) / 1000 + 60_000 + ++this.#asked * 1e-5;
  }

  /** Moves time forward without any event, as when a process blocks. */
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

  /** Lets events happen until `work` has ended. Throws what `work` throws, or if it does not end within `mostEvents`. */
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
      // Between two of these callbacks Node lets all promises continue. It polls the system only after all callbacks.
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
