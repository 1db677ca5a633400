import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SDK = fileURLToPath(new URL('../../../sdk/typescript', import.meta.url));

/** The package as npm would publish it, installed in its own folder. */
export interface InstalledSdk {
  /** A folder in which programs can import `@peye/sdk`. */
  readonly folder: string;
  readonly tarball: string;
  readonly tarballBytes: number;
  /** The folder of the package. */
  readonly package: string;
  remove(): void;
}

/** The folder of the packages of `test/sdk/cache`. Throws an Error if they have not been fetched. */
export function toolsFolder(): string {
  const { PEYE_SDK_TOOLS: folder } = process.env;
  if (!folder || !existsSync(folder))
    throw new Error('run this by `npm run test:sdk -- FILE`, which fetches what it needs');
  return join(folder, 'node_modules');
}

/** Packs the output of `npm run build:sdk`, which `npm run test:sdk` runs first, and unpacks it where programs can import it. */
export function installSdk(): InstalledSdk {
  const folder = mkdtempSync(join(tmpdir(), 'peye-sdk-'));
  const pack = ['pack', '--ignore-scripts', '--pack-destination', folder];
  execFileSync('npm', pack, { cwd: SDK, stdio: ['ignore', 'ignore', 'pipe'] });
  const [tarball] = globSync(join(folder, '*.tgz'));
  if (!tarball) throw new Error('npm pack made nothing');
  const installed = join(folder, 'node_modules/@peye/sdk');
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
  return {
    folder,
    tarball,
    tarballBytes: statSync(tarball).size,
    package: installed,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
