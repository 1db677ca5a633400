import type { Edit } from '../world/stand-ins.ts';

/** A bug that someone could introduce in the source, and that the checker must find. */
export interface Sabotage {
  readonly name: string;
  /** The invariant that the bug breaks. The checker may find a violation of another invariant first. */
  readonly breaks: 'I1' | 'I2' | 'I3' | 'I4' | 'I5' | 'I6' | 'I7' | 'I9';
  readonly edits: readonly Edit[];
}

/** A sabotage that changes one place of one file. */
export function sabotage(
  name: string,
  breaks: Sabotage['breaks'],
  file: string,
  find: string,
  replace: string,
): Sabotage {
  return { name, breaks, edits: [{ file, find, replace }] };
}
