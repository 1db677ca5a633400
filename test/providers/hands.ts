import { startMoncashSimulator } from '../../simulators/moncash/moncash-simulator.ts';
import type { CallFault } from '../../simulators/natcash/faults.ts';
import { startNatcashSimulator } from '../../simulators/natcash/natcash-simulator.ts';
import { startSecureAcceptanceSimulator } from '../../simulators/secure-acceptance/secure-acceptance-simulator.ts';
import type { BookEntry } from '../../simulators/simulator.ts';
import type { ApiFault, Operation } from '../../simulators/stripe/faults.ts';
import { startStripeSimulator } from '../../simulators/stripe/stripe-simulator.ts';
import type { PaymentMethod } from '../../src/domain/payment.ts';
import { type BrowserForm, formOnPage } from './lakaypay_card/form-on-page.ts';

/** What the merchant's server was told of a created payment. */
export interface CreatedPayment {
  readonly transaction_id: string;
  readonly payment_url?: string;
  readonly client_secret?: string;
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
  /** From now on creations fail, in one of several ways: refused, without an effect, or with one and no answer. */
  readonly breakCreations: ((way: number) => void) | null;
  /** From now on the provider will not have any payment; null where it is not asked. */
  readonly refuseCreations: (() => void) | null;
  /** From now on questions fail, in one of several ways. */
  breakQuestions(way: number): void;
  /** From now on the provider does not know yet what it was just paid; or it does again, and catches up. */
  hesitate(isOn: boolean): void;
  mend(): void;
  /** What the customer does after creation, at once: opens a page that stays open in a tab. */
  visit(payment: CreatedPayment): Promise<void>;
  /** The customer pays. Throws, or does nothing, when the provider takes no money for it any more. */
  pay(transactionId: string): Promise<void>;
  /** The customer's attempt is declined. Does nothing where the provider takes no note of that. */
  decline(transactionId: string): Promise<void>;
  /** Whether the provider lets nobody try again after that. */
  readonly isDeclineFinal: boolean;
  notify(transactionId: string): Promise<void>;
  stop(): Promise<void>;
}

export const HANDS: Readonly<
  Record<PaymentMethod, (options: { gatewayUrl: string; now: () => number }) => Promise<Hands>>
> = { moncash: moncashHands, natcash: natcashHands, lakaypay_card: lakaypayCardHands, card: cardHands };

const noVisit = async () => {};
const HANG_MS = 20;
const NATCASH_WAYS = ['server_error', 'not_json', 'drop_before', 'drop_after', 'endless_body', 'hang_before'] as const;
const STRIPE_WAYS = ['server_error', 'garbage', 'drop_before', 'drop_after', 'endless', 'hang_before'] as const;

async function moncashHands(options: { gatewayUrl: string; now: () => number }): Promise<Hands> {
  const simulator = await startMoncashSimulator(options);
  const { faults } = simulator;
  faults.alert = 'never';
  const refuse = () => {
    faults.createRefusal = 'Maximum Account Balance';
  };
  let letting: NodeJS.Timeout | undefined;
  /** What hangs is let go soon: nobody has time for the gateway's patience of many seconds. */
  const letGo = () => {
    letting ??= setInterval(simulator.release, HANG_MS);
  };
  return {
    method: 'moncash',
    settings: simulator.settings,
    book: () => simulator.book(),
    creations: (id) =>
      simulator.calls.filter(({ operation, subject }) => operation === 'CreatePayment' && subject === id).length,
    holdCreations: () => {
      faults.create = 'hang_after_effect';
    },
    refuseCreations: refuse,
    breakCreations(way) {
      const ways = [
        'error_500',
        'not_json',
        'drop',
        'drop_after_effect',
        'endless',
        'hang_after_effect',
        null,
      ] as const;
      const create = pick(ways, way);
      if (create === null) refuse();
      else faults.create = create;
      letGo();
    },
    breakQuestions(way) {
      const ways = ['error_500', 'not_json', 'drop', 'drop_after_effect', 'endless', 'hang', null] as const;
      const query = pick(ways, way);
      // Without an access token nothing can be asked at all.
      if (query === null) faults.token = 'error_500';
      else faults.query = query;
      letGo();
    },
    hesitate(isOn) {
      faults.message = isOn ? 'pending' : 'successful';
    },
    mend() {
      Object.assign(faults, { create: 'none', query: 'none', token: 'none', createRefusal: null });
      clearInterval(letting);
      letting = undefined;
      simulator.release();
    },
    visit: noVisit,
    pay: async (id) => void (await simulator.pay(id)),
    decline: async () => {},
    isDeclineFinal: false,
    notify: async (id) => void (await simulator.sendAlert(id)),
    async stop() {
      clearInterval(letting);
      await simulator.stop();
    },
  };
}

async function natcashHands(options: { gatewayUrl: string; now: () => number }): Promise<Hands> {
  const simulator = await startNatcashSimulator(options);
  const { faults } = simulator;
  const refuse = () => {
    faults.refuseCreate = 1;
  };
  const breakCall = (call: 'credential' | 'checkTransaction', fault: CallFault) => {
    faults[call] = fault;
    if (fault === 'hang_before')
      setTimeout(() => (faults[call] = faults[call] === fault ? 'drop_before' : faults[call]), HANG_MS);
  };
  const orderNumber = (id: string) => `NC${id}`;
  return {
    method: 'natcash',
    settings: simulator.settings,
    book: () => simulator.book().map((entry) => ({ ...entry, reference: entry.reference.replace(/^NC/, '') })),
    creations: (id) => simulator.creations(orderNumber(id)),
    holdCreations: () => {
      simulator.faults.credential = 'hang_after';
    },
    refuseCreations: refuse,
    breakCreations(way) {
      const credential = pick([...NATCASH_WAYS, null], way);
      if (credential === null) refuse();
      else breakCall('credential', credential);
    },
    breakQuestions: (way) => breakCall('checkTransaction', pick(NATCASH_WAYS, way)),
    // Its word for a payment that it is not sure of is its word for one that nobody has paid: only the time tells them apart.
    hesitate: () => {},
    mend: () => simulator.mend(),
    visit: noVisit,
    pay: async (id) => simulator.pay(orderNumber(id)),
    decline: async (id) => simulator.decline(orderNumber(id)),
    isDeclineFinal: true,
    notify: async (id) => void (await simulator.comeBack(orderNumber(id))),
    stop: () => simulator.stop(),
  };
}

async function lakaypayCardHands(options: { gatewayUrl: string; now: () => number }): Promise<Hands> {
  const simulator = await startSecureAcceptanceSimulator(options);
  const forms = new Map<string, BrowserForm>();
  const use = async (id: string, card: 'pays' | 'declined') => {
    const form = forms.get(id);
    if (!form) throw new Error(`nobody has opened the page of ${id}`);
    simulator.faults.delivery = 'both_lost';
    await simulator.pay(form, card);
  };
  return {
    method: 'lakaypay_card',
    settings: simulator.settings,
    book: () => simulator.book(),
    creations: (id) => simulator.book().filter(({ reference }) => reference === id).length,
    holdCreations: null,
    breakCreations: null,
    refuseCreations: null,
    breakQuestions(way) {
      simulator.faults.search = pick(['error_500', 'not_json', 'cut', 'cut_after_effect', 'endless'], way);
    },
    hesitate(isOn) {
      simulator.faults.indexLagMs = isOn ? 600_000 : 0;
    },
    mend() {
      simulator.faults.search = 'none';
    },
    async visit({ transaction_id, payment_url }) {
      forms.set(transaction_id, await formOnPage(payment_url ?? ''));
    },
    pay: (id) => use(id, 'pays'),
    decline: (id) => use(id, 'declined'),
    isDeclineFinal: true,
    notify: async (id) => void (await simulator.notify(id)),
    stop: () => simulator.stop(),
  };
}

async function cardHands(options: { gatewayUrl: string; now: () => number }): Promise<Hands> {
  const simulator = await startStripeSimulator(options);
  const { faults } = simulator;
  faults.webhooks = 'never';
  const refuse = () => {
    faults.refuseCreate = true;
  };
  const broken = new Set<Operation>();
  const breakCalls = (api: ApiFault, operations: readonly Operation[]) => {
    for (const operation of operations) broken.add(operation);
    Object.assign(faults, { api, operations: [...broken] });
    if (api !== 'hang_before') return;
    setTimeout(() => {
      if (faults.api === 'hang_before') faults.api = 'drop_before';
    }, HANG_MS);
  };
  return {
    method: 'card',
    settings: simulator.settings,
    book: () => simulator.book(),
    creations: simulator.creations,
    holdCreations: () => breakCalls('hang_after', ['create']),
    refuseCreations: refuse,
    breakCreations(way) {
      const api = pick([...STRIPE_WAYS, null], way);
      if (api === null) refuse();
      else breakCalls(api, ['create']);
    },
    breakQuestions: (way) => breakCalls(pick(STRIPE_WAYS, way), ['retrieve', 'list', 'cancel']),
    hesitate(isOn) {
      faults.slowCards = isOn;
      if (isOn) return;
      for (const { status, metadata } of simulator.intents()) {
        if (status === 'processing') simulator.settle(metadata.transaction_id ?? '');
      }
    },
    mend() {
      broken.clear();
      const { slowCards } = faults;
      simulator.mend();
      Object.assign(faults, { slowCards, webhooks: 'never' });
    },
    visit: noVisit,
    pay: async (id) => void simulator.pay(id),
    decline: async (id) => simulator.decline(id),
    isDeclineFinal: false,
    notify: async (id) => void (await simulator.notify(id)),
    stop: () => simulator.stop(),
  };
}

/** A way may be null: that is one of them, and not a missing one. */
function pick<T>(ways: readonly [T, ...T[]], way: number): T {
  return ways[way % ways.length] as T;
}
