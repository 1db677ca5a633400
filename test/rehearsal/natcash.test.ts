import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { NO_BROWSER } from '../support/browser.ts';
import { openStage, type Stage } from './stage.ts';

const PHONE = '40123456';
const PAYS = '123456';
const IS_DECLINED = '000000';

describe('NatCash in rehearsal', { skip: NO_BROWSER }, () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.stop());

  // The page is in Kreyòl, as NATCASH_LANGUAGE says, whatever the browser speaks.
  const respond = async (page: Page, code: string) => {
    await page.getByLabel('Nimewo telefòn').fill(PHONE);
    await page.getByRole('button', { name: 'Kontinye' }).click();
    await page.getByLabel('Kòd sekirite').fill(code);
    await page.getByRole('button', { name: 'Peye' }).click();
  };

  it('pays: the shop, NatCash, the result, the shop again, and a signed webhook', async () => {
    const customer = await stage.customer();
    const { page } = customer;
    const id = await customer.buy('natcash', { amount: '10', currency: 'USD' });
    await page.getByText('1,306').waitFor();
    await respond(page, PAYS);
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
    assert.match(new URL(page.url()).pathname, new RegExp(`^/pay/${id}/`));
    assert.equal(await page.locator('.test').count(), 0);
    await customer.backToShop('payment.success');
    await page.getByText('1306.00 HTG, completed').waitFor();
    await stage.assertOver(id, 'completed', '1306.00');
    assert.equal((await stage.bookEntry('natcash', id))?.amountMinor, 130_600);
    // The gateway never received the phone number.
    await customer.leave([PHONE]);
  });

  it('an invalid code is reported, and the next one pays', async () => {
    const customer = await stage.customer();
    const { page } = customer;
    const id = await customer.buy('natcash');
    await respond(page, '9');
    await page.getByRole('alert').filter({ hasText: 'Kòd la pa bon.' }).waitFor();
    assert.equal(await stage.statusOf(id), 'processing');
    await page.getByLabel('Kòd sekirite').fill(PAYS);
    await page.getByRole('button', { name: 'Peye' }).click();
    await customer.backToShop('payment.success');
    await stage.assertOver(id, 'completed');
    await customer.leave();
  });

  it('the customer returns twice, goes back, and reloads: one webhook', async () => {
    const faults = await stage.setFaults('natcash', { returns: 'twice' });
    const customer = await stage.customer();
    const { page } = customer;
    const id = await customer.buy('natcash');
    const natcash = page.url();
    let back = '';
    page.on('request', (request) => {
      if (request.url().includes('/providers/natcash/return')) back = request.url();
    });
    await respond(page, PAYS);
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
    await page.reload();
    const second = await page.context().newPage();
    await second.goto(back);
    await second.getByRole('heading', { name: 'Payment successful' }).waitFor();
    // NatCash's own page of a finished order also has a link back.
    await second.goto(natcash);
    await second.getByRole('link', { name: 'Retounen kay machann nan' }).click();
    await second.getByRole('heading', { name: 'Payment successful' }).waitFor();
    await customer.backToShop('payment.success');
    await page.goBack();
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
    await stage.assertOver(id, 'completed');
    await faults.undo();
    await customer.leave();
  });

  it('is declined: open until it expires, because NatCash may accept another attempt, then failed, and the shop is notified', async () => {
    const customer = await stage.customer();
    const { page } = customer;
    const id = await customer.buy('natcash');
    await respond(page, IS_DECLINED);
    await page.getByRole('heading', { name: 'Payment processing' }).waitFor();
    assert.equal(await stage.statusOf(id), 'processing');
    stage.forward();
    await page.getByRole('heading', { name: 'Payment failed' }).waitFor();
    await page.getByText('The payment was declined.').waitFor();
    await customer.backToShop('payment.failed');
    await stage.assertOver(id, 'failed: declined');
    assert.equal((await stage.bookEntry('natcash', id))?.status, 'failed');
    await customer.leave();
  });

  it('the customer cancels: failed as declined at the end, because NatCash reports both alike', async () => {
    const customer = await stage.customer();
    const { page } = customer;
    const id = await customer.buy('natcash');
    await page.getByRole('button', { name: 'Anile' }).click();
    await page.getByRole('heading', { name: 'Payment processing' }).waitFor();
    stage.forward();
    await page.getByRole('heading', { name: 'Payment failed' }).waitFor();
    await customer.backToShop('payment.failed');
    await stage.assertOver(id, 'failed: declined');
    await customer.leave();
  });
});
