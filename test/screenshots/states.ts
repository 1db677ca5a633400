import { existsSync } from 'node:fs';
import type { FrameLocator, Page } from 'playwright-core';
import { FAILURE_REASONS, type FailureReason } from '../../src/core/payment.ts';
import { addressOf, fileOf, TOPICS } from '../../src/docs-site/topics.ts';
import { LANGUAGES, type Language } from '../../src/platform/messages/language.ts';
import { CARD, CHALLENGED, fillAndSubmit, newPayment, payByWallet, submit } from '../pages/visitor.ts';
import { checkOut } from '../rehearsal/customer.ts';
import { LIVE_STATES } from '../rehearsal/live-states.ts';
import type { Stage } from '../rehearsal/stage.ts';
import { widgetOf } from '../rehearsal/widget.ts';
import type { DemoShop } from '../support/demo-shop.ts';
import { startTestGateway } from '../support/gateway.ts';

/** Where states are reached: the demo shop on a sandbox, or a rehearsal of live mode. */
export interface Place {
  readonly demo: DemoShop;
  readonly live: Stage;
  readonly language: Language;
}

/** Something that people see, and how to get there. Its page is left as it is to be pictured. */
export interface State {
  readonly group: string;
  readonly title: string;
  /** Whether the state is reached in a rehearsal. Then `demo` is undefined; for other states `live` is. */
  readonly isLive?: boolean;
  readonly languages?: readonly Language[];
  readonly reach: (page: Page, place: Place) => Promise<void>;
}

type Reach = State['reach'];

/** A payment of the demo shop, created by its server, and its page in the language of the picture. */
function paymentPage(
  method: string,
  changes: Record<string, unknown> = {},
  then: (page: Page) => Promise<void> = async () => {},
): Reach {
  return async (page, { demo, language }) => {
    const payment = { description: '2 × Kafe mòn, 1 kg', reference: 'KMD-7F3K-9QXM-2BRT', amount: 1500 };
    const { payment_url } = await newPayment(demo, method, { ...payment, ...changes });
    await page.goto(`${payment_url}?lang=${language}`);
    await then(page);
  };
}

const inState = (place: Page | FrameLocator, state: string) => place.locator(`main[data-state="${state}"]`).waitFor();

/** A failed payment, as a customer who opens its page again sees it. */
function failed(reason: FailureReason): Reach {
  return async (page, { demo, language }) => {
    const { payment_url, transaction_id } = await newPayment(demo, 'moncash', {
      description: '1 × Mango Fransik',
      amount: 1000,
    });
    await demo.api.post(`/test_helpers/payments/${transaction_id}/fail`, { failure_reason: reason });
    await page.goto(`${payment_url}?lang=${language}`);
  };
}

const PAYMENT_PAGES: Record<string, Reach> = {
  'MonCash: the form': paymentPage('moncash'),
  'MonCash: errors next to the fields': paymentPage('moncash', {}, async (page) => {
    await fillAndSubmit(page, { phone: '3700', pin: '' });
    await page.locator('[aria-invalid=true]').first().waitFor();
  }),
  'MonCash: the code': paymentPage('moncash', {}, async (page) => {
    await fillAndSubmit(page, { phone: '37000001', pin: '1234' });
    await inState(page, 'code');
  }),
  'MonCash: a wrong code': paymentPage('moncash', {}, async (page) => {
    await fillAndSubmit(page, { phone: '37000001', pin: '1234' });
    await inState(page, 'code');
    await fillAndSubmit(page, { code: '1' });
    await page.locator('[aria-invalid=true]').first().waitFor();
  }),
  'NatCash: the form, dollars converted': paymentPage('natcash', { currency: 'USD', amount: 125 }),
  'NatCash: waiting': paymentPage('natcash', {}, async (page) => {
    await payByWallet(page, '37000005');
    await inState(page, 'waiting');
  }),
  'MonCash: paid': paymentPage('moncash', {}, async (page) => {
    await payByWallet(page, '37000001');
    await inState(page, 'paid');
  }),
  'NatCash: paid, dollars converted': paymentPage('natcash', { currency: 'USD', amount: 11.5 }, async (page) => {
    await payByWallet(page, '37000001');
    await inState(page, 'paid');
  }),
  'Paid, as it is printed': paymentPage('moncash', {}, async (page) => {
    await payByWallet(page, '37000001');
    await inState(page, 'paid');
    await page.emulateMedia({ media: 'print' });
  }),
  'LakayPay card: the form': paymentPage('lakaypay_card'),
  'LakayPay card: a subscription': paymentPage('lakaypay_card', {
    recurring: true,
    recurring_interval: 'weekly',
    recurring_interval_count: 2,
  }),
  'LakayPay card: errors next to the fields': paymentPage('lakaypay_card', {}, async (page) => {
    await submit(page);
    await page.locator('[aria-invalid=true]').first().waitFor();
  }),
  'LakayPay card: the bank asks': paymentPage('lakaypay_card', {}, async (page) => {
    await fillAndSubmit(page, CHALLENGED);
    await inState(page, 'challenge');
  }),
  ...Object.fromEntries(FAILURE_REASONS.map((reason) => [`Not paid: ${reason}`, failed(reason)])),
  'A long name, a long order, right to left': paymentPage('moncash', {
    description: `مرحبا ${'W'.repeat(120)} <b>🎉🇭🇹</b>`,
    reference: 'R'.repeat(200),
  }),
  'No way back: a website without a return URL': async (page, { demo, language }) => {
    const { website, testKey } = await demo.gateway.newWebsite('Machann san sit');
    await demo.gateway.store.operator.changeWebsite(website.id, { returnUrl: null });
    const { payment_url } = await newPayment({ api: demo.gateway.client(testKey) }, 'moncash');
    await page.goto(`${payment_url}?lang=${language}`);
    await payByWallet(page, '37000001');
    await inState(page, 'paid');
  },
  'No such page': async (page, { demo, language }) => {
    await page.goto(`${demo.gateway.url}/pay/1/2?lang=${language}`);
  },
  'Too many requests': async (page, { language }) => {
    const gateway = await startTestGateway('sqlite', { settings: { PAGE_LIMIT_PER_MINUTE: '1' } });
    try {
      for (const _ of [1, 2]) await page.goto(`${gateway.url}/pay/1/2?lang=${language}`);
      await inState(page, 'tooMany');
      // Without this, the page would refresh after its gateway has stopped, and the picture would show a browser error.
      await page.route(`${gateway.url}/**`, (route) => route.abort());
    } finally {
      await gateway.stop();
    }
  },
};

/** Fills the cart in the shop, and submits the checkout with this method. */
async function order(page: Page, { demo, language }: Place, method: string): Promise<void> {
  await fillCart(page, { demo, language });
  await page.goto(`${demo.url}/checkout`);
  await checkOut(page, method);
}

async function fillCart(page: Page, { demo, language }: Pick<Place, 'demo' | 'language'>): Promise<void> {
  await page.goto(`${demo.url}/?lang=${language}`);
  for (const product of ['kafe', 'mango']) {
    await page.goto(`${demo.url}/`);
    await page.locator(`form[action="/cart/${product}"] button`).click();
    await page.waitForURL('**/cart');
  }
}

function orderAfter(phone: string): Reach {
  return async (page, place) => {
    await order(page, place, 'moncash');
    await payByWallet(page, phone);
    await page.locator(`a[href^="${place.demo.url}/thanks"]`).first().click();
    await page.waitForURL('**/orders/KMD-*');
  };
}

const SHOP: Record<string, Reach> = {
  Home: (page, { demo, language }) => page.goto(`${demo.url}/?lang=${language}`).then(() => undefined),
  'The cart': fillCart,
  'The empty cart': (page, { demo, language }) => page.goto(`${demo.url}/cart?lang=${language}`).then(() => undefined),
  Checkout: async (page, place) => {
    await fillCart(page, place);
    await page.goto(`${place.demo.url}/checkout`);
  },
  'Checkout: errors next to the fields': async (page, place) => {
    await fillCart(page, place);
    await page.goto(`${place.demo.url}/checkout`);
    await page.locator('[name=email]').fill('marie');
    await page.locator('main form button').click();
    await page.locator('.errors').waitFor();
  },
  'An order that waits': async (page, place) => {
    await order(page, place, 'card');
    await page.goto(page.url().replace(/\/card$/, ''));
  },
  'An order that is paid': orderAfter('37000001'),
  'An order whose payment was declined': orderAfter('37000003'),
  'An order whose payment was cancelled': orderAfter('37000004'),
  'An order that another amount was paid for': async (page, place) => {
    await order(page, place, 'moncash');
    const id = /\/pay\/(\d+)\//.exec(page.url())?.[1];
    const { reference } = (await place.demo.api.get(`/payments/${id}`)).json.data;
    await place.demo.api.post(`/test_helpers/payments/${id}/fail`, { failure_reason: 'amount_mismatch' });
    await page.goto(`${place.demo.url}/thanks?transaction_id=${id}&reference=${reference}`);
  },
  'No such order': (page, { demo, language }) =>
    page.goto(`${demo.url}/orders/x?lang=${language}`).then(() => undefined),
};

const WIDGET: Record<string, Reach> = {
  'The card form': async (page, place) => {
    await order(page, place, 'card');
    await inState(widgetOf(page), 'form');
  },
  'Errors next to the fields': async (page, place) => {
    await order(page, place, 'card');
    await submit(widgetOf(page));
    await widgetOf(page).locator('[aria-invalid=true]').first().waitFor();
  },
  'The bank asks': async (page, place) => {
    await order(page, place, 'card');
    await fillAndSubmit(widgetOf(page), CHALLENGED);
    await inState(widgetOf(page), 'challenge');
  },
  Paid: async (page, place) => {
    await order(page, place, 'card');
    await fillAndSubmit(widgetOf(page), CARD);
    await inState(widgetOf(page), 'paid');
  },
  Declined: async (page, place) => {
    await order(page, place, 'card');
    await fillAndSubmit(widgetOf(page), { ...CARD, number: '4000000000000002' });
    await inState(widgetOf(page), 'declined');
  },
  'The gateway cannot be reached': async (page, place) => {
    await page.route('**/peye.js', (route) => route.abort());
    await order(page, place, 'card');
    await page.locator('#card-error').waitFor();
  },
};

const LIVE: Record<string, Reach> = Object.fromEntries(
  Object.entries(LIVE_STATES).map(([title, reach]) => [
    title,
    (page, { live }) => {
      const { shop } = live.reported;
      const buy = async (method: string, changes = {}) => {
        await page.goto(`${shop}/checkout`);
        await checkOut(page, method, { amount: '500', ...changes });
        return '';
      };
      return reach({ page, buy }, live);
    },
  ]),
);

/** Topics are pictured in the languages that they are written in. */
const DOCS: State[] = TOPICS.map((topic) => ({
  group: 'Documentation',
  title: topic,
  languages: LANGUAGES.filter((language) => existsSync(new URL(`../../${fileOf(topic, language)}`, import.meta.url))),
  reach: async (page, { demo, language }) => {
    await page.goto(`${demo.gateway.url}${addressOf(topic, language)}`);
  },
}));

const group = (name: string, states: Record<string, Reach>, more: Partial<State> = {}): State[] =>
  Object.entries(states).map(([title, reach]) => ({ group: name, title, reach, ...more }));

/** Everything that is pictured. */
export const STATES: readonly State[] = [
  ...group('Payment pages', PAYMENT_PAGES),
  ...group('The card widget in a shop', WIDGET),
  ...group('The shop', SHOP),
  ...DOCS,
  ...group('Documentation', {
    'No such topic': async (page, { demo, language }) => {
      await page.goto(`${demo.gateway.url}${addressOf('nothing', language)}`);
    },
  }),
  ...group('Live, against simulators', LIVE, { isLive: true }),
];
