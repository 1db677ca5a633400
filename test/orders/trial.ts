import assert from 'node:assert/strict';
import type { PaymentMethod } from '../../src/core/payment.ts';
import { discrepanciesOf } from '../../src/features/payments/discrepancies/store/discrepancies.ts';
import { findPayment } from '../../src/features/payments/store/find-payment.ts';
import { findReceipt } from '../../src/features/receipts/store/receipts.ts';
import { paymentPageUrl } from '../../src/providers/payment-page.ts';
import type { BrowserForm } from '../support/drivers/form-on-page.ts';
import type { ProviderDriver } from '../support/drivers/provider-driver.ts';
import { paymentRequest, until } from '../support/gateway.ts';
import type { SeededRandom } from '../support/seeded-random.ts';
import type { Truth } from './judge.ts';
import type { OrdersStage } from './orders-stage.ts';
import { type PageView, type VisitOptions, visit } from './visit.ts';

const CUSTOMER = { customer_email: 'marie@example.com' };
/** A browser remembers at most this many addresses of one payment. */
const MOST_TABS = 6;

/** One payment, its customer's browser, and its provider. */
export interface Trial {
  readonly stage: OrdersStage;
  readonly mode: 'test' | 'live';
  readonly method: PaymentMethod;
  readonly id: string;
  readonly amountMinor: number;
  /** The payment's own page; of a card, the widget's first. */
  readonly page: string;
  /** What opens the widget; undefined where the merchant did not get it. */
  readonly secret: { readonly client_secret: string; readonly publishable_key: string } | undefined;
  /** In live mode. */
  readonly driver: ProviderDriver | undefined;
  /** Addresses with a session that the browser has been at. */
  readonly tabs: string[];
  /** What the gateway has left in the browser. */
  cookie: string | undefined;
  /** The form for the provider's page that the browser was given last. */
  form: BrowserForm | undefined;
  /** The provider does not state its charges, or cannot be queried. */
  isProviderSilent: boolean;
  isWebsiteActive: boolean;
  readonly createdAtUs: number;
}

/** Creates a payment of any kind; for some live ones, their provider does not respond. */
export async function newTrial(stage: OrdersStage, random: SeededRandom): Promise<Trial> {
  const mode = random.percent(40) ? 'test' : 'live';
  const driver = mode === 'live' ? stage.providers.drivers[random.between(0, 3)] : undefined;
  const method = driver?.method ?? oneOf(random, ['moncash', 'natcash', 'lakaypay_card', 'card'] as const);
  const reference = `ORDER-${random.seed}`;
  const amount = random.between(100, 20_000);
  const isLost = driver?.isCreatedRemotely === true && random.percent(6);
  if (isLost)
    driver.setFaults({ create: oneOf(random, ['error_500', 'garbage', 'drop', 'drop_after_effect'] as const) });
  const merchant = stage.merchant(mode);
  const request = paymentRequest({ payment_method: method, amount, reference, ...CUSTOMER });
  let response = await merchant.post('/payments', request);
  // That the website was switched off is remembered for some seconds.
  await until('the website may create payments', async () => {
    if (response.status === 403) response = await merchant.post('/payments', request);
    return response.status !== 403;
  });
  driver?.repair();
  if (!isLost) assert.equal(response.status, 201, response.text);
  const created =
    response.status === 201 ? response.json : (await merchant.get(`/payments/reference/${reference}`)).json.data;
  const { url, store } = stage.gateway();
  const { transaction_id: id, client_secret, publishable_key } = created;
  return {
    stage,
    mode,
    method,
    id,
    amountMinor: amount * 100,
    page: method === 'card' ? `${url}/widget/v1/card` : paymentPageUrl(url, store.box, Number(id)),
    secret: client_secret === undefined ? undefined : { client_secret, publishable_key },
    driver,
    tabs: [],
    cookie: undefined,
    form: undefined,
    isProviderSilent: false,
    isWebsiteActive: true,
    createdAtUs: stage.providers.clock.now(),
  };
}

/** Opens an address in the customer's browser, which stores its cookie and the session of the page that it reaches. */
export async function browse(trial: Trial, address: string, options: VisitOptions = {}): Promise<PageView> {
  const shown = await visit(address, { cookie: trial.cookie, ...options });
  trial.cookie = shown.cookie ?? trial.cookie;
  const session = sessionOf(shown.url);
  if (session !== null && !trial.tabs.some((tab) => sessionOf(tab) === session)) {
    trial.tabs.push(shown.url);
    if (trial.tabs.length > MOST_TABS) trial.tabs.shift();
  }
  return shown;
}

function sessionOf(url: string): string | null {
  return new URL(url).searchParams.get('s');
}

export async function truthOf({ stage, driver, id }: Trial): Promise<Truth> {
  const { db } = stage.gateway().store;
  // Before the store is read: a later entry of the provider's records cannot be known yet.
  const charges = driver?.book().filter(({ reference, status }) => reference === id && status === 'paid') ?? [];
  const isTaken = charges.length > 0;
  const reports = await discrepanciesOf(db, Number(id));
  const isPaidLate = reports.some(({ kind }) => kind === 'paid_after_failure');
  const hasReceipt = (await findReceipt(db, Number(id))) !== undefined;
  const [switchedOff] = await db.query(
    'SELECT w.id FROM websites w JOIN payments p ON p.website_id = w.id WHERE p.id = $1 AND w.deactivated_at_us IS NOT NULL',
    [Number(id)],
  );
  // Last: what is known of money that came late belongs to a payment that had failed before.
  const payment = await findPayment(db, Number(id));
  assert.ok(payment);
  return { payment, reports, charges, isPaidLate, isTaken, hasReceipt, isWebsiteActive: switchedOff === undefined };
}

export function oneOf<T>(random: SeededRandom, choices: readonly T[]): T {
  return choices[random.between(0, choices.length - 1)] as T;
}
