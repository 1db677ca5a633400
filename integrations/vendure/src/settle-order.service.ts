import { Injectable } from '@nestjs/common';
import { amounts, type Payment } from '@peye/sdk';
import {
  isGraphQlErrorResult,
  Logger,
  OrderService,
  type PaymentMethod,
  RequestContext,
  TransactionalConnection,
  totalCoveredByPayments,
} from '@vendure/core';
import { LOG } from './log';
import { confirmedPayments } from './payment-handler';
import type { PeyePaymentRecord } from './payment-record.entity';
import { PaymentRecordsService } from './payment-records.service';
import { isTestKey, settingsOf } from './payment-settings';

/** Why a payment that was paid cannot be added to its order. Throwing it undoes the transaction. */
class DoesNotFit extends Error {}

/** Adds confirmed payments to their orders. */
@Injectable()
export class SettleOrderService {
  constructor(
    private readonly connection: TransactionalConnection,
    private readonly orders: OrderService,
    private readonly records: PaymentRecordsService,
  ) {}

  /**
   * Adds a payment that the gateway has confirmed to its order, once, however often and from however many processes this is called. Returns
   * false when the payment does not fit the order: then only the record changes, to `review`, and the log and the order's history report
   * it.
   */
  async settle(
    ctx: RequestContext,
    record: PeyePaymentRecord,
    method: PaymentMethod,
    payment: Payment,
  ): Promise<boolean> {
    try {
      await this.connection.withTransaction(ctx, (tx) => this.addToOrder(tx, record, method, payment));
      return true;
    } catch (error) {
      if (!(error instanceof DoesNotFit)) throw error;
      await this.keepForReview(ctx, record, payment, error.message);
      return false;
    }
  }

  private async addToOrder(tx: RequestContext, record: PeyePaymentRecord, method: PaymentMethod, payment: Payment) {
    await this.records.lockOrder(tx, record.orderId);
    const { amount: chargedAmount, currency: chargedCurrency, transaction_id: transactionId } = payment;
    // Only the first caller changes the record and adds the payment.
    const isFirst = await this.records.change(tx, record, {
      ...{ state: 'settled', reason: null, transactionId, chargedAmount, chargedCurrency },
    });
    if (!isFirst) return;

    if (record.chargedAmount !== null && !isSameMoney(record, payment)) {
      throw new DoesNotFit(`${record.chargedAmount} ${record.chargedCurrency} was requested.`);
    }
    await this.awaitPayment(tx, record);
    const isTest = isTestKey(settingsOf(method));
    confirmedPayments.set(tx, {
      ...{
        transactionId,
        amount: record.amount,
        chargedAmount,
        chargedCurrency,
        method: payment.payment_method,
        isTest,
      },
    });
    const added = await this.orders.addPaymentToOrder(tx, record.orderId, { method: method.code, metadata: {} });
    if (isGraphQlErrorResult(added)) {
      const { message, ...details } = added as { message: string; paymentErrorMessage?: string };
      throw new DoesNotFit(details.paymentErrorMessage ?? message);
    }
    if (isTest) await this.note(tx, record, `Peye ${transactionId} is a payment with a test key: no money was paid.`);
    Logger.info(`${added.code} was paid by Peye ${transactionId}${isTest ? ' (TEST KEY: no money)' : ''}`, LOG);
  }

  /** Makes sure that the order waits for exactly this payment. An unchanged order that is a cart again returns to `ArrangingPayment`. */
  private async awaitPayment(tx: RequestContext, record: PeyePaymentRecord): Promise<void> {
    const order = await this.orders.findOne(tx, record.orderId);
    if (!order) throw new DoesNotFit('The order no longer exists.');
    order.payments = await this.orders.getOrderPayments(tx, order.id);
    const left = order.totalWithTax - totalCoveredByPayments(order);
    if (left !== record.amount || order.currencyCode !== record.currency) {
      throw new DoesNotFit(
        `The order ${order.code} (${order.state}) now has ${left} ${order.currencyCode} left to pay, in minor units.`,
      );
    }
    if (order.state !== 'AddingItems') return;
    const moved = await this.orders.transitionToState(tx, order.id, 'ArrangingPayment');
    if (isGraphQlErrorResult(moved))
      throw new DoesNotFit(`The order cannot return from the cart to ArrangingPayment: ${moved.transitionError}`);
  }

  private async keepForReview(ctx: RequestContext, record: PeyePaymentRecord, payment: Payment, reason: string) {
    const { transaction_id: transactionId, amount, currency } = payment;
    await this.connection.withTransaction(ctx, async (tx) => {
      await this.records.lockOrder(tx, record.orderId);
      if (!(await this.records.change(tx, record, { state: 'review', reason: reason.slice(0, 1000), transactionId })))
        return;
      const text =
        `Peye ${transactionId} was paid (${amount} ${currency}, for ${record.amount} ${record.currency} in minor units), and was not added to the order. ` +
        `${reason} Add the payment manually, or refund the customer.`;
      Logger.error(`${record.reference}: ${text}`, LOG);
      if (await this.orders.findOne(tx, record.orderId)) await this.note(tx, record, text);
    });
  }

  /** Adds a line to the order's history that customers do not see. */
  private async note(ctx: RequestContext, { orderId }: PeyePaymentRecord, note: string): Promise<void> {
    await this.orders.addNoteToOrder(ctx, { id: orderId, note, isPublic: false });
  }
}

function isSameMoney({ chargedAmount, chargedCurrency }: PeyePaymentRecord, { amount, currency }: Payment): boolean {
  return chargedCurrency === currency && amounts.equal(chargedAmount!, amount);
}
