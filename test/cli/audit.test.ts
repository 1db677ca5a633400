import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { promisify } from 'node:util';
import { AUDIT_ACTIONS } from '../../src/features/audit/audit.ts';
import { peye, peyeJson } from '../support/cli.ts';
import { fencesIn, ROOT } from '../support/doc-fences.ts';
import { type EmptyStore, newStore, onSqliteByDay } from '../support/engines.ts';
import { withStore } from '../support/store-access.ts';
import { NO_TERMINAL, onTerminal } from '../support/terminal.ts';

const USER = { kind: 'user', id: 'usr_0123456789abcdef', name: 'Jan Pòl', address: '192.0.2.7' } as const;
const DOCS = readFileSync(join(ROOT, 'docs/audit.md'), 'utf8');

interface Listed {
  readonly position: number;
  readonly actor_name: string;
  readonly action: string;
}

onSqliteByDay('peye audit', (engine) => {
  let place: EmptyStore;
  let websiteId: string;
  before(async () => {
    place = await newStore(engine);
    const made = await peyeJson(['websites', 'create', '--name', 'Shop', '--as', 'marie'], {
      settings: place.settings,
    });
    websiteId = made.id;
    await withStore(place.settings, async ({ operator }) => {
      for (const name of ['One', 'Two', 'Three']) await operator.as(USER).changeWebsite(websiteId, { name });
      await operator.createWebsite({ name: 'Other' });
    });
  });
  after(() => place.drop());

  const run = (...args: string[]) => peye(['audit', ...args], { settings: place.settings });
  const list = async (...args: string[]): Promise<Listed[]> =>
    peyeJson(['audit', 'list', ...args], { settings: place.settings });

  it('says who acted: by --as before or after the command, or the user of the system', async () => {
    const { settings } = place;
    assert.equal(
      (await peye(['--as', 'jak', 'keys', 'create', '--website', websiteId, '--mode', 'test'], { settings })).code,
      0,
    );
    assert.equal((await peye(['keys', 'create', '--website', websiteId, '--mode', 'test'], { settings })).code, 0);
    const listed = await list('--action', 'key.create');
    assert.deepEqual(
      listed.map(({ actor_name }) => actor_name),
      [userInfo().username, 'jak'],
    );
    const [created] = await list('--action', 'website.create', '--actor', 'marie');
    assert.equal(created?.actor_name, 'marie');
    assert.match((await run('list', '--as', 'a\u202eb')).stderr, /1 to 64 printable characters/);
  });

  it('lists the newest first, by each filter, and page by page', async () => {
    const all = await list('--website', websiteId, '--action', 'website.update');
    assert.equal(all.length, 3);
    assert.deepEqual(
      all.map(({ position }) => position),
      all.map(({ position }) => position).toSorted((a, b) => b - a),
    );
    for (const filter of [
      ['--actor', USER.id],
      ['--actor', USER.name],
      ['--channel', 'user', '--target', websiteId, '--from', '2020-01-01', '--to', '2100-01-01'],
    ]) {
      assert.deepEqual(await list(...filter), all, filter.join(' '));
    }
    assert.deepEqual(await list('--channel', 'user', '--limit', '2'), all.slice(0, 2));
    assert.deepEqual(await list('--channel', 'user', '--before', String(all[1]?.position)), all.slice(2));
    assert.match((await run('list', '--to', '2020-01-01')).stdout, /^No changes match\.$/m);
    const tooHigh = await run('list', '--before', '99999');
    assert.equal(tooHigh.code, 1);
    assert.match(
      tooHigh.stderr,
      /there is no entry at position 99999\. `peye audit list`|there is no entry at position 99999/,
    );
  });

  it('shows one entry, with the values before and after the change', async () => {
    const [last] = await list('--channel', 'user', '--limit', '1');
    const { stdout } = await run('show', String(last?.position));
    for (const text of ['Jan Pòl', 'usr_0123456789abcdef', '192.0.2.7', 'website.update', 'Before: name', 'Three']) {
      assert.ok(stdout.includes(text), `${text} in ${stdout}`);
    }
  });

  it('fits 80 columns', { skip: NO_TERMINAL }, async () => {
    const terminal = onTerminal(['audit', 'list'], { settings: place.settings });
    assert.equal(await terminal.ended, 0);
    const lines = terminal
      .shown()
      .split('\n')
      .filter((line) => line.trim() !== '');
    assert.ok(lines.length > 5, terminal.shown());
    for (const line of lines) assert.ok([...line].length <= 80, line);
  });

  it('exports a file that the script in the docs can check', async () => {
    const file = join(place.folder, `audit-${engine}.jsonl`);
    const exported = await peyeJson(['audit', 'export', '--file', file], { settings: place.settings });
    const { stdout } = await run('export');
    assert.equal(readFileSync(file, 'utf8'), stdout, 'the same in a file as on stdout');
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal(stdout.split('\n').length - 1, exported.changes);
    assert.match((await run('export', '--file', file)).stderr, /already exists/);
    assert.equal((await run('export', '--json')).code, 2);

    const script = join(place.folder, 'check.py');
    writeFileSync(script, fencesIn(DOCS).find(({ language }) => language === 'python')?.text ?? '');
    const check = async (text: string) => {
      const running = promisify(execFile)(process.env.PYTHON_PATH ?? 'python3', [script]);
      running.child.stdin?.end(text);
      return running.then(
        (ended) => ended.stdout,
        (error: { stderr: string }) => error.stderr,
      );
    };
    const verified = await peyeJson(['audit', 'verify'], { settings: place.settings });
    assert.equal(await check(stdout), `whole: ${exported.changes} changes, head ${verified.head}\n`);
    assert.match(await check(stdout.replace('"name":"Two"', '"name":"Too"')), /^row \d+ is missing, or is not what/);
    assert.match(await check(stdout.split('\n').slice(1).join('\n')), /^row 1 is missing/);
  });

  // Contract: AUDIT-3
  it('verifies the chain, also against an earlier head, and says where it breaks, as the doctor does', async () => {
    const { settings } = place;
    const { ok, changes, head, fault } = await peyeJson(['audit', 'verify'], { settings });
    assert.deepEqual([ok, fault, head.split(':')[0]], [true, null, String(changes)]);
    assert.equal((await run('verify', '--expect', head)).code, 0);
    const afterwards = await run('verify', '--expect', `2:${'0'.repeat(64)}`);
    assert.deepEqual(
      [afterwards.code, /at position 2\. Row 2 has a different hash/.test(afterwards.stderr)],
      [1, true],
      afterwards.stderr,
    );
    const isWhole = async () => /ok +audit/.test((await peye(['doctor'], { settings })).stdout);
    assert.ok(await isWhole());
    await withStore(settings, ({ db }) =>
      db.transaction((tx) => tx.query("UPDATE audit_log SET actor_name = 'nobody' WHERE position = 3")),
    );
    const broken = await run('verify');
    assert.equal(broken.code, 1);
    assert.match(broken.stdout, /^Intact up to 2:[0-9a-f]{64}, 2 changes\.$/m);
    assert.match(broken.stderr, /^peye: the audit log is broken at position 3\. Row 3 is not what was recorded/);
    assert.match(
      (await peye(['doctor'], { settings })).stdout,
      /problem +audit +the audit log is broken at position 3/,
    );
  });
});

// Contract: AUDIT-6
it('docs/audit.md lists every action, and no other', () => {
  const documented = [...DOCS.matchAll(/^\| `([a-z]+(?:\.[a-z_]+)+)` /gm)].map(([, action]) => action);
  assert.deepEqual(documented, [...AUDIT_ACTIONS]);
});
