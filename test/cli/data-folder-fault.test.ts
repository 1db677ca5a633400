import assert from 'node:assert/strict';
import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { dataFolderFault } from '../../src/app/data-folder-fault.ts';

const refusal = (code: string, path?: string) =>
  Object.assign(new Error(`${code}: refused`), { code, syscall: 'mkdir', ...(path && { path }) });
const user = userInfo().username;
const ELSEWHERE = /set DATA_DIR to a folder that you own: DATA_DIR="\$HOME\/peye" peye start$/;

const own = mkdtempSync(join(tmpdir(), 'peye-own-'));
after(() => rmSync(own, { recursive: true }));
const isRoot = process.getuid?.() === 0;
const foreign = isRoot ? join(own, 'foreign') : '/usr';
if (isRoot) {
  mkdirSync(foreign);
  chownSync(foreign, 65_534, 65_534);
}

/** Tests may run as root, which is refused nothing. So these errors are constructed, not caused. */
const cases: [what: string, dataDir: string, error: NodeJS.ErrnoException, reason: string, remedy: RegExp][] = [
  ['a file', '/dev/null/x', refusal('ENOTDIR'), '/dev/null is not a folder (ENOTDIR)', /^Move it, or set/],
  [
    'a new folder in a folder of another user',
    '/usr/peye-data',
    refusal('EACCES', '/usr/peye-data'),
    `the user ${user} may not create /usr/peye-data in /usr (EACCES)`,
    new RegExp(`^Create it: sudo install -d -m 700 -o ${user} /usr/peye-data — or `),
  ],
  [
    'a new folder with spaces in its name, in a folder of another user',
    '/usr/my data',
    refusal('EACCES', '/usr/my data'),
    `the user ${user} may not create /usr/my data in /usr (EACCES)`,
    new RegExp(`^Create it: sudo install -d -m 700 -o ${user} '/usr/my data' — or `),
  ],
  [
    'a folder of another user',
    foreign,
    refusal('EACCES', join(foreign, 'peye.db')),
    `the user ${user} may not use ${foreign}, which belongs to ${isRoot ? 'user 65534' : 'root'} (EACCES)`,
    new RegExp(`^Run peye as that user, or change the owner: sudo chown -R ${user} ${foreign} — or `),
  ],
  [
    'a folder of ours that is write-protected',
    own,
    refusal('EACCES', join(own, 'peye.db')),
    `${own} is write-protected (EACCES)`,
    new RegExp(`^Allow it: chmod u\\+rwX ${own} — or `),
  ],
  [
    'a disk that takes no writes',
    '/usr',
    refusal('EROFS'),
    '/usr is on a file system that is read-only (EROFS)',
    /^Mount/,
  ],
  ['a full disk', '/usr', refusal('ENOSPC'), 'there is no space left for /usr (ENOSPC)', /^Free disk space there\.$/],
  ['an unexpected error', '/usr', refusal('EIO'), 'EIO: refused', /^To use another folder, /],
];
for (const [what, dataDir, error, reason, remedy] of cases) {
  it(`DATA_DIR is ${what}: the reason has the path, and the remedy can be pasted`, () => {
    const fault = dataFolderFault(dataDir, error);
    assert.equal(fault.reason, reason);
    assert.match(fault.remedy, remedy);
    if (error.code !== 'ENOSPC') assert.match(fault.remedy, ELSEWHERE);
  });
}
