import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { peye } from '../support/cli.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { paymentRequest, until } from '../support/gateway.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { aheadBy, type RunningGateway, startRunningGateway } from '../support/running-gateway.ts';

onOneEngineByDay('a gateway that is killed while it sends a receipt', (engine) => {
  let server: MailServer;
  let running: RunningGateway;
  before(async () => {
    server = await startMailServer();
    running = await startRunningGateway(engine, {
      SMTP_URL: `smtp://127.0.0.1:${server.port}`,
      SMTP_FROM: 'receipts@pay.example',
      SMTP_TEST_PAYMENTS: 'true',
      SANDBOX_AUTO_COMPLETE_SECONDS: '0',
    });
    const switched = await peye(['websites', 'update', running.seed.websiteId, '--receipts', 'on'], {
      settings: running.store.settings,
    });
    assert.equal(switched.code, 0, switched.stderr);
  });
  after(async () => {
    await running?.close();
    await server?.close();
  });

  // Contract: RECEIPT-1
  it('sends the receipt again as the same message, and then never again', { timeout: 120_000 }, async () => {
    server.behaviour = 'no_answer';
    const created = await running.api().post('/payments', paymentRequest({ customer_email: 'marie@example.com' }));
    assert.equal(created.status, 201, created.text);
    await running.killAt('the server has the e-mail, and has not confirmed it', () => server.mails.length === 1);
    server.behaviour = 'takes';
    await running.restart(aheadBy(200));
    await until('it is sent again', () => server.mails.length === 2);
    await running.stopAt('nothing is on its way', () => true);
    await running.restart(aheadBy(86_400));
    // A second receipt shows that the worker has checked the queue.
    await running.api().post('/payments', paymentRequest({ customer_email: 'jean@example.com' }));
    await until('the second receipt arrives', () => server.mails.length === 3);
    assert.deepEqual(
      server.mails.map((mail) => mail.to[0]),
      ['marie@example.com', 'marie@example.com', 'jean@example.com'],
    );
    const [first, again] = server.mails.map((mail) => mail.header('Message-ID'));
    assert.equal(first, `<receipt.${created.json.transaction_id}@pay.example>`);
    assert.equal(again, first);
    const shown = await peye(['payments', 'show', created.json.transaction_id], { settings: running.store.settings });
    assert.match(shown.stdout, /^Receipt by e-mail +sent 20\S+Z$/m);
    await running.assertSound();
  });
});
