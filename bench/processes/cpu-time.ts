import { readdirSync, readFileSync } from 'node:fs';

/** Linux shows processor time in ticks, 100 a second. */
const TICK_US = 10_000;

interface Stat {
  readonly pid: number;
  readonly parent: number;
  readonly ownUs: number;
  /** The time of children that have ended and were waited for. */
  readonly endedUs: number;
}

/**
 * Processor time that a process and all its descendants have used until now, microseconds: user and system, all threads. Undefined
 * without /proc.
 */
export function treeCpuUs(root: number): number | undefined {
  const first = readStat(root);
  if (!first) return undefined;
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (readStat(Number(name)) ?? []) : []));
  let sum = first.ownUs + first.endedUs;
  let parents = new Set([root]);
  while (parents.size > 0) {
    const children = all.filter(({ parent }) => parents.has(parent));
    for (const child of children) sum += child.ownUs + child.endedUs;
    parents = new Set(children.map(({ pid }) => pid));
  }
  return sum;
}

/** Processor time of this process's children that have ended, such as load generators. */
export function endedChildrenCpuUs(): number | undefined {
  return readStat(process.pid)?.endedUs;
}

/** The parent of a process. On PostgreSQL, where each connection is a process, its parent is the server. */
export function parentOf(pid: number): number | undefined {
  return readStat(pid)?.parent;
}

function readStat(pid: number): Stat | undefined {
  try {
    // The name in brackets may contain anything. After it come the state, the parent and, from the 12th field on, the times.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    const ticks = (from: number) => (Number(fields[from]) + Number(fields[from + 1])) * TICK_US;
    return { pid, parent: Number(fields[1]), ownUs: ticks(11), endedUs: ticks(13) };
  } catch {
    return undefined;
  }
}
