import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { peyeJson } from '../support/cli.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { startTestGateway, type TestGateway, until } from '../support/gateway.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { aheadBy, type RunningGateway, startRunningGateway } from '../support/running-gateway.ts';
import { newShop } from '../support/webhooks.ts';
import { ask, fieldsOf } from './link-visitor.ts';

onOneEngineByDay('the seller of a payment link', (engine) => {
  let receiver: Receiver;
  let gateway: TestGateway;
  before(async () => {
    receiver = await startReceiver();
    gateway = await startTestGateway(engine, { settings: receiver.settings });
  });
  after(async () => {
    await gateway?.stop();
    await receiver?.close();
  });

  // Contract: LINK-11
  it('gets the ordinary webhook, whose metadata names the link', async () => {
    const shop = await newShop(gateway, `${receiver.origin}/sold`);
    const { json } = await shop.api.post(`${gateway.url}/api/links/v1/links`, {
      name: 'Mango',
      descriptions: { ht: 'Mango' },
      amount: 500,
    });
    const url: string = json.data.url;
    const { location } = await ask(url, { form: fieldsOf(await ask(url)) });
    const [, id = ''] = /\/pay\/(\d+)\//.exec(location) ?? [];
    await shop.api.post(`/test_helpers/payments/${id}/complete`);
    await until('the webhook arrives', () => receiver.received('/sold').length === 1);
    const event = JSON.parse(String(receiver.received('/sold')[0]?.body));
    const read = await shop.api.get(`/payments/${id}`);
    assert.deepEqual([event.event, event.data], ['payment.success', read.json.data]);
    assert.deepEqual(event.data.metadata, { link: json.data.code });
  });
});

onOneEngineByDay('a gateway that is killed while it notifies a seller', (engine) => {
  let server: MailServer;
  let running: RunningGateway;
  before(async () => {
    server = await startMailServer();
    running = await startRunningGateway(engine, {
      SMTP_URL: `smtp://127.0.0.1:${server.port}`,
      SMTP_FROM: 'links@pay.example',
      SMTP_TEST_PAYMENTS: 'true',
    });
  });
  after(async () => {
    await running?.close();
    await server?.close();
  });

  const sell = async (url: string, phone: string) => {
    const { location } = await ask(url, {
      form: { ...fieldsOf(await ask(url)), name: 'Jan Batis', phone, email: 'jan@example.com' },
    });
    const [, id = ''] = /\/pay\/(\d+)\//.exec(location) ?? [];
    assert.equal((await running.api().post(`/test_helpers/payments/${id}/complete`)).status, 200);
    return id;
  };

  it('sends the e-mail once again as the same message, and never afterwards', { timeout: 120_000 }, async () => {
    server.behaviour = 'no_answer';
    const link = await peyeJson(
      [
        ...[
          'links',
          'create',
          '--website',
          running.seed.websiteId,
          '--mode',
          'test',
          '--name',
          'Mango\u202e',
          '--ht',
          'Mango',
        ],
        ...['--amount', '500', '--ask-name', '--ask-phone', '--ask-email', '--notify', 'marie@example.com'],
      ],
      { settings: running.settings },
    );
    const id = await sell(link.url, '37000001');
    await running.killAt('the server has the e-mail, and has not confirmed it', () => server.mails.length === 1);
    server.behaviour = 'takes';
    await running.restart(aheadBy(200));
    await until('the e-mail is sent again', () => server.mails.length === 2);
    await running.stopAt('nothing is on its way', () => true);
    await running.restart(aheadBy(86_400));
    // The e-mail of a second payment shows that the worker has processed its queue.
    await sell(link.url, '37000002');
    await until('the second e-mail arrives', () => server.mails.length === 3);
    const [first, again, third] = server.mails;
    assert.deepEqual(first?.to, ['marie@example.com']);
    assert.equal(first?.header('Message-ID'), `<link.${id}@pay.example>`);
    assert.equal(again?.header('Message-ID'), first?.header('Message-ID'));
    assert.match(
      first?.content ?? '',
      new RegExp(
        `Mango[\\s\\S]*500\u00a0HTG[\\s\\S]*Jan Batis[\\s\\S]*37000001[\\s\\S]*jan@example\\.com[\\s\\S]*${id}[\\s\\S]*${link.code}`,
      ),
    );
    assert.match(first?.header('Subject') ?? '', /TEST/);
    assert.doesNotMatch(first?.content ?? '', /https?:|src=|\u202e/);
    assert.match(third?.content ?? '', /37000002/);
    await running.assertSound();
  });
});
