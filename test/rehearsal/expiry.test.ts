import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { NO_BROWSER } from '../support/browser.ts';
import type { Customer } from './customer.ts';
import { openStage, type Stage } from './stage.ts';
import { payByCard, widgetOf } from './widget.ts';

const METHODS = ['moncash', 'natcash', 'lakaypay_card', 'card'] as const;

/** One rehearsal for all methods, because its time can be moved forward only once. */
describe('a payment that is never paid, in rehearsal', { skip: NO_BROWSER }, () => {
  let stage: Stage;
  const open = new Map<string, { customer: Customer; id: string }>();
  before(async () => {
    stage = await openStage();
    for (const method of METHODS) {
      const customer = await stage.customer();
      open.set(method, { customer, id: await customer.buy(method) });
    }
    // The form is open, but the customer does not look at it.
    const card = open.get('card')?.customer.page;
    assert.ok(card);
    await widgetOf(card).locator('[data-label]:not([disabled])').waitFor();
    for (const { id } of open.values()) assert.match(await stage.statusOf(id), /processing|pending/);
    stage.forward();
  });
  after(() => stage.stop());

  const of = (method: string) => {
    const found = open.get(method);
    assert.ok(found);
    return { ...found, page: found.customer.page };
  };

  for (const method of METHODS) {
    it(`${method}: expires automatically, with a signed webhook`, async () => {
      await stage.assertOver(of(method).id, 'failed: expired');
    });
  }

  it('MonCash accepts no late money', async () => {
    const { page } = of('moncash');
    await page.reload();
    await page.getByText('Session expired').waitFor();
  });

  it('NatCash accepts no late money', async () => {
    const { page } = of('natcash');
    await page.reload();
    await page.getByText('Sesyon an ekspire').waitFor();
    assert.equal(await page.getByRole('button').count(), 0);
  });

  it('LakayPay card: the page shows that the payment has expired instead of its form, and links back to the shop', async () => {
    const { customer, page } = of('lakaypay_card');
    await page.reload();
    await page.getByRole('heading', { name: 'Payment expired' }).waitFor();
    assert.equal(await page.getByRole('button').count(), 0);
    await customer.backToShop('payment.failed');
    await customer.leave();
  });

  it('card: the form that was left open accepts no money, and shows that the payment has expired', async () => {
    const { customer, page } = of('card');
    await payByCard(page, '4242 4242 4242 4242');
    await widgetOf(page).getByRole('heading', { name: 'Payment expired' }).waitFor();
    assert.equal((await stage.bookEntry('stripe', of('card').id))?.status, 'failed');
    await customer.backToShop('payment.failed');
    await customer.leave(['4242 4242 4242 4242']);
  });
});
