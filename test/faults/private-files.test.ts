import assert from 'node:assert/strict';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { cursorFile } from '../../src/cli/listen/cursor-file.ts';
import { tightenStore } from '../../src/database/sqlite/private-store.ts';
import { tightenFolder, writePrivateFile } from '../../src/platform/files/private-files.ts';
import { peyeProcess, spawnPeye } from '../support/cli.ts';
import { freePort, until } from '../support/gateway.ts';
import { byTier } from '../support/tier.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const NOBODY = 65_534;
const READY_TIMEOUT_MS = 60_000;

describe('only the user who runs Peye can read the files that Peye writes', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'peye-private-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs the program without bin/peye, whose own umask would hide what the program does. */
  const run = (umask: string, args: string[], settings: Record<string, string>) => {
    const command = `umask ${umask}; exec "${process.execPath}" "${MAIN}" "$@"`;
    return spawnPeye(['-c', command, 'peye', ...args], { settings, program: '/bin/sh' });
  };
  const mode = (path: string) => (lstatSync(path).mode & 0o777).toString(8);
  /** Everything below a folder, and the folder itself, with its mode. */
  const modes = (path: string, name = ''): Record<string, string> => {
    const here = join(path, name);
    const below = lstatSync(here).isDirectory() ? readdirSync(here).map((each) => modes(path, join(name, each))) : [];
    return Object.assign({ [name]: mode(here) }, ...below);
  };

  for (const umask of byTier({ day: ['000', '0277'], night: ['000', '022', '027', '0277'] })) {
    // Contract: OPERATOR-9
    it(`with umask ${umask}: a running gateway’s database, logs, key and every folder that it had to create`, async () => {
      const data = join(folder, 'a', 'b');
      const settings = { DATA_DIR: data, PORT: String(await freePort()) };
      const running = run(umask, ['start'], settings);
      try {
        await until(
          'it is ready',
          () => {
            assert.equal(running.child.exitCode, null, running.stderr());
            return /Peye is ready/.test(running.stdout());
          },
          READY_TIMEOUT_MS,
        );
        assert.deepEqual(modes(folder), {
          '': '700',
          a: '700',
          'a/b': '700',
          'a/b/peye.db': '600',
          'a/b/peye.db-wal': '600',
          'a/b/peye.db-shm': '600',
          'a/b/secret.key': '600',
          'a/b/charges.mark': '600',
        });
      } finally {
        running.child.kill('SIGTERM');
        await running.ended;
      }
    });
  }

  // Contract: OPERATOR-9
  it('a folder that was created for Peye, and files that a copy has opened to others, become private by any command', async () => {
    const data = join(folder, 'data');
    const settings = { DATA_DIR: data };
    mkdirSync(data);
    chmodSync(data, 0o777);
    assert.equal((await peyeProcess(['websites', 'create', '--name', 'Shop'], { settings })).code, 0);
    assert.equal(mode(data), '700');
    chmodSync(data, 0o755);
    for (const name of readdirSync(data)) chmodSync(join(data, name), 0o666);
    const found = await peyeProcess(['doctor'], { settings });
    assert.equal(found.code, 1);
    assert.match(found.stdout, /^problem {2}data_folder +other users can read .*peye\.db$/m);
    assert.match(found.stdout, /^problem {2}data_folder +other users can read .*secret\.key$/m);
    assert.equal(mode(data), '755', 'the doctor changes nothing');
    assert.equal((await peyeProcess(['websites', 'list'], { settings })).code, 0);
    assert.deepEqual(modes(data), { '': '700', 'peye.db': '600', 'secret.key': '600' });
  });

  it('a folder with other files is not changed, as the start and `peye doctor` report; Peye’s files are still private', async () => {
    const data = join(folder, 'home');
    mkdirSync(data);
    writeFileSync(join(data, 'notes.txt'), 'other notes');
    chmodSync(join(data, 'notes.txt'), 0o644);
    const settings = { DATA_DIR: data, PORT: String(await freePort()) };
    for (const [open, level, status, words] of [
      [0o755, 'warn', 'warning', 'other users can read'],
      [0o777, 'error', 'problem', 'other users can replace'],
    ] as const) {
      chmodSync(data, open);
      const running = spawnPeye(['start'], { settings });
      await until('it is ready', () => /Peye is ready/.test(running.stdout()), READY_TIMEOUT_MS);
      running.child.kill('SIGTERM');
      assert.equal(await running.ended, 0);
      const line =
        running
          .stdout()
          .split('\n')
          .find((text) => text.includes(words)) ?? '{}';
      assert.equal(JSON.parse(line).level, level);
      assert.match(JSON.parse(line).msg, /chmod 700 .*, or set DATA_DIR to a private folder$/);
      assert.equal(mode(data), open.toString(8));
      assert.equal(mode(join(data, 'notes.txt')), '644');
      assert.equal(mode(join(data, 'peye.db')), '600');
      const doctor = await peyeProcess(['doctor'], { settings });
      assert.match(doctor.stdout, new RegExp(`^${status} +data_folder +${words}`, 'm'));
      assert.equal(doctor.code, status === 'problem' ? 1 : 0, doctor.stdout);
    }
  });

  it('folders that are shared by all users, or belong to another user, are never changed', () => {
    const anything = () => true;
    for (const shared of ['/', tmpdir(), homedir(), '/tmp'].filter((path) => (statSync(path).mode & 0o077) !== 0)) {
      const before = statSync(shared).mode;
      assert.equal(tightenFolder(shared, anything), false, shared);
      assert.equal(statSync(shared).mode, before, shared);
    }
    const sticky = join(folder, 'sticky');
    mkdirSync(sticky);
    chmodSync(sticky, 0o1777);
    assert.equal(tightenFolder(sticky, anything), false);
    if (process.getuid?.() !== 0) return;
    chmodSync(folder, 0o755);
    const others = join(folder, 'others');
    mkdirSync(others);
    chmodSync(others, 0o777);
    writeFileSync(join(others, 'peye.db'), '');
    chmodSync(join(others, 'peye.db'), 0o644);
    process.seteuid?.(NOBODY);
    try {
      assert.deepEqual(
        tightenStore(others).map(({ path, others: what }) => [path, what]),
        [
          [others, 'replace'],
          [join(others, 'peye.db'), 'read'],
        ],
      );
    } finally {
      process.seteuid?.(0);
    }
    chownSync(others, NOBODY, NOBODY);
    assert.deepEqual(tightenStore(others), [], 'root may make it private, although it belongs to another user');
    assert.equal(mode(others), '700');
  });

  it('a rehearsal’s folder, with its lock, its shop’s certificate and its tool', async () => {
    const data = join(folder, 'data');
    mkdirSync(join(data, 'rehearsal'), { recursive: true });
    chmodSync(join(data, 'rehearsal'), 0o777);
    const running = run('000', ['start', '--rehearse', '--json'], { DATA_DIR: data, PORT: String(await freePort()) });
    try {
      await until(
        'it is ready',
        () => {
          assert.equal(running.child.exitCode, null, running.stderr());
          return running.stdout().endsWith('}\n');
        },
        READY_TIMEOUT_MS,
      );
      const { '': own, peye: tool, ...files } = modes(join(data, 'rehearsal'));
      assert.deepEqual([own, tool], ['700', '700']);
      assert.ok(Object.keys(files).includes('shop-ca.pem'));
      assert.deepEqual([...new Set(Object.values(files))], ['600'], JSON.stringify(files));
    } finally {
      running.child.kill('SIGTERM');
      await running.ended;
    }
  });

  describe('under a umask of zero', () => {
    let umask: number;
    before(() => {
      umask = process.umask(0);
    });
    after(() => process.umask(umask));

    it('the folder in which `listen` stores its position', () => {
      const state = join(folder, 'state', 'peye');
      cursorFile(state, { baseUrl: 'http://127.0.0.1', key: 'tk_test_x' }).write({ cursor: null, lastEventId: null });
      assert.deepEqual([...new Set(readdirSync(state).map((name) => mode(join(state, name))))], ['600']);
      assert.deepEqual([mode(state), mode(join(folder, 'state'))], ['700', '700']);
    });

    it('a file that replaces a planted link', () => {
      const victim = join(folder, 'victim');
      writeFileSync(victim, 'untouched');
      symlinkSync(victim, join(folder, 'secret.key.1'));
      writePrivateFile(join(folder, 'secret.key.1'), 'secret');
      assert.equal(statSync(victim).size, 'untouched'.length);
      assert.equal(mode(join(folder, 'secret.key.1')), '600');
    });
  });
});
