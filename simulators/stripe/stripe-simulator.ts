import fastify from 'fastify';
import type { BookEntry, Simulator, SimulatorOptions } from '../simulator.ts';
import { type EventType, openAccount } from './account.ts';
import { type StripeActions, stripeActions } from './actions.ts';
import { ApiError, missing } from './api-error.ts';
import { apiRoutes } from './api-routes.ts';
import { browserRoutes } from './browser-routes.ts';
import { CREDENTIALS } from './credentials.ts';
import { noFaults, type StripeFaults } from './faults.ts';
import { chargeJson, disputeJson, type Intent, intentJson, refundJson } from './intent.ts';
import type { SimulatorParts, StripeCall } from './parts.ts';
import { responseOf } from './response.ts';
import { stripeControlRoutes } from './stripe-control-routes.ts';
import { type Webhooks, webhookSender } from './webhooks.ts';

const HOST = '127.0.0.1';

export interface StripeSimulator extends Simulator, Omit<StripeActions, 'confirm'> {
  readonly faults: StripeFaults;
  readonly calls: readonly StripeCall[];
  /** The events, with the gateway's responses to each. */
  readonly webhooks: Pick<Webhooks, 'events' | 'release' | 'post' | 'sign'>;
  /** How often a server has requested the creation of the payment with this transaction id, whether it got a response or not. */
  creations(reference: string): number;
  /** Called when a cancellation has arrived, before it is processed: for tests of an event at that moment. */
  beforeCancel: (() => void) | undefined;
  /** The intents, in the order of their creation. */
  intents(): readonly Intent[];
}

/** Starts a simulator of Stripe's PaymentIntents on loopback, whose only webhook endpoint is the gateway's. Moves no real money. */
export async function startStripeSimulator(options: SimulatorOptions): Promise<StripeSimulator> {
  const { gatewayUrl, port = 0, now = Date.now } = options;
  const faults = noFaults();
  const webhooks = webhookSender(`${gatewayUrl}/providers/card/webhook`, faults, now);
  let url = '';
  const emit = (type: EventType, intent: Intent) => webhooks.emit(type, intent.id, eventObject(type, intent));
  /** The object of an event: the intent, its charge, its newest refund or the dispute. */
  const eventObject = (type: EventType, intent: Intent): object => {
    if (type === 'charge.refunded') return chargeJson(intent, intent.amountReceived, false) ?? {};
    const newest = intent.refunds.at(-1);
    if (type.startsWith('refund.') && newest) return refundJson(intent, newest);
    if (type.startsWith('charge.dispute') && intent.dispute) return disputeJson(intent, intent.dispute);
    return intentJson(intent, faults, url);
  };
  const account = openAccount(faults, now, emit);
  const calls: StripeCall[] = [];
  const onCancel = () => simulator.beforeCancel?.();
  const parts: SimulatorParts = { account, faults, webhooks, calls, onCancel, now, origin: () => url };
  const intentOf = (reference: string): Intent => {
    const found = [...account.intents.values()].findLast(({ metadata }) => metadata.transaction_id === reference);
    if (!found) throw missing('payment_intent of transaction', reference);
    return found;
  };
  const actions = stripeActions(account, webhooks, intentOf);
  const settings = () => ({ ...CREDENTIALS, STRIPE_API_URL: url, STRIPE_JS_URL: `${url}/v3/` });
  const book = (): BookEntry[] => [...account.intents.values()].map(bookEntry);

  const app = fastify({ forceCloseConnections: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.setErrorHandler((error: Error, _request, reply) => {
    const { status, body } = responseOf(() => {
      throw error instanceof ApiError ? error : new ApiError(500, { type: 'api_error', message: error.message });
    });
    return reply.code(status).send(body);
  });
  app.setNotFoundHandler((request, reply) =>
    reply
      .code(404)
      .send({ error: { type: 'invalid_request_error', message: `Unrecognized request URL: ${request.url}` } }),
  );
  apiRoutes(app, parts);
  browserRoutes(app, parts);
  stripeControlRoutes(app, parts, { actions, book, settings });
  url = await app.listen({ host: HOST, port });

  const simulator: StripeSimulator = {
    url,
    settings: settings(),
    faults,
    webhooks,
    ...actions,
    book,
    calls,
    repair: () => void Object.assign(faults, noFaults()),
    creations: (reference) =>
      calls.filter(({ operation, subject }) => operation === 'create' && subject === reference).length,
    beforeCancel: undefined,
    intents: () => [...account.intents.values()],
    async stop() {
      webhooks.stop();
      await app.close();
    },
  };
  return simulator;
}

function bookEntry({ id, metadata, amount, amountReceived, currency, status }: Intent): BookEntry {
  const isPaid = status === 'succeeded';
  return {
    reference: metadata.transaction_id ?? '',
    providerRef: id,
    amountMinor: isPaid ? amountReceived : amount,
    currency: currency === 'usd' ? 'USD' : 'HTG',
    status: isPaid ? 'paid' : status === 'canceled' ? 'failed' : 'open',
  };
}
