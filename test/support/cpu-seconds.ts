import { readFileSync } from 'node:fs';

/** A clock tick of /proc, in seconds. */
const TICK_SECONDS = 1 / 100;

/** The processor seconds so far of this process, and of its children that have ended (Linux only counts those). */
export function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + cpuSecondsOfChildren();
}

function cpuSecondsOfChildren(): number {
  try {
    // cutime and cstime follow 13 fields after the name, which is in parentheses.
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[13]) + Number(fields[14])) * TICK_SECONDS;
  } catch {
    return 0;
  }
}
