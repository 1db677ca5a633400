import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { peye, peyeJson } from '../support/cli.ts';
import { type EmptyStore, newStore, onSqliteByDay } from '../support/engines.ts';

onSqliteByDay('peye users', (engine) => {
  let store: EmptyStore;
  let settings: Record<string, string>;
  before(async () => {
    store = await newStore(engine);
    settings = { ...store.settings, PUBLIC_URL: 'https://pay.example' };
    assert.equal((await peye(['migrate'], { settings })).code, 0);
  });
  after(() => store?.drop());
  const users = (...args: string[]) => peye(['users', ...args], { settings });
  const json = (...args: string[]) => peyeJson(['users', ...args], { settings });

  it('invites, lists, shows, resets, deactivates and activates', async () => {
    assert.match((await users('list')).stdout, /^No users yet\. Invite the first one: .*users create --email/);
    const { id: website } = await peyeJson(['websites', 'create', '--name', 'Boutik'], { settings });
    const made = await json('create', '--email', 'Jan@Shop.example', '--role', 'merchant_owner', '--website', website);
    assert.match(made.link, /^https:\/\/pay\.example\/console\/invitations\/[0-9A-Za-z]{43}$/);
    const { link, link_expires_at, mailed, ...user } = made;
    assert.deepEqual([mailed, user.email, user.website_ids], ['off', 'jan@shop.example', [website]]);
    assert.ok(Math.abs(Date.parse(link_expires_at) - Date.now() - 72 * 3_600_000) < 600_000);
    // The command showed the link, so using the link does not prove the e-mail address.
    assert.deepEqual(await json('list'), [{ ...user, address_proved: false }]);
    assert.deepEqual(await json('show', user.id), { ...user, address_proved: false });
    assert.match((await users('show', user.id)).stdout, /^Address proved {2}no$/m);
    const shown = await users('create', '--email', 'marie@shop.example', '--role', 'owner', '--name', 'Marie');
    assert.match(
      shown.stdout,
      /Role {6}owner\n[\s\S]*\n\nhttps:\/\/pay\.example\/console\/invitations\/\w{43}\n\nSave the link now\. It is not shown again\. It works once, until /,
    );
    assert.match((await users('list')).stdout, /jan@shop\.example .* merchant_owner .* invited +no /);
    const reset = await json('reset', user.id, '--remove-factors');
    assert.ok(reset.link !== link && reset.link.includes('/console/invitations/'));
    assert.equal((await json('deactivate', user.id)).active, false);
    assert.equal((await json('activate', user.id)).active, true);
  });

  it('explains a failure in one line, and prints no link when a command fails', async () => {
    const failures: [args: string[], message: RegExp, exit?: number][] = [
      [['show', 'usr_none'], /^peye: there is no user usr_none\. To list users: `\S*peye users list`\n$/],
      [['create', '--email', 'x', '--role', 'owner'], /^peye: enter a valid e-mail address\.\n$/],
      [
        ['create', '--email', 'x@y.example', '--role', 'merchant_viewer'],
        /^peye: choose at least one website for the role Merchant: viewer/,
      ],
      [['create', '--email', 'x@y.example', '--role', 'king'], /Allowed choices are owner, operator/, 2],
    ];
    for (const [args, message, exit = 1] of failures) {
      const { code, stdout, stderr } = await users(...args);
      assert.deepEqual([code, stdout], [exit, ''], stderr);
      assert.match(stderr, message);
    }
    assert.match((await users('create', '--help')).stdout, /Examples:\n {2}\S*peye users create --email/);
  });
});
