import type { ServerResponse } from 'node:http';
import { finished, Readable } from 'node:stream';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { PreparedExport } from './export-lists.ts';

/** How long a reader may take nothing: then it is gone, or holds a place that others wait for. Slow lines take a part within seconds. */
const STALL_MS = 60_000;

/**
 * Streams an export: only as much is read of the store as the browser takes, others are served between two pieces, and nothing more is
 * read once the connection is gone. What fails on its way ends with a line that says so and a broken connection, and a reader that stands
 * still for a minute is cut off. `onEnd` is called once, when the connection has everything or is gone.
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
  // One piece at a time: what was yielded has been written before the next is asked for.
  // As text: buffers of hundreds of megabytes would lie around until memory is collected.
  const stream = Readable.from(texts(), { objectMode: false, highWaterMark: 1, encoding: 'utf8' });
  // The browser sees it too: the connection breaks.
  stream.on('error', (error) => reply.log.error({ err: error }, 'an export was broken off'));
  // What was written last may still wait for its reader.
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

/** Writes the last line of a file that is not whole. Where nothing was sent, a page will say what is wrong instead. */
async function sayBrokenOff(reply: FastifyReply, { brokenOff }: PreparedExport): Promise<void> {
  const raw: ServerResponse = reply.raw;
  if (!raw.headersSent) reply.removeHeader('content-disposition');
  else if (!raw.destroyed) await new Promise((done) => raw.write(brokenOff, done));
}
