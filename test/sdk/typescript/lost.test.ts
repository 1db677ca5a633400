import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import { testLostCreations } from '../support/lost-suite.ts';
import { installSdk } from './installed-sdk.ts';

const sdk = installSdk();
copyFileSync(new URL('lost.mjs', import.meta.url), join(sdk.folder, 'lost.mjs'));
after(() => sdk.remove());

testLostCreations({
  name: 'TypeScript',
  skip: false,
  run: () => ({ command: [process.execPath, 'lost.mjs'], env: {}, cwd: sdk.folder }),
});
