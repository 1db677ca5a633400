/** A machine whose time passes only when the test moves it, and whose clock can be set wrong. Times are microseconds. */
export interface TestMachine {
  readonly wall: () => number;
  readonly elapsed: () => number;
  readonly boot: { readonly id: string; readonly running: () => number };
  /** The time of PostgreSQL, which runs on the same machine and so has the same clock. */
  readonly readStoreTime: () => Promise<number>;
  /** The true time. */
  trueUs(): number;
  /** Lets time pass, for the clock and all counters. */
  pass(seconds: number): void;
  /** Sets the clock this far from the true time. */
  set(aheadSeconds: number): void;
  /** Restarts the machine, which then does not know for how long it was off. */
  restart(): void;
}

const US = 1_000_000;

export function testMachine({ name = 'machine', startUs = Date.now() * 1000 } = {}): TestMachine {
  let passedUs = 0;
  let aheadUs = 0;
  let boots = 0;
  let bootedUs = -3_600 * US;
  const elapsed = () => passedUs;
  const trueUs = () => startUs + elapsed();
  const wall = () => trueUs() + aheadUs;
  return {
    wall,
    elapsed,
    get boot() {
      return { id: `${name}-${boots}`, running: () => elapsed() - bootedUs };
    },
    readStoreTime: async () => wall(),
    trueUs,
    pass: (seconds) => {
      passedUs += Math.round(seconds * US);
    },
    set: (aheadSeconds) => {
      aheadUs = Math.round(aheadSeconds * US);
    },
    restart: () => {
      boots++;
      bootedUs = elapsed();
    },
  };
}
