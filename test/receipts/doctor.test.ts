import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { checkReceipts, checkSmtp } from '../../src/app/doctor/check-receipts.ts';
import { readConfig } from '../../src/config.ts';
import { onBothEngines } from '../support/engines.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { openTestStore, seed, type TestStore } from '../support/store.ts';

onBothEngines('the doctor, about receipts', (engine) => {
  let store: TestStore;
  let server: MailServer;
  before(async () => {
    store = await openTestStore(engine);
    server = await startMailServer();
  });
  after(async () => {
    await server.close();
    await store.close();
  });
  const config = (isOn: boolean) =>
    readConfig(isOn ? { SMTP_URL: `smtp://127.0.0.1:${server.port}`, SMTP_FROM: 'receipts@pay.example' } : {});

  it('reports whether the mail server accepts e-mails, and sends none', async () => {
    assert.deepEqual(await checkSmtp(config(false)), []);
    assert.deepEqual((await checkSmtp(config(true)))[0]?.status, 'ok');
    server.behaviour = 'closed';
    const [refused] = await checkSmtp(config(true));
    server.behaviour = 'takes';
    assert.equal(refused?.status, 'problem');
    assert.match(refused.message, /does not accept e-mails.* \([A-Z]+ 421\)/);
    assert.deepEqual(server.mails, []);
    const nowhere = readConfig({ SMTP_URL: 'smtp://127.0.0.1:1', SMTP_FROM: 'receipts@pay.example' });
    const [away] = await checkSmtp(nowhere);
    assert.match(away?.message ?? '', /^127\.0\.0\.1:1 does not accept e-mails: the connection fails.* \([A-Z]+\)$/);
  });

  it('reports nothing while no website sends receipts, and otherwise missing settings and failures', async () => {
    const messages = async (isOn: boolean) =>
      (await checkReceipts(config(isOn), store.db)).map(({ status, message }) => `${status}: ${message}`);
    assert.deepEqual([await messages(false), await messages(true)], [[], []]);
    const { websiteId } = await seed(store.db, { website: { sendsReceipts: true } });
    assert.deepEqual(await messages(false), [`warning: receipts are on for ${websiteId}, but SMTP_URL is not set`]);
    assert.deepEqual(await messages(true), []);
    const nowUs = Date.now() * 1000;
    const row = (id: number, status: string, nextUs: number | null, endedUs: number | null, queue = 'receipts') =>
      store.db.transaction((tx) =>
        tx.query(
          `INSERT INTO ${queue} (payment_id, status, attempts, next_attempt_at_us, created_at_us, ended_at_us)
           VALUES ($1, $2, 1, $3, 1, $4)`,
          [id, status, nextUs, endedUs],
        ),
      );
    await row(1, 'sent', null, nowUs);
    await row(2, 'dropped', null, nowUs);
    await row(3, 'given_up', null, nowUs - 8 * 86_400_000_000);
    assert.deepEqual(await messages(true), []);
    await row(4, 'given_up', null, nowUs);
    await row(5, 'pending', nowUs, null);
    await row(6, 'pending', nowUs, null);
    assert.deepEqual(await messages(true), [
      'warning: 1 receipt could not be sent in the last 7 days',
      'ok: 2 receipts waiting',
    ]);
    // E-mails that notify sellers of payments of their links fail for the same reasons.
    await row(7, 'given_up', null, nowUs - 8 * 86_400_000_000, 'link_notices');
    await row(8, 'given_up', null, nowUs, 'link_notices');
    await row(9, 'pending', nowUs, null, 'link_notices');
    assert.deepEqual(await messages(true), [
      'warning: 2 receipts could not be sent in the last 7 days',
      'ok: 3 receipts waiting',
    ]);
  });
});
