import { documentedPath, POLLED_PATHS } from '../api/api-base.ts';
import { type RequestLines, requestLines } from '../features/requests/request-lines.ts';
import { type KeyUses, keyUses } from '../features/websites/key-uses.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Log } from '../platform/log/log.ts';
import type { Telemetry } from '../platform/log/telemetry.ts';

/** What the requests of a node leave in memory, for background jobs to write. */
export interface RequestNotes {
  /** The keys that were used. */
  readonly uses: KeyUses;
  /** Lines of the request log. */
  readonly lines: RequestLines;
}

/** Collects the notes of a node's requests. Each request is reported to `telemetry` too. */
export function requestNotes(parts: {
  readonly clock: Clock;
  readonly log: Log;
  readonly telemetry: Pick<Telemetry, 'request' | 'requestLinesDropped'>;
}): RequestNotes {
  return { uses: keyUses(), lines: requestLines({ ...parts, polled: POLLED_PATHS, pathOf: documentedPath }) };
}
