import { Injectable } from '@nestjs/common';
import { amounts, type CheckoutSession, type Payment, type Peye, PeyeError, RateLimitExceededError } from '@peye/sdk';
import { Logger, RequestContext } from '@vendure/core';
import { LOG } from './log';
import type { PeyePaymentRecord, RecordState } from './payment-record.entity';
import { PaymentRecordsService } from './payment-records.service';
import { gatewayOf, settingsOf } from './payment-settings';
import { SettleOrderService } from './settle-order.service';

/** The state of a payment, for a storefront. */
export type PaymentState = 'OPEN' | 'PAID' | 'FAILED' | 'UNDER_REVIEW';

const KNOWN: Record<RecordState, PaymentState> = {
  ...{ new: 'OPEN', open: 'OPEN', settled: 'PAID', failed: 'FAILED', review: 'UNDER_REVIEW' },
};

/** If the gateway does not know a payment this long after its request, the payment was never created. */
const NEVER_MADE_AFTER_MS = 10 * 60_000;
/** The gateway allows 60 requests a minute, and many customers may wait at once. In between, the webhook reports the outcome. */
const ASKED_EVERY_MS = 30_000;
const MOST_IN_A_ROUND = 15;
const LONGEST_OPEN_MS = 30 * 24 * 3600_000;

/** Updates payments to their status at the gateway. Every payment is completed through here: nothing else is trusted. */
@Injectable()
export class CheckPaymentService {
  constructor(
    private readonly records: PaymentRecordsService,
    private readonly settling: SettleOrderService,
  ) {}

  /**
   * Reads a payment at the gateway and acts upon it: a paid payment settles its order, once. Returns the state after that. Throws a
   * `PeyeError` when the gateway cannot be reached.
   *
   * @param asksProvider whether the gateway should verify with the provider first, when the outcome is not known yet
   */
  async check(record: PeyePaymentRecord, asksProvider = false): Promise<PaymentState> {
    if (record.state === 'settled') return 'PAID';
    const ctx = await this.records.contextOf(record);
    const method = await this.records.methodOf(record);
    const gateway = gatewayOf(settingsOf(method));
    const session = record.sessionId ? await this.readSession(record, gateway, asksProvider) : undefined;
    if (session && session.status !== 'paid') return this.keepSession(ctx, record, session);
    const payment =
      record.sessionId && !session
        ? undefined
        : await this.read(record, session?.transaction_id ?? record.transactionId, gateway, asksProvider);
    if (!payment) return this.giveUp(ctx, record);
    if (payment.reference !== record.reference)
      throw new Error(`The gateway returned the payment ${payment.transaction_id}, which has another reference.`);
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
   * Returns the state of a payment to a customer who waits. It queries the gateway and the provider, but not again within half a minute.
   * When they cannot be reached, it returns the last known state.
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
   * Checks payments whose outcome is not known, in case their webhooks were lost: some of them per call. Returns how many were paid.
   * Payments that are older than a month are not checked.
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

  /**
   * Records that a checkout session is not paid. Only a session that is over, without a payment that may still be paid, has failed: in any other
   * the customer can choose another method after a failed payment. A session in which nothing can be started any more has no address.
   */
  async keepSession(
    ctx: RequestContext,
    record: PeyePaymentRecord,
    { status }: CheckoutSession,
  ): Promise<PaymentState> {
    if (status === 'expired' || status === 'cancelled') {
      await this.records.change(ctx, record, { state: 'failed', reason: status });
      return 'FAILED';
    }
    if (status === 'processing') {
      record.paymentUrl = null;
      await this.records.change(ctx, record, { state: 'open', paymentUrl: null });
    }
    return 'OPEN';
  }

  /** The checkout session as the gateway has it; undefined when the gateway does not know it. Throws when it is not the one of the record. */
  private async readSession(
    record: PeyePaymentRecord,
    { checkout, payments }: Peye,
    asksProvider: boolean,
  ): Promise<CheckoutSession | undefined> {
    const find = () => checkout.sessions.retrieve(record.sessionId!).catch(unlessUnknown);
    const found = await find();
    if (!found) return undefined;
    const isSame = found.currency === record.currency && amounts.toMinor(found.amount) === BigInt(record.amount);
    if (found.reference !== record.reference || !isSame)
      throw new Error(`The gateway returned the session ${found.session_id}, which has another reference or amount.`);
    const open = found.payments.find(({ status }) => status !== 'completed' && status !== 'failed');
    if (!asksProvider || found.status === 'paid' || !open) return found;
    return (await this.changesAtProvider(payments, open)) ? find() : found;
  }

  /** The payment as the gateway has it; undefined when the gateway does not know it. */
  private async read(
    { reference }: PeyePaymentRecord,
    transactionId: string | null,
    { payments }: Peye,
    asksProvider: boolean,
  ): Promise<Payment | undefined> {
    const find = async () => {
      if (!transactionId) return (await payments.findByReference(reference))[0];
      return payments.retrieve(transactionId).catch(unlessUnknown);
    };
    const found = await find();
    if (!found || !asksProvider || found.status === 'completed' || found.status === 'failed') return found;
    return (await this.changesAtProvider(payments, found)) ? await find() : found;
  }

  /** Has the gateway verify an open payment with its provider. Returns whether it has another status now. */
  private async changesAtProvider(
    payments: Peye['payments'],
    { transaction_id: id, status }: Pick<Payment, 'transaction_id' | 'status'>,
  ): Promise<boolean> {
    try {
      return (await payments.verify(id)).status !== status;
    } catch (error) {
      // Another request has just verified it.
      if (error instanceof RateLimitExceededError) return false;
      throw error;
    }
  }

  /**
   * Fails a payment that the gateway does not know, unless it was requested only now. If it exists there, it belongs to a previous key: of
   * another website, or of test mode.
   */
  private async giveUp(ctx: RequestContext, record: PeyePaymentRecord): Promise<PaymentState> {
    const isYoung = Date.now() - record.createdAt.getTime() < NEVER_MADE_AFTER_MS;
    if (!record.transactionId && !record.sessionId && isYoung) return 'OPEN';
    const reason = 'The gateway does not know this payment under the configured API key.';
    if (await this.records.change(ctx, record, { state: 'failed', reason })) {
      Logger.warn(`${record.reference}: ${reason}`, LOG);
    }
    return 'FAILED';
  }
}

/** For a payment or session that the gateway does not know. Throws every other error again. */
function unlessUnknown(error: unknown): undefined {
  if (error instanceof PeyeError && error.status === 404) return undefined;
  throw error;
}
