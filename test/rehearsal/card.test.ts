import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { cancelOn } from '../pages/visitor.ts';
import { NO_BROWSER } from '../support/browser.ts';
import { until } from '../support/gateway.ts';
import { openStage, type Stage } from './stage.ts';
import { bank, fieldsOf, payByCard, typeCard, widgetOf } from './widget.ts';

const PAYS = '4242 4242 4242 4242';
const DECLINED = '4000 0000 0000 0002';
const ASKS_3DS = '4000 0027 6000 3184';

describe('Card in rehearsal', { skip: NO_BROWSER }, () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.stop());

  const heading = (page: Page, name: string) => widgetOf(page).getByRole('heading', { name }).waitFor();

  it('pays: the shop, the card fields in its page, the result, the shop again, and a signed webhook', async () => {
    const customer = await stage.customer();
    const { page } = customer;
    const id = await customer.buy('card', { amount: '12.50', currency: 'USD' });
    await widgetOf(page).getByRole('button', { name: 'Pay 12.50 USD' }).waitFor();
    assert.equal(await widgetOf(page).locator('.test').count(), 0);
    await payByCard(page, PAYS);
    await heading(page, 'Payment successful');
    assert.equal(await widgetOf(page).locator('.test').count(), 0);
    await customer.backToShop('payment.success');
    await page.getByText('12.50 USD, completed').waitFor();
    await stage.assertOver(id, 'completed', '12.50');
    assert.equal((await stage.bookEntry('stripe', id))?.amountMinor, 1250);
    assert.ok(await customer.hasSent(PAYS));
    await customer.leave([PAYS]);
  });

  it('a declined card is reported and ends nothing, and another card pays', async () => {
    const customer = await stage.customer();
    const { page } = customer;
    const id = await customer.buy('card');
    await payByCard(page, DECLINED);
    await widgetOf(page).getByRole('alert').filter({ hasText: 'The payment was declined.' }).waitFor();
    assert.equal(await stage.statusOf(id), 'pending');
    assert.deepEqual(stage.shopLines(id), []);
    await payByCard(page, PAYS);
    await heading(page, 'Payment successful');
    await customer.backToShop('payment.success');
    await stage.assertOver(id, 'completed');
    await customer.leave([DECLINED, PAYS]);
  });

  it('the bank asks for a confirmation, and gets it: completed', async () => {
    const customer = await stage.customer();
    const { page } = customer;
    const id = await customer.buy('card');
    await payByCard(page, ASKS_3DS);
    await bank(page).getByRole('button', { name: 'Complete authentication' }).click();
    await heading(page, 'Payment successful');
    await customer.backToShop('payment.success');
    await stage.assertOver(id, 'completed');
    await customer.leave([ASKS_3DS]);
  });

  it('the customer cancels: cancelled here and at the provider', async () => {
    const customer = await stage.customer();
    const { page } = customer;
    const id = await customer.buy('card');
    await fieldsOf(page).locator('[name=cardnumber]').waitFor();
    await typeCard(page, PAYS);
    await cancelOn(widgetOf(page));
    await heading(page, 'Payment cancelled');
    await customer.backToShop('payment.failed');
    await stage.assertOver(id, 'failed: cancelled');
    assert.equal((await stage.bookEntry('stripe', id))?.status, 'failed');
    await customer.leave([PAYS]);
  });

  it('the customer reloads, opens the page again and returns to it, and the provider reports twice: one webhook', async () => {
    const faults = await stage.setFaults('stripe', { reports: 'twice' });
    const customer = await stage.customer();
    const { page } = customer;
    const id = await customer.buy('card');
    await payByCard(page, PAYS);
    await heading(page, 'Payment successful');
    const checkoutUrl = page.url();
    // The gateway's frame shows that it is paid until the shop has received the webhook. Then the shop shows the order.
    const showsPaid = (one: Page) =>
      until('the page shows that it is paid', async () => {
        const ofShop = one.getByRole('heading', { name: 'Your order is paid' });
        return (
          (await ofShop.count()) + (await widgetOf(one).getByRole('heading', { name: 'Payment successful' }).count()) >
          0
        );
      });
    await page.reload();
    await showsPaid(page);
    const second = await page.context().newPage();
    await second.goto(checkoutUrl);
    await showsPaid(second);
    await customer.backToShop('payment.success');
    await page.goto(checkoutUrl);
    await showsPaid(page);
    await stage.assertOver(id, 'completed');
    await faults.undo();
    await customer.leave([PAYS]);
  });
});
