import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Good compression in a few milliseconds, off the main thread, with a window no larger than a page: the largest window
 * would need many megabytes for each page, and save only one per cent more.
 */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_LGWIN]: 17 } };
/** Short, because an upgrade of the gateway changes the page; after that the ETag decides. */
const CACHE_CONTROL = 'public, max-age=300';

const ENCODERS = {
  identity: async (body: Buffer) => body,
  gzip: (body: Buffer) => promisify(gzip)(body),
  br: (body: Buffer) => promisify(brotliCompress)(body, BROTLI),
} as const;
type Encoding = keyof typeof ENCODERS;

/** A file that never changes while the process runs, prepared for each requested encoding. */
export interface PreparedFile {
  readonly type: string;
  /** Whether the file is only sent as it is: its content is compressed already, or its bytes have a published checksum. */
  readonly isPacked: boolean;
  readonly etag: string;
  readonly body: (encoding: Encoding) => Promise<Buffer>;
}

export function prepareFile(type: string, text: string): PreparedFile {
  const identity = Buffer.from(text);
  const bodies = new Map<Encoding, Promise<Buffer>>();
  return {
    type,
    isPacked: false,
    // Weak, because it identifies the text in every encoding.
    etag: `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    body: (encoding) => {
      const body = bodies.get(encoding) ?? ENCODERS[encoding](identity);
      bodies.set(encoding, body);
      return body;
    },
  };
}

/** A file that is sent in no other encoding than its own. */
export function preparePacked(type: string, bytes: Buffer): PreparedFile {
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  return { type, isPacked: true, etag, body: async () => bytes };
}

/** Responds with 304 to a client that has the file already. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, isPacked, etag, body }: PreparedFile,
  cacheControl = CACHE_CONTROL,
): Promise<FastifyReply> {
  reply.headers({ etag, 'cache-control': cacheControl });
  if (!isPacked) reply.header('vary', 'accept-encoding');
  if (holdsTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  const encoding = isPacked ? 'identity' : bestEncoding(request.headers['accept-encoding']);
  const bytes = await body(encoding);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.type(type).send(bytes);
}

function holdsTag(ifNoneMatch: string | undefined, etag: string): boolean {
  return (ifNoneMatch ?? '').split(',').some((tag) => tag.trim() === '*' || tag.trim() === etag);
}

function bestEncoding(accepted: string | string[] | undefined): Encoding {
  const taken = new Set<string>();
  for (const offer of String(accepted ?? '')
    .toLowerCase()
    .split(',')) {
    const [name = '', ...parameters] = offer.split(';').map((part) => part.trim());
    if (!parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) taken.add(name);
  }
  return taken.has('br') ? 'br' : taken.has('gzip') ? 'gzip' : 'identity';
}
