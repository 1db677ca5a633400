import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { US_PER_SECOND } from '../../core/durations.ts';
import { type Clock, systemClock } from './clock.ts';

/** The clocks of a machine, in microseconds. */
export interface MachineTime {
  /** The machine's clock, since 1970. It can be set. */
  readonly wall: Clock;
  /** Elapsed time from an arbitrary origin. It cannot be set, and includes sleep where the system reports it. */
  readonly elapsed: () => number;
  /** This boot of the machine and its uptime. Undefined where the system does not report it. */
  readonly boot: { readonly id: string; readonly running: () => number } | undefined;
}

/** How often to check whether the machine has slept. */
const CHECK_AGAIN_US = US_PER_SECOND;
/** A smaller difference is no sleep, because the two counters are not read at the same instant. */
const SHORTEST_SLEEP_US = 2 * US_PER_SECOND;

export function machineTime(): MachineTime {
  const wall = systemClock();
  // On other systems, the uptime is computed from the clock that can be set.
  if (process.platform !== 'linux') return { wall, elapsed: monotonic, boot: undefined };
  return { wall, elapsed: withSleep(monotonic, running), boot: readBoot() };
}

/** Linux's monotonic counter stops while the machine sleeps, and its uptime does not. */
function withSleep(awake: () => number, sinceStart: () => number): () => number {
  const differenceUs = () => sinceStart() - awake();
  const firstUs = differenceUs();
  let sleptUs = 0;
  let checkedAtUs = awake();
  return () => {
    const nowUs = awake();
    if (nowUs - checkedAtUs > CHECK_AGAIN_US) {
      checkedAtUs = nowUs;
      const differsUs = differenceUs() - firstUs;
      if (differsUs - sleptUs > SHORTEST_SLEEP_US) sleptUs = differsUs;
    }
    return nowUs + sleptUs;
  };
}

function monotonic(): number {
  return performance.now() * 1000;
}

/** A container may report its own age as the machine's uptime; then sleep cannot be detected. */
function running(): number {
  return Math.max(Math.round(uptime() * US_PER_SECOND), Math.round(Number(process.hrtime.bigint()) / 1000));
}

function readBoot(): MachineTime['boot'] {
  try {
    return { id: readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(), running };
  } catch {
    return undefined;
  }
}
