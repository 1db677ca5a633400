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
  /** The payment's own page; for a card, the first page of the widget. */
  readonly page: string;
  /** The values that open the widget; undefined if the merchant did not get them. */
  readonly secret: { readonly client_secret: string; readonly publishable_key: string } | undefined;
  /** The provider in live mode. */
  readonly driver: ProviderDriver | undefined;
  /** The addresses with a session that the browser has opened. */
  readonly tabs: string[];
  /** The cookie that the gateway has set in the browser. */
  cookie: string | undefined;
  /** The last form for the provider's page that the browser received. */
  form: BrowserForm | undefined;
  /** Whether the provider does not report its charges, or cannot be queried. */
  isProviderSilent: boolean;
  isWebsiteActive: boolean;
  readonly createdAtUs: number;
}

/** Creates a payment of any kind. For some live payments the provider does not respond. */
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
  // The gateway remembers for some seconds that the website was deactivated.
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
  // Read the provider's records before the store, which cannot know later entries yet.
  const charges = driver?.book().filter(({ reference, status }) => reference === id && status === 'paid') ?? [];
  const isTaken = charges.length > 0;
  const reports = await discrepanciesOf(db, Number(id));
  const isPaidLate = reports.some(({ kind }) => kind === 'paid_after_failure');
  const hasReceipt = (await findReceipt(db, Number(id))) !== undefined;
  const [switchedOff] = await db.query(
    'SELECT w.id FROM websites w JOIN payments p ON p.website_id = w.id WHERE p.id = $1 AND w.deactivated_at_us IS NOT NULL',
    [Number(id)],
  );
  // Read the payment last: if the store knows of late money, the payment had failed before.
  const payment = await findPayment(db, Number(id));
  assert.ok(payment);
  return { payment, reports, charges, isPaidLate, isTaken, hasReceipt, isWebsiteActive: switchedOff === undefined };
}

export function oneOf<T>(random: SeededRandom, choices: readonly T[]): T {
  return choices[random.between(0, choices.length - 1)] as T;
}
