import { Injectable } from '@nestjs/common';
import { amounts, PeyeError, type Refund as PeyeRefund, RefundConflictError, RefundNotFoundError } from '@peye/sdk';
import {
  type CreateRefundResult,
  Logger,
  OrderService,
  type Payment,
  Refund,
  RequestContext,
  TransactionalConnection,
} from '@vendure/core';
import { Like } from 'typeorm';
import { LOG } from './log';
import type { RefundRequest } from './payment-handler';
import type { PeyePaymentRecord } from './payment-record.entity';
import { PaymentRecordsService } from './payment-records.service';
import { gatewayOf, settingsOf } from './payment-settings';

/** The names of this plugin's refunds at the gateway start with it. Vendure stores the name as the refund's `transactionId`. */
const PREFIX = 'vendure-';
/** The gateway allows 60 requests a minute. */
const MOST_IN_A_ROUND = 15;
const LONGEST_REASON = 255;

/** Requests refunds from the gateway, and records their outcomes. A refund of the shop is settled only when the customer has the money. */
@Injectable()
export class RefundService {
  constructor(
    private readonly connection: TransactionalConnection,
    private readonly orders: OrderService,
    private readonly records: PaymentRecordsService,
  ) {}

  /**
   * Requests a refund of a part of a payment. Its name is the payment's next one, which is stored with the refund in the transaction of `ctx`:
   * after an attempt that was rolled back, the next one has the same name, and requests the same refund. Without a response the refund is
   * pending, and the scheduled task repeats the request. Throws an Error that says why the gateway refuses it: nothing is stored then.
   */
  async request(ctx: RequestContext, { payment, amount, reason }: RefundRequest): Promise<CreateRefundResult> {
    const record = await this.records.find(ctx, { transactionId: payment.transactionId });
    if (!record?.transactionId) throw new Error(`Peye has no payment ${payment.transactionId} of this shop.`);
    const name = `${PREFIX}${record.transactionId}-${await this.records.nextRefund(ctx, record)}`;
    const share = await this.shareOf(ctx, record, payment, amount);
    const metadata = { peyeTransactionId: record.transactionId, amount: share, currency: record.chargedCurrency };
    try {
      const refund = await this.requestAt(record, name, share, reason);
      return { state: stateOf(refund), transactionId: name, metadata: { ...metadata, status: refund.status } };
    } catch (error) {
      if (isRefusal(error)) throw new Error(`Peye refunds nothing: ${await this.refusalOf(record, name, error)}`);
      Logger.error(`The refund ${name} is requested again, because the gateway has not accepted it: ${error}`, LOG);
      return { state: 'Pending', transactionId: name, metadata };
    }
  }

  /**
   * Acts upon a signed webhook of a refund. Throws when the refund cannot be read, and when the shop has not stored it yet: the gateway then
   * sends the webhook again.
   */
  async receive({ refund_id: name, transaction_id: transactionId }: PeyeRefund): Promise<void> {
    const refund = await this.findRefund(name);
    if (refund) {
      if ((await this.check(refund)) === 'Pending') {
        throw new Error(`${name} has an outcome according to its webhook, but not according to the gateway.`);
      }
    } else if (name.startsWith(`${PREFIX}${transactionId}-`)) {
      throw new Error(`${name} is not stored yet. If it stays so, refund the order again by the same amount.`);
    } else {
      Logger.warn(`The refund ${name} of ${transactionId} was not requested in this shop: ignored`, LOG);
    }
  }

  /** Checks pending refunds, those first that were checked longest ago. Returns how many have an outcome now. */
  async checkAll(): Promise<number> {
    const repository = this.connection.rawConnection.getRepository(Refund);
    const pending = await repository.find({
      where: { state: 'Pending', transactionId: Like(`${PREFIX}%`) },
      relations: ['payment'],
      order: { updatedAt: 'ASC' },
      take: MOST_IN_A_ROUND,
    });
    let ended = 0;
    for (const refund of pending) {
      try {
        if ((await this.check(refund)) !== 'Pending') ended++;
      } catch (error) {
        Logger.error(`${refund.transactionId} cannot be checked: ${error}`, LOG);
        // The others have their turn first in the next round.
        await repository.update({ id: refund.id, state: 'Pending' }, { updatedAt: new Date() });
      }
    }
    return ended;
  }

  /** Reads a refund at the gateway, or requests it if the gateway does not have it, and records the outcome. Returns the state after that. */
  private async check(refund: Refund): Promise<Refund['state']> {
    const { transactionId: name, metadata, reason, payment } = refund;
    const record = await this.records.find(await this.records.contextOf(), { transactionId: payment.transactionId });
    if (!record) throw new Error(`Peye has no payment ${payment.transactionId} of this shop.`);
    const { refunds } = gatewayOf(settingsOf(await this.records.methodOf(record)));
    try {
      const found = await refunds.retrieve(name).catch((error) => {
        if (error instanceof RefundNotFoundError) return this.requestAt(record, name, String(metadata.amount), reason);
        throw error;
      });
      return await this.record(record, refund, found);
    } catch (error) {
      // The gateway does not have it, and refuses it.
      if (isRefusal(error) && !(error instanceof RefundConflictError) && isAboutMoney(error)) {
        return this.record(record, refund, { status: 'failed', reason: error.message });
      }
      throw error;
    }
  }

  private async requestAt(record: PeyePaymentRecord, name: string, amount: string, reason?: string | null) {
    const { refunds } = gatewayOf(settingsOf(await this.records.methodOf(record)));
    const text = reason?.trim().slice(0, LONGEST_REASON) || null;
    return refunds.create(name, { transaction_id: record.transactionId!, amount, reason: text });
  }

  /** Records what the gateway reports, once, however many webhooks and checks arrive together. */
  private async record(
    record: PeyePaymentRecord,
    { id, transactionId: name }: Refund,
    found: PeyeRefund | { readonly status: 'failed'; readonly reason: string },
  ): Promise<Refund['state']> {
    const ctx = await this.records.contextOf(record);
    return this.connection.withTransaction(ctx, async (tx) => {
      await this.records.lockOrder(tx, record.orderId);
      const repository = this.connection.getRepository(tx, Refund);
      const refund = await repository.findOneByOrFail({ id });
      const { status } = found;
      if (refund.state === 'Settled' && status === 'reversed' && refund.metadata.status !== 'reversed') {
        await this.note(
          tx,
          record,
          `${name} came back: the customer does not have the money. Return it in another way.`,
        );
      } else if (refund.state === 'Pending' && status === 'succeeded') {
        await this.orders.settleRefund(tx, { id, transactionId: name });
      } else if (refund.state === 'Pending' && (status === 'failed' || status === 'reversed')) {
        await this.orders.transitionRefundToState(tx, id, 'Failed', name);
        const why =
          status === 'reversed'
            ? 'its money came back'
            : (('failure_reason' in found ? found.failure_reason : found.reason) ?? status);
        await this.note(tx, record, `${name} failed (${why}): the customer does not have the money.`);
      }
      const now = await repository.findOneByOrFail({ id });
      now.metadata = { ...now.metadata, status, checkedAt: new Date().toISOString() };
      await repository.save(now);
      return now.state;
    });
  }

  /**
   * The part of the charged amount that a part of the payment is, as a decimal. The parts of a payment add up to the charged amount, also where
   * dollars were converted to gourdes.
   */
  private async shareOf(ctx: RequestContext, record: PeyePaymentRecord, payment: Payment, amount: number) {
    const all = await this.connection.getRepository(ctx, Refund).find({ where: { payment: { id: payment.id } } });
    const earlier = all.filter(({ state }) => state !== 'Failed').reduce((sum, { total }) => sum + total, 0);
    const charged = amounts.toMinor(record.chargedAmount!);
    const upTo = (minor: number) => (charged * BigInt(minor)) / BigInt(payment.amount);
    return amounts.fromMinor(upTo(earlier + amount) - upTo(earlier));
  }

  /** Why the gateway refuses a request. A name that belongs to another refund is that of an attempt that this shop has lost. */
  private async refusalOf(record: PeyePaymentRecord, name: string, error: PeyeError): Promise<string> {
    if (!(error instanceof RefundConflictError)) return error.message;
    const { refunds } = gatewayOf(settingsOf(await this.records.methodOf(record)));
    const { amount, currency, reason, status } = await refunds.retrieve(name);
    return `an earlier attempt has requested ${amount} ${currency} with the reason “${reason ?? ''}” (${status}). Request exactly that first, so that the shop records it.`;
  }

  private findRefund(name: string): Promise<Refund | null> {
    return this.connection.rawConnection
      .getRepository(Refund)
      .findOne({ where: { transactionId: name }, relations: ['payment'] });
  }

  /** Adds a line to the order's history that customers do not see. */
  private async note(ctx: RequestContext, { orderId }: PeyePaymentRecord, text: string): Promise<void> {
    Logger.warn(text, LOG);
    await this.orders.addNoteToOrder(ctx, { id: orderId, note: `Peye refund ${text}`, isPublic: false });
  }
}

function stateOf({ status }: PeyeRefund): CreateRefundResult['state'] {
  if (status === 'succeeded') return 'Settled';
  return status === 'failed' || status === 'reversed' ? 'Failed' : 'Pending';
}

/** Whether the gateway has refused a request. Any other error says nothing about the refund. */
function isRefusal(error: unknown): error is PeyeError {
  if (!(error instanceof PeyeError)) return false;
  const { status, code } = error;
  if (code === 'invalid_argument') return true;
  return status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 429;
}

/** Whether a refusal is about the payment and the amount. Others, such as that of a key, end when a setting is corrected. */
function isAboutMoney({ status }: PeyeError): boolean {
  return status === 400 || status === 409 || status === 422;
}
