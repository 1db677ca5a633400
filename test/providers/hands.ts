import { startMoncashSimulator } from '../../simulators/moncash/moncash-simulator.ts';
import { startNatcashSimulator } from '../../simulators/natcash/natcash-simulator.ts';
import { startSecureAcceptanceSimulator } from '../../simulators/secure-acceptance/secure-acceptance-simulator.ts';
import type { BookEntry } from '../../simulators/simulator.ts';
import { startStripeSimulator } from '../../simulators/stripe/stripe-simulator.ts';
import type { PaymentMethod } from '../../src/domain/payment.ts';
import { type BrowserForm, formOnPage } from './lakaypay_card/form-on-page.ts';

/** What the merchant's server was told of a created payment. */
export interface CreatedPayment {
  readonly transaction_id: string;
  readonly payment_url?: string;
}

/**
 * The hands of a provider and its customers, whatever the provider: for tests in which gateways come and go. Nobody tells
 * the gateway anything unless `notify` is called.
 */
export interface Hands {
  readonly method: PaymentMethod;
  /** Settings of a gateway that works with it. */
  readonly settings: Readonly<Record<string, string>>;
  /** The provider's own books; `reference` is the transaction id. */
  book(): BookEntry[];
  /** How often the provider was asked to create or charge a payment. */
  creations(transactionId: string): number;
  /** From now on creations have their effect, and are not answered; null where nothing is created by a call. */
  readonly holdCreations: (() => void) | null;
  /** From now on questions fail, in one of several ways. */
  breakQuestions(way: number): void;
  mend(): void;
  /** What the customer does after creation, at once: opens a page that stays open in a tab. */
  visit(payment: CreatedPayment): Promise<void>;
  /** The customer pays. */
  pay(transactionId: string): Promise<void>;
  notify(transactionId: string): Promise<void>;
  stop(): Promise<void>;
}

export const HANDS: Readonly<
  Record<PaymentMethod, (options: { gatewayUrl: string; now: () => number }) => Promise<Hands>>
> = { moncash: moncashHands, natcash: natcashHands, lakaypay_card: lakaypayCardHands, card: cardHands };

const noVisit = async () => {};

async function moncashHands(options: { gatewayUrl: string; now: () => number }): Promise<Hands> {
  const simulator = await startMoncashSimulator(options);
  simulator.faults.alert = 'never';
  return {
    method: 'moncash',
    settings: simulator.settings,
    book: () => simulator.book(),
    creations: (id) =>
      simulator.calls.filter(({ operation, subject }) => operation === 'CreatePayment' && subject === id).length,
    holdCreations: () => {
      simulator.faults.create = 'hang_after_effect';
    },
    breakQuestions(way) {
      simulator.faults.query = pick(['error_500', 'not_json', 'drop', 'drop_after_effect'], way);
    },
    mend() {
      simulator.faults.create = 'none';
      simulator.faults.query = 'none';
      simulator.release();
    },
    visit: noVisit,
    pay: async (id) => void (await simulator.pay(id)),
    notify: async (id) => void (await simulator.sendAlert(id)),
    stop: () => simulator.stop(),
  };
}

async function natcashHands(options: { gatewayUrl: string; now: () => number }): Promise<Hands> {
  const simulator = await startNatcashSimulator(options);
  const orderNumber = (id: string) => `NC${id}`;
  return {
    method: 'natcash',
    settings: simulator.settings,
    book: () => simulator.book().map((entry) => ({ ...entry, reference: entry.reference.replace(/^NC/, '') })),
    creations: (id) => simulator.creations(orderNumber(id)),
    holdCreations: () => {
      simulator.faults.credential = 'hang_after';
    },
    breakQuestions(way) {
      simulator.faults.checkTransaction = pick(['server_error', 'not_json', 'drop_before', 'drop_after'], way);
    },
    mend: () => simulator.mend(),
    visit: noVisit,
    pay: async (id) => simulator.pay(orderNumber(id)),
    notify: async (id) => void (await simulator.comeBack(orderNumber(id))),
    stop: () => simulator.stop(),
  };
}

async function lakaypayCardHands(options: { gatewayUrl: string; now: () => number }): Promise<Hands> {
  const simulator = await startSecureAcceptanceSimulator(options);
  const forms = new Map<string, BrowserForm>();
  return {
    method: 'lakaypay_card',
    settings: simulator.settings,
    book: () => simulator.book(),
    creations: (id) => simulator.book().filter(({ reference }) => reference === id).length,
    holdCreations: null,
    breakQuestions(way) {
      simulator.faults.search = pick(['error_500', 'not_json', 'cut', 'error_500'], way);
    },
    mend() {
      simulator.faults.search = 'none';
    },
    async visit({ transaction_id, payment_url }) {
      forms.set(transaction_id, await formOnPage(payment_url ?? ''));
    },
    async pay(id) {
      const form = forms.get(id);
      if (!form) throw new Error(`nobody has opened the page of ${id}`);
      simulator.faults.delivery = 'both_lost';
      await simulator.pay(form, 'pays');
    },
    notify: async (id) => void (await simulator.notify(id)),
    stop: () => simulator.stop(),
  };
}

async function cardHands(options: { gatewayUrl: string; now: () => number }): Promise<Hands> {
  const simulator = await startStripeSimulator(options);
  simulator.faults.webhooks = 'never';
  return {
    method: 'card',
    settings: simulator.settings,
    book: () => simulator.book(),
    creations: simulator.creations,
    holdCreations: () => {
      Object.assign(simulator.faults, { api: 'hang_after', operations: ['create'] });
    },
    breakQuestions(way) {
      const api = pick(['server_error', 'garbage', 'drop_before', 'drop_after'], way);
      Object.assign(simulator.faults, { api, operations: ['retrieve', 'list', 'cancel'] });
    },
    mend() {
      simulator.mend();
      simulator.faults.webhooks = 'never';
    },
    visit: noVisit,
    pay: async (id) => void simulator.pay(id),
    notify: async (id) => void (await simulator.notify(id)),
    stop: () => simulator.stop(),
  };
}

function pick<T>(ways: readonly [T, ...T[]], way: number): T {
  return ways[way % ways.length] ?? ways[0];
}
