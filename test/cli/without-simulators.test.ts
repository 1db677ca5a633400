import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type EmptyStore, emptyStore } from '../support/engines.ts';
import { freePort } from '../support/gateway.ts';
import { kill, serving, type VersionTree, versionTree } from '../support/version-tree.ts';

const NOT_INSTALLED = /^peye: this installation does not include the simulators[^\n]+full checkout of Peye\.\n$/;

describe('an installation without the folder simulators/, as a production image is', () => {
  let store: EmptyStore;
  let tree: VersionTree;
  before(async () => {
    store = await emptyStore('sqlite');
    tree = versionTree({ without: ['simulators'] });
    assert.ok(!existsSync(join(tree.root, 'simulators')));
  });
  after(async () => {
    tree.remove();
    await store.drop();
  });

  const run = async (...args: string[]) => {
    const running = tree.spawn(args, store.settings);
    return { code: await running.ended, output: running.output() };
  };

  it('shows its help, and still names the simulators in it', async () => {
    const help = await run('--help');
    assert.equal(help.code, 0, help.output);
    assert.match(help.output, /simulate/);
    assert.match((await run('simulate', '--help')).output, /"moncash", "natcash",\s+"secure-acceptance"/);
  });

  // Contract: OPERATOR-17
  it('serves, and its commands work alongside it', async () => {
    const PORT = String(await freePort());
    const server = tree.spawn(['start'], { ...store.settings, PORT });
    try {
      await serving(server, `http://127.0.0.1:${PORT}`);
      const websites = await run('websites', 'list', '--json');
      assert.deepEqual([websites.code, JSON.parse(websites.output).length], [0, 1]);
      const reconciled = await run('reconcile', '--from', '2026-11-20', '--to', '2026-11-20');
      assert.equal(reconciled.code, 0, reconciled.output);
      server.child.kill('SIGTERM');
      assert.equal(await server.ended, 0, server.output());
    } finally {
      await kill(server);
    }
  });

  // Contract: OPERATOR-17
  it('explains in one line how to get a simulator that is needed', async () => {
    for (const args of [
      ['simulate', 'moncash', '--port', '0'],
      ['start', '--rehearse'],
    ]) {
      const { code, output } = await run(...args);
      assert.equal(code, 1, output);
      assert.match(output, NOT_INSTALLED);
    }
    assert.ok(!existsSync(join(store.folder, 'rehearsal')), 'nothing was created');
  });
});
