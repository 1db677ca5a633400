import type { AddressInfo } from 'node:net';
import formbody from '@fastify/formbody';
import { fastify } from 'fastify';
import type { Simulator, SimulatorOptions } from '../simulator.ts';
import { acceptanceControlRoutes } from './acceptance-control-routes.ts';
import type { TEST_CARDS } from './cards.ts';
import { type BrowserForm, type BrowserPage, cancelAsCustomer, formOf, payAsCustomer } from './customer.ts';
import { noFaults, type SecureAcceptanceFaults } from './faults.ts';
import { type FollowOn, followOn } from './follow-on.ts';
import { forgeriesOf } from './forgeries.ts';
import { notifier, type SentPost } from './notifier.ts';
import { pageRoutes } from './page-routes.ts';
import { PROFILE, settingsOf } from './profile.ts';
import { restRoutes } from './rest-routes.ts';
import type { Result } from './result.ts';
import { cardResult } from './result-fields.ts';
import type { Fields } from './sign-fields.ts';
import type { AcceptanceCall, SecureAcceptanceState } from './state.ts';
import { type Transaction, transactionBook } from './transactions.ts';

/** CyberSource's Secure Acceptance Hosted Checkout and the parts of its REST API that go with it. */
export interface SecureAcceptanceSimulator extends Simulator {
  readonly faults: SecureAcceptanceFaults;
  readonly calls: readonly AcceptanceCall[];
  /** What the server and the programmatic interface have posted to the gateway, with the responses. */
  posts(): readonly SentPost[];
  /** Every attempt at a card, as it is in the records. */
  transactions(): readonly Transaction[];
  /**
   * Pays with a card as a customer does on the page: opens it with the merchant's form, types the card in, and posts the result where the
   * page leads. The server posts by the switch `reports`. Returns the last page.
   */
  pay(form: BrowserForm, card?: keyof typeof TEST_CARDS | (string & {})): Promise<BrowserPage>;
  /** Opens the page and cancels there. */
  cancel(form: BrowserForm): Promise<BrowserPage>;
  /**
   * The merchant returns the money of a charge in the Business Center: of the newest charge under a reference, or of the charge with this
   * id. Or the merchant voids a refund, by its id.
   */
  giveBack(reference: string, given: FollowOn & { readonly chargeId?: string }): Transaction;
  /** Posts the last result under a reference from the server, whatever the switch says. Returns the response's status. */
  notify(reference: string): Promise<number | null>;
  /** Posts the last result under a reference as the customer's browser does. */
  comeBack(reference: string): Promise<number | null>;
  /** Claims in every way open to an attacker that a payment was paid, to each address. Returns the responses' statuses. */
  forge(reference: string): Promise<(readonly [what: string, status: number | null])[]>;
}

/** Starts the simulator on loopback. It knows one merchant, whose credentials are in `settings`. */
export async function startSecureAcceptanceSimulator(options: SimulatorOptions): Promise<SecureAcceptanceSimulator> {
  const now = () => Math.floor((options.now ?? Date.now)());
  const faults = noFaults();
  const state: SecureAcceptanceState = {
    now,
    profile: PROFILE,
    faults,
    transactions: transactionBook(now),
    notifier: notifier(faults),
    sessions: new Map(),
    usedUuids: new Map(),
    tokens: new Map(),
    calls: [],
  };
  // Hung requests must not keep it from stopping.
  const app = fastify({ forceCloseConnections: true });
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    await scope.register(formbody);
    pageRoutes(scope, state);
  });
  acceptanceControlRoutes(app, state);
  await app.register((scope) => restRoutes(scope, state));
  await app.listen({ host: '127.0.0.1', port: options.port ?? 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;

  const resultOf = (reference: string): Result => {
    const result = state.notifier.lastOf(reference);
    if (!result) throw new Error(`there is no result for ${reference}`);
    return result;
  };
  const send = async (to: string | undefined, fields: Fields) =>
    to === undefined ? null : (await state.notifier.post(to, fields)).status;
  const follow = async (page: BrowserPage): Promise<BrowserPage> => {
    const form = formOf(page);
    for (let i = 0; form && i < (faults.returns === 'twice' ? 2 : 1); i++) await send(form.action, form.fields);
    return page;
  };
  return {
    url,
    settings: settingsOf(state.profile, url),
    faults,
    repair: () => void Object.assign(faults, noFaults()),
    calls: state.calls,
    book: () => state.transactions.book(),
    posts: () => state.notifier.sent(),
    transactions: () => state.transactions.all(),
    pay: async (form, card = 'pays') => follow(await payAsCustomer(form, card)),
    cancel: async (form) => follow(await cancelAsCustomer(form)),
    giveBack(reference, { chargeId, ...given }) {
      const newest = state.transactions.all().findLast((one) => one.reference === reference && one.status === 'paid');
      return followOn(state, chargeId ?? newest?.id ?? reference, given);
    },
    async notify(reference) {
      const { backofficeUrl, fields } = resultOf(reference);
      return send(backofficeUrl, fields);
    },
    async comeBack(reference) {
      const { browserUrl, fields } = resultOf(reference);
      return send(browserUrl, fields);
    },
    async forge(reference) {
      const responses: (readonly [string, number | null])[] = [];
      for (const [what, fields] of forgeriesOf(resultOfAnother(state), reference)) {
        for (const path of ['notify', 'return', 'cancel']) {
          const status = await send(`${options.gatewayUrl}/providers/lakaypay_card/${path}`, fields);
          responses.push([`${path}: ${what}`, status]);
        }
      }
      return responses;
    },
    async stop() {
      state.notifier.stop();
      await app.close();
    },
  };
}

/** A genuine result of another payment that was paid, and that the gateway does not have. */
function resultOfAnother(state: SecureAcceptanceState): Fields {
  const { accessKey, profileId } = state.profile;
  const form = {
    access_key: accessKey,
    profile_id: profileId,
    transaction_uuid: 'another',
    transaction_type: 'sale',
    reference_number: '999999999999999',
    amount: '500.00',
    currency: 'HTG',
    locale: 'fr-fr',
  };
  const accepted = { decision: 'ACCEPT', reasonCode: '100', message: 'Request was processed successfully.' };
  const transaction: Transaction = {
    id: '7000000000000000000001',
    atMs: state.now(),
    reference: form.reference_number,
    amountMinor: 50_000,
    currency: 'HTG',
    approvedMinor: 50_000,
    cardNumber: '4111111111111111',
    applications: [],
    token: null,
    status: null,
  };
  return cardResult(state, form, accepted, transaction).fields;
}
