import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { NO_BROWSER } from '../support/browser.ts';
import { openStage, type Stage } from './stage.ts';

/** After this time Peye queries the provider. */
const FIRST_CHECK_SECONDS = 16;

describe('payment links in rehearsal', { skip: NO_BROWSER }, () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage({}, { forwardSeconds: FIRST_CHECK_SECONDS });
  });
  after(() => stage.stop());

  /** Creates a link with one method, opens its page, and presses its button. */
  const begin = async (method: string) => {
    const { url, key } = stage.reported;
    const response = await fetch(`${new URL(url).origin}/api/links/v1/links`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'Panye mango',
        descriptions: { en: 'Twelve mangoes.' },
        amount: 500,
        methods: [method],
        asks_phone: true,
        single_use: true,
      }),
    });
    const { data } = (await response.json()) as { data: { url: string } };
    assert.equal(response.status, 201);
    const customer = await stage.customer();
    await customer.page.goto(`${data.url}?lang=en`);
    await customer.page.locator('[name=phone]').fill('37007294');
    await customer.page.locator('main form button').click();
    return customer;
  };
  const listed = async (method: string) => {
    const { json } = await stage.api.get(`/payments?payment_method=${method}`);
    return json.data[0] as { transaction_id: string };
  };

  it('lead to MonCash in one step, and are paid there', async () => {
    const customer = await begin('moncash');
    const { page } = customer;
    await page.getByLabel('MonCash number').fill('37007294');
    await page.getByLabel('PIN').fill('1234');
    await page.getByRole('button', { name: 'Pay' }).click();
    await page.getByLabel('Security Code').fill('123456');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
    await stage.assertOver((await listed('moncash')).transaction_id, 'completed');
    await page.context().close();
  });
});
