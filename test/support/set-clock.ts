/** A machine's time under a test's control: it passes only when the test says so, and its clock can be set. Microseconds. */
export interface TestMachine {
  readonly wall: () => number;
  readonly elapsed: () => number;
  readonly boot: { readonly id: string; readonly running: () => number };
  /** PostgreSQL's clock: of the same machine, so it is set with it. */
  readonly readStoreTime: () => Promise<number>;
  /** The time as it really is. */
  trueUs(): number;
  /** Time passes, for everything. */
  pass(seconds: number): void;
  /** Sets the clock this far from the true time. */
  set(aheadSeconds: number): void;
  /** The machine starts again: it does not know for how long it was off. */
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
