import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

/** The versions of PHP that exist as WebAssembly. They cannot open a connection. Debian's PHP runs the other tests. */
const VERSIONS = ['7.4', '8.0', '8.1', '8.3', '8.4', '8.5'] as const;
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const { PEYE_SDK_TOOLS } = process.env;

/** Part of a PHP runtime of `@php-wasm/universal`. */
interface Runtime {
  mkdirTree(folder: string): void;
  writeFile(path: string, data: Uint8Array): void;
  run(program: { code: string }): Promise<{ text: string; errors: string }>;
  exit(): void;
}

/** Starts a PHP that has copies of files of the repository below `/peye`. */
async function startPhp(version: string, files: readonly string[]): Promise<Runtime> {
  const require = createRequire(`${PEYE_SDK_TOOLS}/package.json`);
  const load = (name: string) => import(require.resolve(name));
  const { PHP, loadPHPRuntime } = await load('@php-wasm/universal');
  const { getPHPLoaderModule } = await load(`@php-wasm/node-${version.replace('.', '-')}`);
  const runtime: Runtime = new PHP(await loadPHPRuntime(await getPHPLoaderModule()));
  for (const file of files) {
    runtime.mkdirTree(dirname(`/peye/${file}`));
    runtime.writeFile(`/peye/${file}`, readFileSync(`${ROOT}${file}`));
  }
  return runtime;
}

describe('the versions of PHP', {
  skip: PEYE_SDK_TOOLS ? false : 'PEYE_SDK_TOOLS is not set: npm run test:sdk',
}, () => {
  const sdk = ['test/sdk/php/common.php', 'test/sdk/php/offline.php', 'sdk/php/peye.php'];
  const plugin = globSync('integrations/woocommerce/peye/**/*.php', { cwd: ROOT });
  for (const version of VERSIONS) {
    it(`PHP ${version}: the SDK computes, checks webhooks and refuses wrong options; the plugin of WooCommerce can be read`, async () => {
      assert.ok(plugin.length > 15);
      const php = await startPhp(version, [...sdk, ...plugin]);
      try {
        const offline = `putenv('NO_SOCKETS=1'); require '/peye/test/sdk/php/offline.php';`;
        const { text, errors } = await php.run({ code: `<?php echo PHP_VERSION, "\\n"; ${offline}` });
        assert.match(text, new RegExp(`^${version.replace('.', '\\.')}\\.\\d+\\n\\d+ checks\\n$`), `${text}${errors}`);
        const read = `foreach (${JSON.stringify(plugin)} as $file) token_get_all(file_get_contents("/peye/$file"), TOKEN_PARSE);`;
        const parsed = await php.run({ code: `<?php error_reporting(E_ALL); ${read} echo 'read';` });
        assert.deepEqual([parsed.text, parsed.errors], ['read', '']);
      } finally {
        php.exit();
      }
    });
  }
});
