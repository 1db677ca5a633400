import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { wooCommerceZip } from '../../src/docs-site/downloads/packages.ts';

// `npm run woocommerce:zip`: builds the archive that a shop's owner installs.

const USAGE = `npm run woocommerce:zip -- [--output FOLDER]

Packs integrations/woocommerce/peye, with the PHP SDK of sdk/php in its lib folder, into peye-woocommerce-VERSION.zip, in the folder release unless
--output names another. The same sources make the same file, byte by byte.
`;
const ROOT = resolve(import.meta.dirname, '../..');
const PLUGIN = join(import.meta.dirname, 'peye');

try {
  const { values } = parseArgs({
    options: { output: { type: 'string', default: join(ROOT, 'release') }, help: { type: 'boolean', default: false } },
  });
  process.stdout.write(values.help ? USAGE : await makeZip(resolve(values.output)));
} catch (error) {
  process.stderr.write(`woocommerce:zip: ${(error as Error).message}\n\n${USAGE}`);
  process.exitCode = 2;
}

/** Writes the archive into a folder. Returns the text to print. Throws when the plugin's files state different versions. */
async function makeZip(output: string): Promise<string> {
  const file = join(output, `peye-woocommerce-${version()}.zip`);
  const bytes = await wooCommerceZip();
  mkdirSync(output, { recursive: true });
  writeFileSync(file, bytes);
  return `${createHash('sha256').update(bytes).digest('hex')}  ${file}\n`;
}

/** The version of the plugin, which three files state. */
function version(): string {
  const main = readFileSync(join(PLUGIN, 'peye.php'), 'utf8');
  const readme = readFileSync(join(PLUGIN, 'readme.txt'), 'utf8');
  const versions = [
    /^ \* Version: (\S+)$/m.exec(main)?.[1],
    /'PEYE_VERSION', '([^']+)'/.exec(main)?.[1],
    /^Stable tag: (\S+)$/m.exec(readme)?.[1],
  ];
  if (versions[0] === undefined || new Set(versions).size > 1) {
    throw new Error(`the plugin's versions differ: ${versions.join(', ')}`);
  }
  return versions[0];
}
