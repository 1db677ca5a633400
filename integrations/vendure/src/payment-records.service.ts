import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Mode } from '@peye/sdk';
import {
  ChannelService,
  type ID,
  type Order,
  PaymentMethod,
  RequestContext,
  RequestContextService,
  TransactionalConnection,
} from '@vendure/core';
import { In, MoreThan } from 'typeorm';
import { PeyePaymentRecord, type RecordState } from './payment-record.entity';
import { isPeyeMethod, isTestKey, settingsOf } from './payment-settings';

/** States whose outcome the gateway has not reported. */
const UNDECIDED: RecordState[] = ['new', 'open'];
/** For each state the states that may become it. A late payment counts even after `failed`, and `settled` is final. */
const BEFORE: Record<Exclude<RecordState, 'new'>, RecordState[]> = {
  open: UNDECIDED,
  failed: UNDECIDED,
  review: [...UNDECIDED, 'failed'],
  settled: [...UNDECIDED, 'failed', 'review'],
};

/** The changes to a record. */
type RecordChanges = { readonly state: keyof typeof BEFORE } & Partial<
  Pick<PeyePaymentRecord, 'transactionId' | 'sessionId' | 'chargedAmount' | 'chargedCurrency' | 'paymentUrl' | 'reason'>
>;

/** Reads and writes the shop's records of its payments at the gateway. */
@Injectable()
export class PaymentRecordsService {
  constructor(
    private readonly connection: TransactionalConnection,
    private readonly contexts: RequestContextService,
    private readonly channels: ChannelService,
  ) {}

  /** Records that a request to the gateway follows. Committed when this returns, unless `ctx` is in a transaction. */
  add(ctx: RequestContext, order: Order, method: PaymentMethod, amount: number): Promise<PeyePaymentRecord> {
    return this.connection.getRepository(ctx, PeyePaymentRecord).save(
      new PeyePaymentRecord({
        reference: `${order.code}-${randomBytes(6).toString('hex')}`,
        orderId: order.id,
        channelId: ctx.channelId,
        paymentMethodId: method.id,
        amount,
        currency: order.currencyCode,
        state: 'new',
        checkedAt: new Date(0),
      }),
    );
  }

  /** Changes a record by one statement, if its state may become the new one. Returns whether the record was changed. */
  async change(ctx: RequestContext, record: PeyePaymentRecord, changes: RecordChanges): Promise<boolean> {
    const { affected } = await this.connection
      .getRepository(ctx, PeyePaymentRecord)
      .update({ id: record.id, state: In(BEFORE[changes.state]) }, changes);
    return affected !== 0;
  }

  /** Blocks other settlements of this order's payments until the transaction of `ctx` ends. */
  async lockOrder(ctx: RequestContext, orderId: ID): Promise<void> {
    await this.connection.getRepository(ctx, PeyePaymentRecord).increment({ orderId }, 'lockCount', 1);
  }

  /** The number of a payment's next refund, counted from 1. Other transactions that count it wait until that of `ctx` ends. */
  async nextRefund(ctx: RequestContext, { id }: PeyePaymentRecord): Promise<number> {
    const repository = this.connection.getRepository(ctx, PeyePaymentRecord);
    await repository.increment({ id }, 'refundCount', 1);
    return (await repository.findOneByOrFail({ id })).refundCount;
  }

  /** Finds a record by the transaction id or the reference that a webhook names. */
  async find(ctx: RequestContext, keys: { reference?: string | null; transactionId?: string }) {
    const { reference, transactionId } = keys;
    const repository = this.connection.getRepository(ctx, PeyePaymentRecord);
    const byId = transactionId ? await repository.findOneBy({ transactionId }) : null;
    return byId ?? (reference ? await repository.findOneBy({ reference }) : null);
  }

  /** Records that the gateway and the provider are queried now. */
  async noteCheck({ id }: PeyePaymentRecord): Promise<void> {
    await this.connection.rawConnection.getRepository(PeyePaymentRecord).update({ id }, { checkedAt: new Date() });
  }

  /** Payments of an order that the customer may still pay, oldest first. */
  undecidedOf(ctx: RequestContext, orderId: ID): Promise<PeyePaymentRecord[]> {
    return this.connection
      .getRepository(ctx, PeyePaymentRecord)
      .find({ where: { orderId, state: In(UNDECIDED) }, order: { id: 'ASC' } });
  }

  /** Undecided payments of all orders that were created after `since`, those first whose last check is longest ago. */
  undecidedSince(ctx: RequestContext, since: Date, most: number): Promise<PeyePaymentRecord[]> {
    return this.connection.getRepository(ctx, PeyePaymentRecord).find({
      where: { state: In(UNDECIDED), createdAt: MoreThan(since) },
      order: { checkedAt: 'ASC' },
      take: most,
    });
  }

  /** The payment method that created a payment, in any channel, disabled or not. Throws when the method was deleted. */
  methodOf(record: PeyePaymentRecord): Promise<PaymentMethod> {
    return this.connection.rawConnection.getRepository(PaymentMethod).findOneByOrFail({ id: record.paymentMethodId });
  }

  /** The well-formed webhook secrets of all payment methods of this plugin whose key is of a mode. */
  async webhookSecrets(mode: Mode): Promise<string[]> {
    const methods = await this.connection.rawConnection.getRepository(PaymentMethod).find();
    const settings = methods.filter(isPeyeMethod).map(settingsOf);
    const secrets = settings.filter((each) => isTestKey(each) === (mode === 'test')).map((each) => each.webhookSecret);
    return [...new Set(secrets)].filter((secret) => /^whsec_[\w-]+$/.test(secret));
  }

  /** A context in which the shop itself acts, in the channel of a payment. */
  async contextOf(record?: PeyePaymentRecord): Promise<RequestContext> {
    const ctx = await this.contexts.create({ apiType: 'admin' });
    if (!record) return ctx;
    const channel = await this.channels.findOne(ctx, record.channelId);
    return channel ? this.contexts.create({ apiType: 'admin', channelOrToken: channel }) : ctx;
  }
}
