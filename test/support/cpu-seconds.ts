import { readFileSync } from 'node:fs';

/** A clock tick of /proc, in seconds. */
const TICK_SECONDS = 1 / 100;

/** The processor seconds so far of this process, and of its children that have ended (Linux only counts those). */
export function cpuSeconds(): number {
  try {
    // utime, stime, cutime and cstime follow 11 fields after the name, which is in parentheses.
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_SECONDS;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
}
