import { Injectable } from '@nestjs/common';
import { type Payment, RateLimitExceededError } from '@peye/sdk';
import { Logger, RequestContext } from '@vendure/core';
import { LOG } from './log';
import type { PeyePaymentRecord } from './payment-record.entity';
import { PaymentRecordsService } from './payment-records.service';
import { gatewayOf, settingsOf } from './payment-settings';
import { SettleOrderService } from './settle-order.service';

/** What a storefront is told of a payment. */
export type PaymentState = 'OPEN' | 'PAID' | 'FAILED' | 'UNDER_REVIEW';

/** After this long a payment that the gateway does not know was never made. */
const NEVER_MADE_AFTER_MS = 10 * 60_000;

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

  /** Checks every payment whose end is not known: what a lost webhook would have told. Returns how many were paid. */
  async checkAll(): Promise<number> {
    let paid = 0;
    for (const record of await this.records.undecided(await this.records.contextOf())) {
      try {
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
    const find = async () =>
      transactionId ? payments.retrieve(transactionId) : (await payments.findByReference(reference))[0];
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

  private async giveUp(ctx: RequestContext, record: PeyePaymentRecord): Promise<PaymentState> {
    if (Date.now() - record.createdAt.getTime() < NEVER_MADE_AFTER_MS) return 'OPEN';
    await this.records.change(ctx, record, { state: 'failed', reason: 'The gateway does not know it.' });
    return 'FAILED';
  }
}
