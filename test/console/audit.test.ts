import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ROLES } from '../../src/core/roles.ts';
import { listAuditRows, readAuditHead } from '../../src/features/audit/store/audit-log.ts';
import { consolePerson } from '../support/console.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { linksOf } from '../support/html-forms.ts';

onOneEngineByDay('the pages of the audit log', (engine) => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await startTestGateway(engine);
  });
  after(() => gateway.stop());
  const positionsIn = (text: string) => [...text.matchAll(/\/audit\/(\d+)"/g)].map(([, position]) => Number(position));
  /** The address of the next page. */
  const nextOf = (text: string) =>
    linksOf(text)
      .find((link) => link.includes('before='))
      ?.slice('/console'.length);
  const lastOf = async (subjectId: string) => {
    const [row] = await listAuditRows(gateway.store.db, { subjectId, limit: 1 });
    assert.ok(row);
    return row;
  };

  it('are shown to the roles that may read the audit log, and to no other role', async () => {
    for (const role of ROLES) {
      const visitor = await consolePerson(gateway, role);
      const expected = ['owner', 'operator', 'auditor'].includes(role) ? 200 : 404;
      for (const path of ['/audit', '/audit/1', '/audit/check']) {
        assert.equal((await visitor.get(path)).status, expected, `${role} ${path}`);
      }
    }
  });

  it('show one change in words: actor, IP address, before and after', async () => {
    const auditor = await consolePerson(gateway, 'auditor', { standing: 'none' });
    const { operator } = gateway.store;
    const boss = { kind: 'user', id: 'usr_0123456789abcdef', name: '<b>Boss</b>', address: '203.0.113.9' } as const;
    const target = { id: gateway.website.id, name: 'Boutik <i>Lakay</i>', receipts: true } as const;
    await operator.as(boss).changeWebsite(target.id, { name: target.name, sendsReceipts: true });
    const { position } = await lastOf(target.id);
    const { text, status } = await auditor.get(`/audit/${position}`);
    assert.equal(status, 200);
    assert.match(text, /website changed <code>website\.update<\/code>/);
    assert.match(
      text,
      /href="\/console\/people\/usr_0123456789abcdef"><bdi>&#60;b&#62;Boss&#60;\/b&#62;<\/bdi><\/a> <span class="soft">console/,
    );
    assert.match(text, /203\.0\.113\.9/);
    assert.match(
      text,
      /data-label="Field">name<\/td><td data-label="Before"><bdi>Test shop<\/bdi><\/td><td data-label="After"><bdi>Boutik &#60;i&#62;/,
    );
    assert.match(
      text,
      /e-mail receipts<\/td><td data-label="Before"><bdi>no<\/bdi><\/td><td data-label="After"><bdi>yes/,
    );
    assert.ok(!text.includes('<i>Lakay'));
    const french = await consolePerson(gateway, 'auditor', { language: 'fr', standing: 'none' });
    assert.match((await french.get(`/audit/${position}`)).text, /site modifié[\s\S]*reçus par e-mail[\s\S]*oui/);
    for (const nowhere of ['0', '999999999', 'x', '1e3', '-1']) {
      assert.equal((await auditor.get(`/audit/${nowhere}`)).status, 404, nowhere);
    }
  });

  it('filter the list by each field, and link from a subject to its changes', async () => {
    const auditor = await consolePerson(gateway, 'auditor', { standing: 'none' });
    const { website } = await gateway.newWebsite('Filtered');
    const { operator } = gateway.store;
    const marie = { kind: 'cli', id: null, name: 'marie', address: 'box' } as const;
    await operator.as(marie).changeWebsite(website.id, { name: 'Renamed' });
    const { position } = await lastOf(website.id);
    const listed = async (query: string) => positionsIn((await auditor.get(`/audit?${query}`)).text);
    const [own] = await listed(`subject=${website.id}`);
    assert.equal(own, position);
    assert.ok(
      (await listed(`website=${website.id}`)).length >= 4,
      'the changes of a website include those of its keys',
    );
    assert.deepEqual(await listed('actor=marie&by=cli&action=website.update'), [position]);
    assert.deepEqual(await listed('actor=marie&by=system'), []);
    assert.deepEqual(await listed(`subject=${website.id}&to=2020-01-01T00:00`), []);
    assert.deepEqual(await listed(`subject=${website.id}&from=2999-01-01T00:00`), []);
    assert.equal((await listed(`subject=${website.id}&from=2020-01-01T00:00&to=2999-01-01T00:00`))[0], position);
    assert.match((await auditor.get('/audit?actor=nobody')).text, /No changes match/);
    // An unknown parameter is not a filter.
    assert.equal((await auditor.get('/audit?by=king&action=drop&from=x&before=y')).status, 200);
    const owner = await consolePerson(gateway, 'owner');
    const links = linksOf((await owner.get(`/people/${owner.user.id}`)).text);
    assert.ok(links.includes(`/console/audit?subject=${owner.user.id}`));
    assert.ok(links.includes(`/console/audit?actor=${owner.user.id}`));
  });

  it('page without missing or repeating a change', async () => {
    const auditor = await consolePerson(gateway, 'auditor', { standing: 'none' });
    const { website } = await gateway.newWebsite('Paged');
    const { operator } = gateway.store;
    for (let each = 0; each < 60; each++) await operator.changeWebsite(website.id, { name: `Paged ${each}` });
    const rows = await listAuditRows(gateway.store.db, { subjectId: website.id, limit: 1_000 });
    const found: number[] = [];
    let path: string | undefined = `/audit?subject=${website.id}`;
    for (let pages = 0; path !== undefined && pages < 5; pages++) {
      const { text } = await auditor.get(path);
      found.push(...positionsIn(text));
      path = nextOf(text);
    }
    assert.deepEqual(
      found,
      rows.map(({ position }) => position),
    );
  });

  it('say whether the chain of the newest changes is intact, and which change breaks it', async () => {
    const auditor = await consolePerson(gateway, 'auditor', { language: 'fr', standing: 'none' });
    const { db } = gateway.store;
    const head = await readAuditHead(db);
    const whole = await auditor.get('/audit/check');
    assert.match(whole.text, new RegExp(`Intacte\u00a0: ${head?.position} modifications`));
    assert.ok(whole.text.includes(`<code id="secret">${head?.position}:${head?.hash}</code>`));
    assert.ok((await auditor.get('/audit')).text.includes(`${head?.position}:${head?.hash}`));
    const { position } = await lastOf(gateway.website.id);
    const change = (name: string) =>
      db.transaction((tx) => tx.query('UPDATE audit_log SET actor_name = $1 WHERE position = $2', [name, position]));
    const { actor } = await lastOf(gateway.website.id);
    await change('nobody');
    const broken = await auditor.get('/audit/check');
    assert.match(broken.text, new RegExp(`La ligne ${position} n’est pas ce qui a été enregistré`));
    assert.match(broken.text, /class="notice bad"/);
    await change(actor.name);
    assert.match((await auditor.get('/audit/check')).text, /class="notice good"/);
  });
});
