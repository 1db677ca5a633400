import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onOneEngineByDay } from '../support/engines.ts';
import { paymentRequest, startTestGateway, type TestGateway, until } from '../support/gateway.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { ask, fieldsOf, newLink } from './link-visitor.ts';

const SELLER = 'marie@example.com';
const CUSTOMER = 'jan@example.com';

onOneEngineByDay('e-mails about payments', (engine) => {
  let server: MailServer;
  let sendsTests: TestGateway;
  let sendsNoTests: TestGateway;
  before(async () => {
    server = await startMailServer();
    const start = (SMTP_TEST_PAYMENTS: string) =>
      startTestGateway(engine, {
        settings: {
          SMTP_URL: `smtp://127.0.0.1:${server.port}`,
          SMTP_FROM: 'links@pay.example',
          SMTP_TEST_PAYMENTS,
        },
      });
    [sendsTests, sendsNoTests] = await Promise.all([start('true'), start('false')]);
    for (const { store, website } of [sendsTests, sendsNoTests]) {
      await store.operator.changeWebsite(website.id, { sendsReceipts: true });
    }
  });
  after(async () => {
    await sendsTests?.stop();
    await sendsNoTests?.stop();
    await server?.close();
  });

  const finish = async (gateway: TestGateway, id: string, outcome: 'complete' | 'fail') => {
    const { status, text } = await gateway.api.post(`/test_helpers/payments/${id}/${outcome}`);
    assert.equal(status, 200, text);
    return id;
  };
  /** Finishes a payment by a link whose seller wants e-mails, and returns its id. */
  const byLink = async (gateway: TestGateway, outcome: 'complete' | 'fail') => {
    const url = `${gateway.url}/l/${(await newLink(gateway, { notifyEmail: SELLER })).code}`;
    const { location } = await ask(url, { form: fieldsOf(await ask(url)) });
    const [, id = ''] = /\/pay\/(\d+)\//.exec(location) ?? [];
    return finish(gateway, id, outcome);
  };
  /** Finishes a payment by the API whose customer has an e-mail address, and returns its id. */
  const byApi = async (gateway: TestGateway, outcome: 'complete' | 'fail') => {
    const created = await gateway.api.post('/payments', paymentRequest({ customer_email: CUSTOMER }));
    return finish(gateway, created.json.transaction_id, outcome);
  };
  const rowsOf = async ({ store }: TestGateway, id: string) => {
    const rows = await store.db.query<{ queue: string; status: string; last_error: string | null }>(
      `SELECT 'receipt' AS queue, status, last_error FROM receipts WHERE payment_id = $1
       UNION ALL SELECT 'notice', status, last_error FROM link_notices WHERE payment_id = $1`,
      [Number(id)],
    );
    return rows.map(({ queue, status, last_error: error }) => [queue, status, error]);
  };
  const recipientsOf = (id: string) => server.mails.filter(({ content }) => content.includes(id)).map(({ to }) => to);

  // Contract: LINK-9
  it('are for completed payments only: a failed one is queued for neither seller nor customer', async () => {
    const failed = [await byLink(sendsTests, 'fail'), await byApi(sendsTests, 'fail')];
    // E-mails are queued in the transaction that finishes the payment, so there is nothing to wait for.
    for (const id of failed) assert.deepEqual(await rowsOf(sendsTests, id), []);
    const [sold, bought] = [await byLink(sendsTests, 'complete'), await byApi(sendsTests, 'complete')];
    await until('both e-mails of the completed payments arrive', () =>
      [sold, bought].every((id) => recipientsOf(id).length === 1),
    );
    assert.deepEqual([recipientsOf(sold), recipientsOf(bought)], [[[SELLER]], [[CUSTOMER]]]);
    assert.deepEqual(failed.flatMap(recipientsOf), []);
  });

  // Contract: RECEIPT-6, LINK-10
  it('of test payments are dropped unless SMTP_TEST_PAYMENTS is on, for sellers as for customers', async () => {
    const [sold, bought] = [await byLink(sendsNoTests, 'complete'), await byApi(sendsNoTests, 'complete')];
    const dropped = async (id: string) => (await rowsOf(sendsNoTests, id)).every(([, status]) => status !== 'pending');
    await until('both e-mails are processed', async () => (await dropped(sold)) && (await dropped(bought)));
    assert.deepEqual(await rowsOf(sendsNoTests, sold), [['notice', 'dropped', 'test mode']]);
    assert.deepEqual(await rowsOf(sendsNoTests, bought), [['receipt', 'dropped', 'test mode']]);
    assert.deepEqual([sold, bought].flatMap(recipientsOf), []);
  });
});
