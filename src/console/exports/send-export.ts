import type { ServerResponse } from 'node:http';
import { finished, Readable } from 'node:stream';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { Database } from '../../database/database.ts';
import { isOver, type SignedIn, SignedOut } from '../../features/users/session-rules.ts';
import { listSessions } from '../../features/users/store/sessions.ts';
import { findUser } from '../../features/users/store/users.ts';
import type { PreparedExport } from './exported-list.ts';

/** Rows between two checks: an export may take as long as its reader does. */
const ROWS_BETWEEN = 1_000;
const MS_BETWEEN = 1_000;

/**
 * How long a reader may read nothing. A reader that is silent for longer has disconnected, or occupies a slot that
 * other exports wait for. Even a slow reader reads a part within seconds.
 */
const STALL_MS = 60_000;

/**
 * Streams an export. It reads from the store only as fast as the browser reads, serves other requests between two
 * pieces, and stops when the connection closes. After an error the file ends with a line that reports it, and the
 * connection breaks. A reader that reads nothing for a minute is disconnected. `onEnd` is called once, when the export
 * is complete or the connection has closed.
 */
export function sendExport(
  reply: FastifyReply,
  prepared: PreparedExport,
  {
    fileName,
    onEnd,
    stallMs = STALL_MS,
  }: { fileName: string; onEnd: (ended: { rows: number; isWhole: boolean }) => void; stallMs?: number },
): FastifyReply {
  const { raw } = reply;
  let rows = 0;
  let isWhole = false;
  const watchForStall = () => setTimeout(() => raw.destroy(), stallMs);
  async function* texts() {
    let stall: NodeJS.Timeout | undefined;
    try {
      for await (const piece of prepared.pieces()) {
        if (raw.destroyed) return;
        if (piece.text !== '') {
          stall = watchForStall();
          yield piece.text;
          clearTimeout(stall);
          rows += piece.rows;
        }
        await yieldToOthers();
      }
      isWhole = true;
    } catch (error) {
      stall = watchForStall();
      await sayBrokenOff(reply, prepared);
      throw error;
    } finally {
      clearTimeout(stall);
    }
  }
  // One piece at a time: each piece is written before the next one is read. As text: hundreds of megabytes of buffers would stay in memory
  // until garbage collection.
  const stream = Readable.from(texts(), { objectMode: false, highWaterMark: 1, encoding: 'utf8' });
  // The browser notices too, because the connection breaks.
  stream.on('error', (error) => reply.log.error({ err: error }, 'an export was broken off'));
  // The reader may not have received the last piece yet.
  let last: NodeJS.Timeout | undefined;
  stream.once('end', () => {
    last = watchForStall();
  });
  finished(raw, (error) => {
    clearTimeout(last);
    onEnd({ rows, isWhole: isWhole && !error });
  });
  return reply
    .headers({
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .type(prepared.mediaType)
    .send(stream);
}

/** Writes the last line of an incomplete file. If nothing was sent yet, an error page is shown instead. */
async function sayBrokenOff(reply: FastifyReply, { brokenOff }: PreparedExport): Promise<void> {
  const raw: ServerResponse = reply.raw;
  if (!raw.headersSent) reply.removeHeader('content-disposition');
  else if (!raw.destroyed) await new Promise((done) => raw.write(brokenOff, done));
}

/**
 * The same export, but it stops when its session ends (signed out, ended from another session, expired or idle for too long), when its
 * user's password changes, or when the user is deactivated, reset, or given another role or other websites. It checks before each piece, at
 * most once a second, and at least every thousand rows.
 */
export function abortOnSignOut(
  { db, clock }: { readonly db: Database; readonly clock: () => number },
  { user, session }: Pick<SignedIn, 'user' | 'session'>,
  prepared: PreparedExport,
): PreparedExport {
  const isAllowed = async () => {
    const [now, sessions] = await Promise.all([findUser(db, user.id), listSessions(db, user.id)]);
    // Confirming with a factor gives the session a new token, but the same id.
    const current = sessions.find(({ id }) => id === session.id);
    if (now === undefined || current === undefined || isOver({ session: current, user: now }, clock())) return false;
    return now.version === user.version && now.passwordHash === user.passwordHash;
  };
  return {
    ...prepared,
    async *pieces() {
      let rows = 0;
      let lookedAtMs = performance.now();
      for await (const piece of prepared.pieces()) {
        if (rows >= ROWS_BETWEEN || performance.now() - lookedAtMs >= MS_BETWEEN) {
          if (!(await isAllowed())) throw new SignedOut('The session of this export has ended.');
          rows = 0;
          lookedAtMs = performance.now();
        }
        rows += piece.rows;
        yield piece;
      }
    },
  };
}
