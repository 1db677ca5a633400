import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Good compression in some ten milliseconds, off the main thread. The best takes half a second for little more. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
/** Short, because an upgrade of the gateway changes the page; after it the ETag decides. */
const CACHE_CONTROL = 'public, max-age=300';

/** A text that never changes while the process runs, ready to be sent in each encoding. */
export interface PreparedFile {
  readonly type: string;
  readonly etag: string;
  readonly bodies: Readonly<Record<'identity' | 'gzip' | 'br', Buffer>>;
}

export async function prepareFile(type: string, text: string): Promise<PreparedFile> {
  const identity = Buffer.from(text);
  const [gzipped, brotli] = await Promise.all([promisify(gzip)(identity), promisify(brotliCompress)(identity, BROTLI)]);
  return {
    type,
    // Weak, because it names the text in every encoding.
    etag: `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    bodies: { identity, gzip: gzipped, br: brotli },
  };
}

/** Responds with 304 to a client that has the file already. */
export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, etag, bodies }: PreparedFile,
): FastifyReply {
  reply.headers({ etag, 'cache-control': CACHE_CONTROL, vary: 'accept-encoding' });
  if (holdsTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  const encoding = bestEncoding(request.headers['accept-encoding']);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.type(type).send(bodies[encoding]);
}

function holdsTag(ifNoneMatch: string | undefined, etag: string): boolean {
  return (ifNoneMatch ?? '').split(',').some((tag) => tag.trim() === '*' || tag.trim() === etag);
}

function bestEncoding(accepted: string | string[] | undefined): keyof PreparedFile['bodies'] {
  const taken = new Set<string>();
  for (const offer of String(accepted ?? '')
    .toLowerCase()
    .split(',')) {
    const [name = '', ...parameters] = offer.split(';').map((part) => part.trim());
    if (!parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) taken.add(name);
  }
  return taken.has('br') ? 'br' : taken.has('gzip') ? 'gzip' : 'identity';
}
