import { theLife, theWorld } from './world.ts';

const RealDate = Date;
const real = {
  now: performance.now.bind(performance),
  random: Math.random,
  setTimeout,
  clearTimeout,
  setInterval,
  clearInterval,
  setImmediate,
  clearImmediate,
  wait: Atomics.wait,
  timeout: AbortSignal.timeout,
};

/** A timer of the world. */
class VirtualTimer {
  isCancelled = false;
  plan: () => void;

  constructor(plan: (timer: VirtualTimer) => void) {
    this.plan = () => plan(this);
    this.plan();
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return true;
  }

  close(): this {
    this.isCancelled = true;
    return this;
  }
}

type Callback = (...args: unknown[]) => void;

/** Timers of nodes fire up to a millisecond later than requested. */
const LATE_US = 1000;
/** The source uses intervals for statistics and for sockets. There are no sockets here, so intervals may be long. */
const LEAST_INTERVAL_MS = 30_000;

/**
 * Replaces the process's time by virtual time, and its random numbers by seeded ones, while a world runs. The source and its packages
 * read them in dozens of places (timeouts, jitter, leases, caches), so a parameter could not replace them.
 */
export function installVirtualGlobals(): void {
  globalThis.Date = class extends RealDate {
    constructor(...given: unknown[]) {
      const world = theWorld();
      if (given.length > 0 || !world) super(...(given as []));
      else super(Math.floor(world.wallUs() / 1000));
    }

    static override now(): number {
      const world = theWorld();
      return world ? Math.floor(world.wallUs() / 1000) : RealDate.now();
    }
  } as DateConstructor;
  performance.now = () => theWorld()?.elapsedMs() ?? real.now();
  Math.random = () => (theWorld() ? (theLife()?.random ?? theWorld()!.random).next() : real.random());
  Atomics.wait = ((...given: [Int32Array, number, number, number]) => {
    const world = theWorld();
    if (!world) return real.wait(...given);
    world.block(given[3]);
    return 'timed-out';
  }) as typeof Atomics.wait;
  AbortSignal.timeout = (ms) => {
    if (!theWorld()) return real.timeout(ms);
    const abort = new AbortController();
    setTimeout(() => abort.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')), ms);
    return abort.signal;
  };
  installTimers();
}

function installTimers(): void {
  const replaced = globalThis as unknown as Record<string, unknown>;
  replaced.setTimeout = (run: Callback, ms = 0, ...given: unknown[]) => {
    const world = theWorld();
    if (!world) return real.setTimeout(run, ms, ...given);
    const inUs = Math.max(1, ms || 0) * 1000 + world.delayUs(0, LATE_US);
    return new VirtualTimer((timer) =>
      world.after(inUs, 'timer', () => {
        if (!timer.isCancelled) run(...given);
      }),
    );
  };
  replaced.setInterval = (run: Callback, ms = 0, ...given: unknown[]) => {
    const world = theWorld();
    if (!world) return real.setInterval(run, ms, ...given);
    return new VirtualTimer((timer) =>
      world.after(Math.max(LEAST_INTERVAL_MS, ms, world.rarestMs / 8) * 1000, 'interval', () => {
        if (timer.isCancelled) return;
        run(...given);
        timer.plan();
      }),
    );
  };
  replaced.setImmediate = (run: Callback, ...given: unknown[]) => {
    const world = theWorld();
    if (!world) return real.setImmediate(run, ...given);
    return new VirtualTimer((timer) =>
      world.soon('round', () => {
        if (!timer.isCancelled) run(...given);
      }),
    );
  };
  const clear = (ofProcess: (timer: never) => void) => (timer: unknown) => {
    if (timer instanceof VirtualTimer) timer.close();
    else ofProcess(timer as never);
  };
  replaced.clearTimeout = clear(real.clearTimeout);
  replaced.clearInterval = clear(real.clearInterval);
  replaced.clearImmediate = clear(real.clearImmediate as (timer: never) => void);
}
