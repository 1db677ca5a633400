import { type Role, sideOf } from '../../domain/roles.ts';

/** Merchants' exports at a time in one process: each takes a part of what everybody else waits for. */
const OF_MERCHANTS = 2;
/** Of everybody. One more, so that merchants who read slowly do not keep those who run the gateway from theirs. */
const OF_ALL = 3;

/** Who may begin an export: a few at a time, and one for each person. */
export interface ExportPlaces {
  /** What gives the place back, or why there is none: `yours` is running already, or too many of `others`. */
  take(user: { readonly id: string; readonly role: Role }): (() => void) | 'yours' | 'others';
}

/** The places of a process. */
export function exportPlaces(): ExportPlaces {
  const running = new Set<string>();
  return {
    take({ id, role }) {
      if (running.has(id)) return 'yours';
      if (running.size >= (sideOf(role) === 'merchant' ? OF_MERCHANTS : OF_ALL)) return 'others';
      running.add(id);
      return () => void running.delete(id);
    },
  };
}
