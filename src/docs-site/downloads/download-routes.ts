import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { OpenApiDocument } from '../../api/openapi/document.ts';
import { ApiError } from '../../core/errors.ts';
import { type PreparedFile, prepareFile, preparePacked, sendFile } from '../../http/prepared-file.ts';
import { loadOnce } from '../../platform/tasks/promises.ts';
import { VERSION } from '../../platform/version.ts';

/** A file with the version in its name changes only while its gateway is developed: then the ETag decides after a day. */
const LONG = 'public, max-age=86400';
const NO_FILE = `No file of version ${VERSION} has this name. /docs/downloads lists the files.`;

interface DownloadSources {
  readonly publicUrl: string;
  readonly describe: () => Promise<OpenApiDocument>;
}

/**
 * The SDKs, plugins and examples of this version and descriptions of the API at `/downloads/NAME`, with their checksums in `SHA256SUMS` and
 * a repository for Composer in `packages.json`. The first request builds all of them, half a megabyte, off the main thread; then they stay in memory.
 */
export function downloadRoutes(app: FastifyInstance, sources: DownloadSources): void {
  const load = loadOnce(() => buildDownloads(sources));
  app.get<{ Params: { name: string } }>('/downloads/:name', async (request, reply) => {
    const { name } = request.params;
    const file = (await load()).get(name);
    if (!file) throw new ApiError('not_found', { message: NO_FILE });
    return sendFile(request, reply, file, ...(name.includes(VERSION) ? [LONG] : []));
  });
}

async function buildDownloads({ publicUrl, describe }: DownloadSources): Promise<ReadonlyMap<string, PreparedFile>> {
  const [{ composerRepository, PACKAGES }, { describedFiles }] = await Promise.all([
    import('./packages.ts'),
    import('./described-files.ts'),
  ]);
  const files = new Map<string, PreparedFile>();
  const sums: string[] = [];
  for (const { name, type, build } of PACKAGES) {
    const bytes = await build();
    sums.push(`${hexOf('sha256', bytes)}  ${name}\n`);
    files.set(name, preparePacked(type, bytes));
    if (name.startsWith('peye-sdk-php-')) {
      const archive = { url: `${publicUrl}/downloads/${name}`, sha1: hexOf('sha1', bytes) };
      files.set('packages.json', prepareFile('application/json; charset=utf-8', await composerRepository(archive)));
    }
    // Requests of payments are served between two packages.
    await setImmediate();
  }
  for (const { name, type, text } of describedFiles(await describe(), { publicUrl, version: VERSION })) {
    const bytes = Buffer.from(text);
    sums.push(`${hexOf('sha256', bytes)}  ${name}\n`);
    files.set(name, preparePacked(type, bytes));
    await setImmediate();
  }
  files.set('SHA256SUMS', prepareFile('text/plain; charset=utf-8', sums.join('')));
  return files;
}

function hexOf(algorithm: 'sha1' | 'sha256', bytes: Buffer): string {
  return createHash(algorithm).update(bytes).digest('hex');
}
