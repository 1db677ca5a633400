import { aligned } from '../../../bench/report.ts';
import type { Finding, FindingKind } from '../check/findings.ts';
import type { Answer } from '../check/history.ts';
import { type ErrorWindow, errorWindow } from './error-window.ts';

/** The longest that errors may last after a fault, milliseconds; what is absent is not bounded. */
export interface Limits {
  readonly writesMs?: number;
  readonly readsMs?: number;
}

/** An injected fault, and when all was as before. Milliseconds since 1970. */
export interface MadeFault {
  readonly name: string;
  readonly limits: Limits;
  readonly madeMs: number;
  readonly overMs: number;
  /** What must not have happened, apart from errors; none when all was as expected. */
  readonly failures: readonly string[];
}

const HEAD = [
  'Fault',
  'Writes: first error after, until',
  'failed (refused) of',
  'slowest',
  'Reads: first error after, until',
  'failed (refused) of',
  'slowest',
  'Over after',
  'Lost',
  'Doubled',
  'Contradicting',
];

/** One row a fault, as a Markdown table; findings that belong to none are in the last row. Seconds. */
export function reportTable(
  faults: readonly MadeFault[],
  answers: readonly Answer[],
  findings: readonly Finding[],
): string {
  const rows = faults.map((fault, index) => {
    const endMs = faults[index + 1]?.madeMs ?? Number.POSITIVE_INFINITY;
    const ofFault = findings.filter(({ atMs }) => atMs !== null && isFaultOf(faults, index, atMs));
    return [
      fault.name,
      ...windowCells(errorWindow(answers, fault.madeMs, endMs, true)),
      ...windowCells(errorWindow(answers, fault.madeMs, endMs, false)),
      seconds(fault.overMs - fault.madeMs),
      ...counts(ofFault),
    ];
  });
  const others = findings.filter(({ atMs }) => atMs === null || !faults.some((_, at) => isFaultOf(faults, at, atMs)));
  const rest = ['before, and none', ...Array<string>(HEAD.length - 4).fill(''), ...counts(others)];
  return aligned([HEAD, HEAD.map(() => ''), ...rows, rest]);
}

/** Which faults were felt for longer than they may be, and what else was not as expected, a sentence each. */
export function brokenLimits(faults: readonly MadeFault[], answers: readonly Answer[]): string[] {
  return faults.flatMap((fault, index) => {
    const endMs = faults[index + 1]?.madeMs ?? Number.POSITIVE_INFINITY;
    const { writesMs = Number.POSITIVE_INFINITY, readsMs = Number.POSITIVE_INFINITY } = fault.limits;
    const last = (writes: boolean) => errorWindow(answers, fault.madeMs, endMs, writes).lastErrorMs;
    const broken = (what: string, untilMs: number | null, limitMs: number) =>
      untilMs !== null && untilMs > limitMs
        ? [`${fault.name}: ${what} failed until ${seconds(untilMs)} s after it, allowed are ${seconds(limitMs)}`]
        : [];
    return [
      ...broken('writes', last(true), writesMs),
      ...broken('reads', last(false), readsMs),
      ...fault.failures.map((words) => `${fault.name}: ${words}`),
    ];
  });
}

/** Whether a failure that started at a moment belongs to a fault: it is the last one that was injected before, or the failure started just before it. */
function isFaultOf(faults: readonly MadeFault[], index: number, atMs: number): boolean {
  // A request that was on its way when the fault was injected suffers it as well.
  const startOf = (at: number) => (faults[at]?.madeMs ?? Number.POSITIVE_INFINITY) - 10_000;
  return atMs >= startOf(index) && atMs < startOf(index + 1);
}

function windowCells({ asked, errors, refused, firstErrorMs, lastErrorMs, slowestMs }: ErrorWindow): string[] {
  const span = firstErrorMs === null ? 'none' : `${seconds(firstErrorMs)}, ${seconds(lastErrorMs ?? 0)}`;
  return [span, `${errors} (${refused}) of ${asked}`, seconds(slowestMs)];
}

function counts(findings: readonly Finding[]): string[] {
  const of = (kind: FindingKind) => String(findings.filter((finding) => finding.kind === kind).length);
  return [of('lost'), of('doubled'), of('contradicting')];
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}
