import { Readable } from 'node:stream';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { PreparedExport } from './export-lists.ts';

/**
 * Streams an export: only as much is read of the store as the browser takes, others are served between two pieces, and nothing more is
 * read once the connection is gone. `onEnd` is called once, also for what nobody has read anything of.
 */
export function sendExport(
  reply: FastifyReply,
  prepared: PreparedExport,
  { fileName, onEnd }: { fileName: string; onEnd: (ended: { rows: number; isWhole: boolean }) => void },
): FastifyReply {
  let rows = 0;
  let isWhole = false;
  async function* texts() {
    for await (const piece of prepared.pieces()) {
      yield piece.text;
      rows += piece.rows;
      await yieldToOthers();
    }
    isWhole = true;
  }
  const stream = Readable.from(texts(), { objectMode: false });
  stream.once('close', () => onEnd({ rows, isWhole }));
  // Told by the connection: the browser sees that the file is not whole.
  stream.on('error', (error) => reply.log.error({ err: error }, 'an export was broken off'));
  return reply
    .headers({
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .type(prepared.mediaType)
    .send(stream);
}
