import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { prepareFile, sendFile } from '../http/prepared-file.ts';

/** A year: a changed file gets a new address. */
const CACHE_CONTROL = 'public, max-age=31536000, immutable';

/** The stylesheet and the script of all pages. Their addresses contain a hash of the content, so that a browser loads each version once. */
export interface ConsoleAssets {
  readonly styleHref: string;
  readonly scriptHref: string;
  /** Sends the asset at an address below `/console`; undefined if there is no such asset. */
  readonly find: (
    path: string,
  ) => ((request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) | undefined;
}

/** Reads the stylesheet and the script. */
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
