import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import fs, { existsSync, fstatSync, mkdtempSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { makeSecretKeyFile, readSecretKeyFile } from '../../src/features/secrets/store/secret-key-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'peye-key-file-'));
after(() => rmSync(folder, { recursive: true }));

it('a new key file is durable with its name, before anything is encrypted with the key', (context) => {
  const file = join(folder, 'secret.key');
  /** What was flushed, in order: the content of a file, or the names in the folder, and whether the key file had its name by then. */
  const flushed: string[] = [];
  context.mock.method(fs, 'fsyncSync', (descriptor: number) => {
    flushed.push(`${fstatSync(descriptor).isDirectory() ? 'names' : 'content'}, ${existsSync(file)}`);
  });
  syncBuiltinESMExports();
  context.after(() => {
    context.mock.restoreAll();
    syncBuiltinESMExports();
  });
  const key = randomBytes(32);
  makeSecretKeyFile(file, key);
  assert.deepEqual(flushed, ['content, false', 'names, true']);
  assert.deepEqual(readSecretKeyFile(file), key);
});
