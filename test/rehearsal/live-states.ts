import type { Page } from 'playwright-core';
import type { Customer } from './customer.ts';
import type { Stage } from './stage.ts';
import { bank, payByCard, widgetOf } from './widget.ts';

/** The customer in the shop of a rehearsal. */
export type Buyer = Pick<Customer, 'page' | 'buy'>;

// Find them by position, because the labels are in the language of the check.
const payAtMoncash = async (page: Page) => {
  await page.locator('#phone').fill('37007294');
  await page.locator('#pin').fill('1234');
  await page.locator('[value=pay]').click();
  await page.locator('#code').fill('123456');
  await page.locator('[value=send]').click();
};
const payAtNatcash = async (page: Page, code: string) => {
  for (const entry of ['40123456', code]) {
    await page.locator('#field').fill(entry);
    await page.locator('form button').first().click();
  }
};
const openForm = async ({ buy, page }: Buyer) => {
  await buy('lakaypay_card');
  await page.locator('main form button').waitFor();
};
const openWidget = async ({ buy, page }: Buyer) => {
  await buy('card');
  await widgetOf(page).locator('[data-label]:not([disabled])').waitFor();
};

/** How a customer gets from the shop to each page of a live payment, by what the page shows. Some cases move the rehearsal's time. */
export const LIVE_STATES: Readonly<Record<string, (customer: Buyer, stage: Stage) => Promise<void>>> = {
  'MonCash: back from it, paid': async ({ buy, page }) => {
    await buy('moncash');
    await payAtMoncash(page);
    await page.locator('main[data-state=paid]').waitFor();
  },
  'MonCash: back from it, not known yet': async ({ buy, page }, stage) => {
    const { undo } = await stage.setFaults('moncash', { status: 'pending', reports: 'never' });
    await buy('moncash');
    await payAtMoncash(page);
    await page.locator('main[data-state=waiting]').waitFor();
    await undo();
  },
  'MonCash: back from it, and it does not respond': async ({ buy, page }, stage) => {
    const { undo } = await stage.setFaults('moncash', { query: 'error_500', reports: 'never' });
    await buy('moncash');
    await payAtMoncash(page);
    await page.locator('main h1').waitFor();
    await page.waitForURL('**/providers/moncash/return?**');
    await undo();
  },
  'a payment that succeeded': async ({ buy, page }) => {
    await buy('natcash');
    await payAtNatcash(page, '123456');
    await page.locator('main[data-state=paid]').waitFor();
  },
  'a payment that failed': async ({ buy, page }, stage) => {
    await buy('natcash');
    await payAtNatcash(page, '000000');
    // The provider's page accepts another attempt until the payment expires.
    await page.locator('main[data-state=waiting]').waitFor();
    stage.forward();
    await page.locator('main:is([data-state=declined], [data-state=expired])').waitFor();
  },
  // These cases follow those that move time: their payments are paid, but they would end before the gateway knew that.
  'a payment that is processing': async ({ buy, page }, stage) => {
    const { undo } = await stage.setFaults('natcash', { unknownChecks: 5 });
    await buy('natcash');
    await payAtNatcash(page, '123456');
    await page.locator('main[data-state=waiting]').waitFor();
    await undo();
  },
  'LakayPay card: the way to the card page': openForm,
  'LakayPay card: under review': async (customer) => {
    const { page } = customer;
    await openForm(customer);
    await page.locator('main form button').click();
    await page.locator('#number').fill('4000 0000 0000 4806');
    await page.locator('#expiry').fill('12/2040');
    await page.locator('#cvn').fill('123');
    await page.locator('[value=pay]').click();
    await page.locator('main[data-state=waiting]').waitFor();
  },
  'LakayPay card: cancelled': async (customer) => {
    await openForm(customer);
    await customer.page.locator('main form button').click();
    await customer.page.locator('[value=cancel]').click();
    await customer.page.locator('main[data-state=cancelled]').waitFor();
  },
  'the widget': openWidget,
  'the widget: a declined card': async (customer) => {
    await openWidget(customer);
    await payByCard(customer.page, '4000 0000 0000 0002');
    await widgetOf(customer.page).locator('#card-error:not([hidden])').waitFor();
  },
  'the widget: the bank did not confirm': async (customer) => {
    await openWidget(customer);
    await payByCard(customer.page, '4000 0027 6000 3184');
    await bank(customer.page).getByRole('button', { name: 'Fail' }).click();
    await widgetOf(customer.page).locator('#card-error:not([hidden])').waitFor();
  },
  'the widget: processing': async (customer, stage) => {
    const { undo } = await stage.setFaults('stripe', { slowCards: true });
    await openWidget(customer);
    await payByCard(customer.page, '4242 4242 4242 4242');
    await widgetOf(customer.page).locator('main[data-state=waiting]').waitFor();
    await undo();
  },
  'the widget: paid': async (customer) => {
    await openWidget(customer);
    await payByCard(customer.page, '4242 4242 4242 4242');
    await widgetOf(customer.page).locator('main[data-state=paid]').waitFor();
  },
  'the widget: cancelled': async (customer) => {
    await openWidget(customer);
    await widgetOf(customer.page).locator('.leave summary').click();
    await widgetOf(customer.page).locator('.leave button').click();
    await widgetOf(customer.page).locator('main[data-state=cancelled]').waitFor();
  },
};
