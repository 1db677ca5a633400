import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../processes/start-process.ts';

/** Whose code a frame is. */
export type Origin = 'peye' | 'library' | 'node' | 'native';

/** A function under its callers, with the time that was spent in it and below it. */
export interface Frame {
  readonly name: string;
  readonly origin: Origin;
  totalUs: number;
  selfUs: number;
  readonly children: Map<string, Frame>;
}

interface CpuProfile {
  readonly nodes: readonly {
    id: number;
    callFrame: { functionName: string; url: string; lineNumber: number };
    children?: number[];
  }[];
  /** Microseconds of the machine's monotonic clock. */
  readonly startTime: number;
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** From and to, microseconds of the monotonic clock. */
export type Span = readonly [fromUs: number, toUs: number];

/** The current time by the clock that profiles use. */
export function monotonicUs(): number {
  return Number(process.hrtime.bigint() / 1000n);
}

/** The functions that ran within a span, from the profiles of a process's threads. Idle time is omitted. */
export function readProfiles(files: readonly string[], span: Span): Frame {
  const root = frame('all', 'native');
  for (const file of files) addProfile(root, JSON.parse(readFileSync(file, 'utf8')), span);
  return root;
}

/** Parts of the time by the origin of the function that was running. */
export function sharesOf(root: Frame): Record<Origin, number> {
  const shares = { peye: 0, library: 0, node: 0, native: 0 };
  const add = (frame: Frame) => {
    shares[frame.origin] += frame.selfUs / root.totalUs;
    for (const child of frame.children.values()) add(child);
  };
  add(root);
  return shares;
}

function addProfile(root: Frame, profile: CpuProfile, [fromUs, toUs]: Span): void {
  const parents = new Map(
    profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
  );
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const paths = new Map<number, Frame[]>();
  const pathTo = (id: number): Frame[] => {
    const known = paths.get(id);
    if (known) return known;
    const parent = parents.get(id);
    let path: Frame[] = [root];
    if (parent !== undefined) {
      const above = pathTo(parent);
      path = [...above, childOf(above.at(-1)!, nodes.get(id)!.callFrame)];
    }
    paths.set(id, path);
    return path;
  };
  let atUs = profile.startTime;
  for (const [index, id] of profile.samples.entries()) {
    atUs += profile.timeDeltas[index]!;
    if (atUs < fromUs || atUs > toUs || nodes.get(id)!.callFrame.functionName === '(idle)') continue;
    // A sample stands for the time until the next one.
    const us = Math.max(0, profile.timeDeltas[index + 1] ?? 0);
    const path = pathTo(id);
    for (const each of path) each.totalUs += us;
    path.at(-1)!.selfUs += us;
  }
}

function childOf(parent: Frame, { functionName, url, lineNumber }: CpuProfile['nodes'][number]['callFrame']): Frame {
  const { place, origin } = placeOf(url);
  const where = functionName === '' && place !== '' ? `${place}:${lineNumber + 1}` : place;
  const text = functionName || '(anonymous)';
  const name = where === '' ? text : `${text} (${where})`;
  const known = parent.children.get(name);
  if (known) return known;
  const made = frame(name, origin);
  parent.children.set(name, made);
  return made;
}

/** The file of a function, without the folders of this machine. */
function placeOf(url: string): { place: string; origin: Origin } {
  if (url.startsWith('node:')) return { place: url, origin: 'node' };
  const inPackage = /^.*\/node_modules\/(.+)$/.exec(url)?.[1];
  if (inPackage) return { place: inPackage, origin: 'library' };
  const root = pathToFileURL(ROOT).href;
  if (url.startsWith(root)) return { place: url.slice(root.length).replace(/^\/*(src\/)?/, ''), origin: 'peye' };
  return { place: '', origin: url === '' ? 'native' : 'library' };
}

function frame(name: string, origin: Origin): Frame {
  return { name, origin, totalUs: 0, selfUs: 0, children: new Map() };
}
