import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { prepareFile, sendFile } from '../http/prepared-file.ts';

/** A year: another text has another address. */
const CACHE_CONTROL = 'public, max-age=31536000, immutable';

/** The style and the script of all pages, each at an address that its text is a part of, so that a browser asks for it once. */
export interface ConsoleAssets {
  readonly styleHref: string;
  readonly scriptHref: string;
  /** What sends the one at an address below `/console`; undefined where there is none. */
  readonly find: (
    path: string,
  ) => ((request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) | undefined;
}

/** Reads the style and the script. */
export function consoleAssets(base: string): ConsoleAssets {
  const style = assetOf('console.css', 'text/css; charset=utf-8');
  const script = assetOf('console.js', 'text/javascript; charset=utf-8');
  return {
    styleHref: base + style.path,
    scriptHref: base + script.path,
    find: (path) => [style, script].find((asset) => asset.path === path)?.send,
  };
}

function assetOf(file: string, type: string) {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8');
  const prepared = prepareFile(type, text);
  return {
    path: `/assets/${createHash('sha256').update(text).digest('hex').slice(0, 16)}-${file}`,
    send: (request: FastifyRequest, reply: FastifyReply) => sendFile(request, reply, prepared, CACHE_CONTROL),
  };
}
