import { MS_PER_MINUTE } from '../../core/durations.ts';

/** The codes of errors for a module that could not be found or read. */
const CODES = [
  'ERR_MODULE_NOT_FOUND',
  'MODULE_NOT_FOUND',
  'ERR_UNSUPPORTED_DIR_IMPORT',
  'ERR_PACKAGE_PATH_NOT_EXPORTED',
];
const MOST_CAUSES = 5;
/** A failed load is reported for this long, because the next load may find the file again. */
const REPORTED_MS = MS_PER_MINUTE;

let lastMissedMs = Number.NEGATIVE_INFINITY;

/**
 * A file of the program or of one of its packages could not be loaded, because it was removed or replaced while the
 * process runs. Thrown before any request was sent or data stored, so it proves nothing about the server.
 */
export class ProgramIncomplete extends Error {
  override readonly name = 'ProgramIncomplete';
}

/** Whether an error, or one of its causes, reports a module that could not be loaded. Notes it for `isProgramIncomplete`. */
export function noteMissingFile(error: unknown): boolean {
  let at = error;
  for (let depth = 0; depth < MOST_CAUSES && at instanceof Error; depth++) {
    if (at instanceof ProgramIncomplete || CODES.includes((at as NodeJS.ErrnoException).code ?? '')) {
      lastMissedMs = performance.now();
      return true;
    }
    at = at.cause;
  }
  return false;
}

/** Whether a file of the program could not be loaded within the last minute. */
export function isProgramIncomplete(): boolean {
  return performance.now() - lastMissedMs < REPORTED_MS;
}
