import type { FrameLocator, Page } from 'playwright-core';

/** The gateway's frame in the shop's page. */
export function widgetOf(page: Page): FrameLocator {
  return page.frameLocator('iframe[title=Peye]');
}

/** The provider's frame in the gateway's. */
export function fieldsOf(page: Page): FrameLocator {
  return widgetOf(page).frameLocator('iframe[title="Secure card payment input frame"]');
}

/** The bank's page of 3-D Secure, over everything in the gateway's frame. */
export function bank(page: Page): FrameLocator {
  return widgetOf(page).frameLocator('iframe[title="3D Secure"]');
}

export async function typeCard(page: Page, number: string): Promise<void> {
  await fieldsOf(page).locator('[name=cardnumber]').fill(number);
  await fieldsOf(page).locator('[name=exp-date]').fill('12 / 40');
  await fieldsOf(page).locator('[name=cvc]').fill('123');
}

export async function payByCard(page: Page, number: string): Promise<void> {
  await typeCard(page, number);
  await widgetOf(page).locator('[data-label]:not([disabled])').click();
}
