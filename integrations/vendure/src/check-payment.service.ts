import { Injectable } from '@nestjs/common';
import { type Payment, RateLimitExceededError, TransactionNotFoundError } from '@peye/sdk';
import { Logger, RequestContext } from '@vendure/core';
import { LOG } from './log';
import type { PeyePaymentRecord, RecordState } from './payment-record.entity';
import { PaymentRecordsService } from './payment-records.service';
import { gatewayOf, settingsOf } from './payment-settings';
import { SettleOrderService } from './settle-order.service';

/** What a storefront is told of a payment. */
export type PaymentState = 'OPEN' | 'PAID' | 'FAILED' | 'UNDER_REVIEW';

const KNOWN: Record<RecordState, PaymentState> = {
  ...{ new: 'OPEN', open: 'OPEN', settled: 'PAID', failed: 'FAILED', review: 'UNDER_REVIEW' },
};

/** After this long a payment that the gateway does not know was never made. */
const NEVER_MADE_AFTER_MS = 10 * 60_000;
/** The gateway answers 60 requests a minute, and many customers may wait at once. What becomes of a payment meanwhile, its webhook tells. */
const ASKED_EVERY_MS = 30_000;
const MOST_IN_A_ROUND = 15;
const LONGEST_OPEN_MS = 30 * 24 * 3600_000;

/** Brings payments up to what the gateway says of them. All that is paid comes through here: nothing else is believed. */
@Injectable()
export class CheckPaymentService {
  constructor(
    private readonly records: PaymentRecordsService,
    private readonly settling: SettleOrderService,
  ) {}

  /**
   * Reads a payment at the gateway and acts upon it: what is paid settles its order, once. Returns how it stands then. Throws a `PeyeError` when the
   * gateway cannot be asked.
   *
   * @param asksProvider whether the gateway shall ask the provider first, when it does not know the end yet
   */
  async check(record: PeyePaymentRecord, asksProvider = false): Promise<PaymentState> {
    if (record.state === 'settled') return 'PAID';
    const ctx = await this.records.contextOf(record);
    const method = await this.records.methodOf(record);
    const payment = await this.read(record, settingsOf(method), asksProvider);
    if (!payment) return this.giveUp(ctx, record);
    if (payment.reference !== record.reference) throw new Error(`Peye ${payment.transaction_id} is another payment.`);
    if (payment.status === 'completed') {
      return (await this.settling.settle(ctx, record, method, payment)) ? 'PAID' : 'UNDER_REVIEW';
    }
    const isFailed = payment.status === 'failed';
    await this.records.change(ctx, record, {
      state: isFailed ? 'failed' : 'open',
      transactionId: payment.transaction_id,
      reason: payment.failure_reason,
    });
    return isFailed ? 'FAILED' : 'OPEN';
  }

  /**
   * How a payment stands, for a customer who waits: asks the gateway, and the provider, but not again within half a minute. When they cannot be
   * asked the answer is what is known.
   */
  async checkForCustomer(record: PeyePaymentRecord): Promise<PaymentState> {
    const known = KNOWN[record.state];
    if (known === 'PAID' || Date.now() - record.checkedAt.getTime() < ASKED_EVERY_MS) return known;
    await this.records.noteCheck(record);
    return this.check(record, true).catch((error) => {
      Logger.error(`${record.reference} cannot be checked: ${error}`, LOG);
      return known;
    });
  }

  /**
   * Checks payments whose end is not known, some at a time: what lost webhooks would have told. Returns how many were paid. One that nobody has paid
   * for a month is left alone.
   */
  async checkAll(): Promise<number> {
    let paid = 0;
    const since = new Date(Date.now() - LONGEST_OPEN_MS);
    for (const record of await this.records.undecidedSince(await this.records.contextOf(), since, MOST_IN_A_ROUND)) {
      try {
        await this.records.noteCheck(record);
        if ((await this.check(record, true)) === 'PAID') paid++;
      } catch (error) {
        Logger.error(`${record.reference} cannot be checked: ${error}`, LOG);
      }
    }
    return paid;
  }

  /** The payment as the gateway has it; undefined when it knows none. */
  private async read(
    { transactionId, reference }: PeyePaymentRecord,
    settings: ReturnType<typeof settingsOf>,
    asksProvider: boolean,
  ): Promise<Payment | undefined> {
    const { payments } = gatewayOf(settings);
    const find = async () => {
      if (!transactionId) return (await payments.findByReference(reference))[0];
      return payments.retrieve(transactionId).catch((error) => {
        if (error instanceof TransactionNotFoundError) return undefined;
        throw error;
      });
    };
    const found = await find();
    if (!found || !asksProvider || found.status === 'completed' || found.status === 'failed') return found;
    try {
      const { status } = await payments.verify(found.transaction_id);
      return status === found.status ? found : await find();
    } catch (error) {
      // It was asked a moment ago.
      if (error instanceof RateLimitExceededError) return found;
      throw error;
    }
  }

  /** A payment that was made, and that the key of now does not see, belongs to a key of before: of another website, or of tests. */
  private async giveUp(ctx: RequestContext, record: PeyePaymentRecord): Promise<PaymentState> {
    const isYoung = Date.now() - record.createdAt.getTime() < NEVER_MADE_AFTER_MS;
    if (!record.transactionId && isYoung) return 'OPEN';
    const reason = 'The gateway does not know it by the key that is set.';
    if (await this.records.change(ctx, record, { state: 'failed', reason })) {
      Logger.warn(`${record.reference}: ${reason}`, LOG);
    }
    return 'FAILED';
  }
}
