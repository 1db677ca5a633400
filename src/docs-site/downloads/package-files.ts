import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** One file of an archive: its path in the archive, with forward slashes, and its content. */
export interface ArchiveFile {
  readonly path: string;
  readonly bytes: Buffer;
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** What installing and running the packages leaves in their folders. */
const LEFT_BEHIND = ['node_modules', '__pycache__', '.next', 'inbox', 'venv'];
const isLeftBehind = (path: string) => path.split(/[\\/]/).some((name) => LEFT_BEHIND.includes(name));

/** The content of a file of the project. */
export function readSource(path: string): Promise<Buffer> {
  return readFile(join(ROOT, path));
}

/** The files below a folder of the project that match a pattern, with their paths in that folder, in the order of the paths. */
export async function filesIn(folder: string, pattern: string): Promise<ArchiveFile[]> {
  const found = await Array.fromAsync(glob(pattern, { cwd: join(ROOT, folder), exclude: isLeftBehind }));
  const paths = found.map((path) => path.replaceAll('\\', '/')).sort();
  return await Promise.all(paths.map(async (path) => ({ path, bytes: await readSource(`${folder}/${path}`) })));
}

/** The same files below another folder. */
export function under(folder: string, files: readonly ArchiveFile[]): ArchiveFile[] {
  return files.map(({ path, bytes }) => ({ path: `${folder}/${path}`, bytes }));
}
