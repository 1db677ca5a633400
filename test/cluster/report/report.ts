import { aligned } from '../../../bench/report.ts';
import type { Finding, FindingKind } from '../check/findings.ts';
import type { Answer } from '../check/history.ts';
import { type ErrorWindow, errorWindow } from './error-window.ts';

/** How long errors may last after a fault, milliseconds. A limit that is absent does not apply. */
export interface Limits {
  readonly writesMs?: number;
  readonly readsMs?: number;
}

/** An injected fault, and the moment at which the cluster was healthy again. Milliseconds since 1970. */
export interface MadeFault {
  readonly name: string;
  readonly limits: Limits;
  readonly madeMs: number;
  readonly overMs: number;
  /** What was not as expected, apart from failed requests. */
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

/** A Markdown table with one row for each fault, in seconds. Findings that belong to no fault are in the last row. */
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

/** One sentence for each fault whose errors lasted longer than allowed, and for everything else that was not as expected. */
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

/** Whether a failure at a moment belongs to a fault: to the last one before that moment, or to one that was injected just after it. */
function isFaultOf(faults: readonly MadeFault[], index: number, atMs: number): boolean {
  // A fault also affects requests that were in flight when it was injected.
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
