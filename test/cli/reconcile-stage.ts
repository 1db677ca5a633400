import assert from 'node:assert/strict';
import type { PaymentMethod } from '../../src/core/payment.ts';
import { type AllSimulators, startAllSimulators } from '../support/all-simulators.ts';
import { type CliResult, peye } from '../support/cli.ts';
import { formOnPage } from '../support/drivers/form-on-page.ts';
import type { Engine } from '../support/engines.ts';
import { type Client, freePort, paymentRequest, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { changeWebsite } from '../support/websites.ts';

const DAY_MS = 86_400_000;

/** A gateway without a worker in front of all four providers, which send it no notifications. */
export interface Stage extends AllSimulators {
  readonly gateway: TestGateway;
  readonly api: Client;
  /** Creates a payment and returns its transaction id. */
  create(method: PaymentMethod, changes?: Record<string, unknown>): Promise<string>;
  /** The customer pays the requested amount, or `amountMinor` if it is given. */
  pay(id: string, method: PaymentMethod, amountMinor?: number): Promise<void>;
  /**
   * On the card page: the first attempt is declined or goes under review, and sends no notification. Once verify has found this status,
   * the customer pays in another tab.
   */
  tryThenPayInAnotherTab(id: string, attempt: 'declined' | 'review'): Promise<void>;
  /** On the card page: the first charge sends no notification, and a quarter of an hour later there is a second one. */
  payTwice(id: string): Promise<void>;
  /** Makes a payment look as if it had been created `days` days earlier. */
  backdate(id: string, days: number): Promise<void>;
  /** Verifies with the provider, and returns the status. */
  verify(id: string): Promise<string>;
  /** Moves a payment's expiry into the past. */
  expire(id: string): Promise<void>;
  /** Reconciles yesterday to tomorrow, unless the arguments give other days. */
  reconcile(args?: readonly string[], settings?: Record<string, string>): Promise<CliResult>;
  discrepancies(): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
}

/** With `otherStage`, the gateway of another shop with the same accounts at the providers. */
export async function openStage(
  engine: Engine,
  otherStage?: Stage,
  settings: Readonly<Record<string, string>> = {},
): Promise<Stage> {
  const port = String(await freePort());
  const simulators = otherStage ?? (await startAllSimulators(`http://127.0.0.1:${port}`));
  const { clock, moncash, natcash, acceptance, stripe } = simulators;
  const gateway = await startTestGateway(engine, {
    clock: clock.now,
    settings: { ...simulators.settings, ROLES: 'api', ...settings, PORT: port },
  });
  await changeWebsite(gateway.store.db, gateway.website.id, { cardLiveApproved: true });
  const api = gateway.client(gateway.liveKey);
  const pageOf = new Map<string, string>();
  return {
    ...simulators,
    gateway,
    api,
    async create(method, changes = {}) {
      const response = await api.post('/payments', paymentRequest({ payment_method: method, ...changes }));
      assert.equal(response.status, 201, response.text);
      const { transaction_id: id, payment_url: url } = response.json;
      pageOf.set(id, url);
      return id;
    },
    async pay(id, method, amountMinor) {
      const paid = amountMinor === undefined ? {} : { amountMinor };
      if (method === 'moncash') await moncash.pay(id, amountMinor === undefined ? {} : { costMinor: amountMinor });
      if (method === 'natcash') natcash.pay(`NC${id}`, paid);
      if (method === 'card') stripe.pay(id, paid);
      if (method !== 'lakaypay_card') return;
      acceptance.faults.wrongAmountMinor = amountMinor ?? null;
      await acceptance.pay(await formOnPage(pageOf.get(id) ?? ''));
    },
    async tryThenPayInAnotherTab(id, attempt) {
      const url = pageOf.get(id) ?? '';
      clock.forward(-960);
      await acceptance.pay(await formOnPage(url), attempt);
      // The card page refuses a second attempt for 15 minutes, and a form that is older than 15 minutes.
      clock.forward(600);
      // The provider's search does not find the attempt yet either.
      acceptance.faults.indexLagMs = 900_000;
      const secondTab = await formOnPage(url);
      acceptance.faults.indexLagMs = 0;
      clock.forward(360);
      await api.post(`/payments/${id}/verify`);
      await acceptance.pay(secondTab);
    },
    async payTwice(id) {
      const url = pageOf.get(id) ?? '';
      clock.forward(-960);
      acceptance.faults.indexLagMs = 3_000_000;
      await acceptance.pay(await formOnPage(url));
      clock.forward(960);
      await acceptance.pay(await formOnPage(url));
      acceptance.faults.indexLagMs = 0;
    },
    async backdate(id, days) {
      await gateway.store.db.transaction((tx) =>
        tx.query('UPDATE payments SET created_at_us = created_at_us - $2 WHERE id = $1', [
          Number(id),
          days * DAY_MS * 1000,
        ]),
      );
    },
    async verify(id) {
      const response = await api.post(`/payments/${id}/verify`);
      assert.equal(response.status, 200, response.text);
      return response.json.data.status;
    },
    async expire(id) {
      await gateway.store.db.transaction((tx) =>
        tx.query('UPDATE payments SET expires_at_us = $2 WHERE id = $1', [Number(id), clock.now() - 1]),
      );
    },
    reconcile(args = [], changes = {}) {
      const days = args.includes('--from')
        ? []
        : ['--from', dayOf(Date.now() - DAY_MS), '--to', dayOf(Date.now() + DAY_MS)];
      return peye(['reconcile', ...days, ...args], { settings: { ...gateway.settings, ...changes } });
    },
    async discrepancies() {
      const listed = await peye(['discrepancies', 'list', '--all', '--json'], { settings: gateway.settings });
      assert.equal(listed.code, 0, listed.stderr);
      return JSON.parse(listed.stdout);
    },
    async stop() {
      await gateway.stop();
      if (!otherStage) await simulators.stop();
    },
  };
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
