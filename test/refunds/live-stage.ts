import assert from 'node:assert/strict';
import type { Verbs } from '../../src/app/build-verbs.ts';
import type { PaymentMethod } from '../../src/core/payment.ts';
import type { Database } from '../../src/database/database.ts';
import type { RefundVerbs } from '../../src/features/refunds/refund-verbs.ts';
import { refundIdOf } from '../../src/features/refunds/store/refund-table.ts';
import { openStage, type Stage } from '../cli/reconcile-stage.ts';
import type { Engine } from '../support/engines.ts';
import { verbsOf } from '../support/verbs.ts';

/** A gateway without a worker in front of all providers, and the steps of a live refund. */
export interface RefundStage extends Stage {
  readonly verbs: Verbs;
  readonly refunds: RefundVerbs;
  /** Creates a payment that is paid and completed, and returns its transaction id. */
  paid(): Promise<string>;
  put(name: string, body: object): ReturnType<Stage['api']['request']>;
  /** The id of the refund that the website calls by this name. */
  idOf(name: string): string;
  /** Requests and approves a refund, and returns its name. */
  approved(transactionId: string, amount?: number): Promise<string>;
  /** One round of the worker. */
  work(): Promise<unknown>;
  /** A refund as the API shows it. */
  // biome-ignore lint/suspicious/noExplicitAny: JSON
  read(name: string): Promise<any>;
  statusOf(name: string): Promise<string>;
}

/** Opens a stage for refunds of one method. */
export async function openRefundStage(
  engine: Engine,
  method: PaymentMethod,
  settings: Readonly<Record<string, string>> = {},
): Promise<RefundStage> {
  const stage = await openStage(engine, undefined, settings);
  const verbs = await verbsOf(stage.gateway);
  const { gateway, api } = stage;
  const url = `${gateway.url}/api/refunds/v1/refunds`;
  const idOf = (name: string) => refundIdOf({ websiteId: gateway.website.id, mode: 'live' }, name);
  const put: RefundStage['put'] = (name, body) => api.request('PUT', `${url}/${name}`, body);
  const read: RefundStage['read'] = async (name) => (await api.get(`${url}/${name}`)).json.data;
  let names = 0;
  return {
    ...stage,
    verbs,
    refunds: verbs.refunds,
    async paid() {
      const id = await stage.create(method);
      await stage.pay(id, method);
      assert.equal(await stage.verify(id), 'completed');
      return id;
    },
    put,
    idOf,
    async approved(transaction_id, amount) {
      const name = `refund-${++names}`;
      const made = await put(name, { transaction_id, ...(amount !== undefined && { amount }) });
      assert.deepEqual([made.status, made.json.data?.status], [201, 'requested'], made.text);
      await verbs.refunds.approve(idOf(name));
      return name;
    },
    work: () => verbs.refunds.sendDue('live'),
    read,
    statusOf: async (name) => (await read(name)).status,
    async stop() {
      await verbs.close();
      await stage.stop();
    },
  };
}

/** Deletes a payment's refunds, as a restore to a time before them does. */
export function loseRefunds(db: Database, transactionId: string): Promise<void> {
  return db.transaction(async (tx) => {
    await tx.query('DELETE FROM refunds WHERE payment_id = $1', [Number(transactionId)]);
    await tx.query('DELETE FROM refund_money WHERE payment_id = $1', [Number(transactionId)]);
    await tx.query("DELETE FROM postings WHERE about = $1 AND entry <> 'completed'", [Number(transactionId)]);
  });
}
