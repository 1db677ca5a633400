import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseUnavailable, OutcomeUnknown, SchemaMovedOn } from '../database/database.ts';
import type { Log } from '../platform/log/log.ts';
import { failureText } from './failure.ts';

/** The pause between two attempts doubles up to the longest. */
const PAUSE_MS = { first: 250, longest: 5_000 };
/** An unchanged reason is logged at this interval. */
const LOG_AGAIN_MS = 30_000;

/**
 * Errors that only other settings can fix, so that a retry is useless. The server refuses this user (class 28:
 * password, role, pg_hba.conf), or has no such database. Its certificate is not trusted, or missing. A pooler is used
 * as if it were PostgreSQL.
 */
const SETTINGS_CODES = /^(28|3D000|ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;
const SETTINGS_MESSAGES = /unsupported startup parameter|does not support SSL/;

/**
 * Runs the work of a start that needs the store, and retries while the store is unreachable, starting up, out of connections, read-only or
 * locked. `onWait` is called before each pause. Throws everything else that the work throws, such as wrong settings. Contract: OPERATOR-19.
 */
export async function awaitStore<T>(work: () => Promise<T>, log: Log, onWait = async () => {}): Promise<T> {
  let pauseMs = PAUSE_MS.first;
  let logged: { readonly reason: string; readonly atMs: number } | undefined;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isTemporary(error)) throw error;
      const reason = failureText(error);
      if (logged?.reason !== reason || performance.now() - logged.atMs >= LOG_AGAIN_MS) {
        logged = { reason, atMs: performance.now() };
        log.warn({ reason }, 'the database is unavailable: retrying the start');
      }
      await onWait();
    }
    // Nodes that wait together do not retry together.
    await pause(pauseMs * (0.5 + Math.random() / 2));
    pauseMs = Math.min(pauseMs * 2, PAUSE_MS.longest);
  }
}

function isTemporary(error: unknown): boolean {
  // A migration may or may not have been committed. The next attempt finds it applied, or applies it.
  if (error instanceof OutcomeUnknown) return true;
  if (!(error instanceof DatabaseUnavailable) || error instanceof SchemaMovedOn) return false;
  const { code = '', message = '' } = (error.cause ?? {}) as { code?: string | number; message?: string };
  return !SETTINGS_CODES.test(String(code)) && !SETTINGS_MESSAGES.test(message);
}
