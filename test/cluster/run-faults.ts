import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../support/gateway.ts';
import { type Answer, isError } from './check/history.ts';
import type { Fault, Stage } from './faults/fault.ts';
import type { MadeFault } from './report/report.ts';

/** The cluster counts as healthy again when nothing has failed for this time, and enough requests have succeeded. */
const CALM_MS = 5_000;
const CALM_ANSWERS = 10;
const RECOVERY_MS = 120_000;

/** Injects each fault under the running load, and repairs it. Then waits until the cluster is healthy, and for `restMs` more. */
export async function runFaults(
  faults: readonly Fault[],
  stage: Omit<Stage, 'strike'>,
  answers: readonly Answer[],
  restMs: number,
): Promise<MadeFault[]> {
  const made: MadeFault[] = [];
  for (const fault of faults) {
    stage.log(`${fault.name}: ${fault.expected}`);
    const one = await runFault(fault, stage, answers);
    made.push(one);
    stage.log(`${fault.name}: over after ${((one.overMs - one.madeMs) / 1000).toFixed(1)} s`);
    for (const words of one.failures) stage.log(`${fault.name}: FAILED: ${words}`);
    await pause(restMs);
  }
  return made;
}

async function runFault(fault: Fault, stage: Omit<Stage, 'strike'>, answers: readonly Answer[]): Promise<MadeFault> {
  const failures: string[] = [];
  let madeMs = Date.now();
  const strike: Stage['strike'] = async (blow) => {
    madeMs = Date.now();
    await blow();
  };
  const attempt = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      failures.push((error as Error).message);
      return undefined;
    }
  };
  const heal = await attempt(() => fault.make({ ...stage, strike }));
  const calm = (when: string) => {
    const sinceMs = Date.now();
    return attempt(() => until(`requests succeed ${when} it`, () => isCalm(answers, sinceMs), RECOVERY_MS));
  };
  if (heal) await calm('with');
  if (heal) await attempt(heal);
  await attempt(() => stage.cluster.whole(RECOVERY_MS));
  await calm('after');
  for (const node of stage.cluster.nodes) if (!node.isRunning()) failures.push(`${node.name} does not run`);
  return { name: fault.name, limits: fault.limits, madeMs, overMs: Date.now(), failures };
}

/** Whether no request has failed during the last CALM_MS, all of which must be after `afterMs`. */
function isCalm(answers: readonly Answer[], afterMs: number): boolean {
  const sinceMs = Date.now() - CALM_MS;
  let succeeded = 0;
  if (sinceMs < afterMs) return false;
  for (let at = answers.length - 1; at >= 0 && answers[at]!.endedMs >= sinceMs; at--) {
    if (isError(answers[at]!)) return false;
    succeeded++;
  }
  return succeeded >= CALM_ANSWERS;
}
