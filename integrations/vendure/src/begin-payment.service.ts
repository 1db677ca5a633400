import { Injectable } from '@nestjs/common';
import {
  AmountTooHighError,
  AmountTooLowError,
  amounts,
  type CreatedPayment,
  type CreatePaymentFields,
  type CreateSessionFields,
  LostResponseError,
  PaymentProcessingFailedError,
  PeyeError,
} from '@peye/sdk';
import {
  ActiveOrderService,
  Logger,
  type Order,
  OrderService,
  type PaymentMethod,
  PaymentMethodService,
  RequestContext,
  totalCoveredByPayments,
} from '@vendure/core';
import { CheckPaymentService } from './check-payment.service';
import { customerFields } from './customer-fields';
import { LOG } from './log';
import { METHODS } from './payment-handler';
import type { PeyePaymentRecord } from './payment-record.entity';
import { PaymentRecordsService } from './payment-records.service';
import { gatewayOf, isPeyeMethod, isTestKey, type PaymentSettings, settingsOf } from './payment-settings';

/** Why no payment was created; the last part of the code of the Shop API's `PeyePaymentError`. */
export type RefusalReason =
  | 'NO_ORDER_TO_PAY'
  | 'METHOD_NOT_AVAILABLE'
  | 'CURRENCY_NOT_SUPPORTED'
  | 'ALREADY_PAID'
  | 'REFUSED'
  | 'TRY_AGAIN';

/** Why the customer cannot pay now, with a sentence that may be shown. */
export class Refusal extends Error {
  constructor(
    readonly reason: RefusalReason,
    message: string,
  ) {
    super(message);
  }
}

/** A payment that the customer can pay. Before the customer has chosen its method, the charged amount is that of the order. */
type PaymentToPay = PeyePaymentRecord & { readonly isTest: boolean };

/** The customer waits for the response. */
const CREATE_TIMEOUT_MS = 20_000;

/** Creates payments at the gateway for the order that a customer is about to pay. The order gets a payment only when it is paid. */
@Injectable()
export class BeginPaymentService {
  constructor(
    private readonly activeOrders: ActiveOrderService,
    private readonly orders: OrderService,
    private readonly methods: PaymentMethodService,
    private readonly records: PaymentRecordsService,
    private readonly checking: CheckPaymentService,
  ) {}

  /**
   * Returns a payment of the active order, which the customer can pay at its `paymentUrl`: an earlier one for the same amount and method,
   * or a new one. Ends the other checkout sessions of the order, so that only one of them can be paid. Throws a `Refusal`. Must not be called in a transaction: the record that precedes the request to the gateway must not be
   * undone.
   */
  async begin(ctx: RequestContext, methodCode: string): Promise<PaymentToPay> {
    const order = await this.orderToPay(ctx);
    const method = await this.eligibleMethod(ctx, order, methodCode);
    const isTest = isTestKey(settingsOf(method));
    const left = order.totalWithTax - totalCoveredByPayments(order);
    if (left <= 0) throw new Refusal('NO_ORDER_TO_PAY', 'Nothing is left to pay.');

    const open = await this.stillOpen(ctx, order);
    const same = open.find(
      (record) =>
        record.paymentUrl !== null &&
        record.amount === left &&
        record.currency === order.currencyCode &&
        String(record.paymentMethodId) === String(method.id),
    );
    for (const record of open) if (record.sessionId && record !== same) await this.endSession(ctx, record);
    const record = same ?? (await this.create(ctx, order, method, left));
    const charged = { chargedAmount: amounts.fromMinor(record.amount), chargedCurrency: record.currency };
    return { ...record, ...(record.sessionId ? charged : {}), isTest };
  }

  private async orderToPay(ctx: RequestContext): Promise<Order> {
    const active = await this.activeOrders.getActiveOrder(ctx, undefined);
    // Loaded again with its customer, whom the active order lacks.
    const order = active && (await this.orders.findOne(ctx, active.id));
    if (order?.state !== 'ArrangingPayment') {
      throw new Refusal('NO_ORDER_TO_PAY', 'There is no order in the state ArrangingPayment.');
    }
    order.payments = await this.orders.getOrderPayments(ctx, order.id);
    if (order.currencyCode !== 'HTG' && order.currencyCode !== 'USD') {
      throw new Refusal(
        'CURRENCY_NOT_SUPPORTED',
        `Peye accepts HTG and USD, but the order is in ${order.currencyCode}.`,
      );
    }
    return order;
  }

  private async eligibleMethod(ctx: RequestContext, order: Order, code: string): Promise<PaymentMethod> {
    const eligible = await this.methods.getEligiblePaymentMethods(ctx, order);
    const quote = eligible.find((each) => each.code === code);
    const method = quote?.isEligible ? (await this.methods.getMethodAndOperations(ctx, code)).paymentMethod : undefined;
    if (method && isPeyeMethod(method) && METHODS.includes(settingsOf(method).method)) return method;
    throw new Refusal(
      'METHOD_NOT_AVAILABLE',
      quote?.eligibilityMessage ?? `There is no method ${code} for this order.`,
    );
  }

  /** The earlier payments that are still open. Throws when one of them has been paid since: then the order needs no payment. */
  private async stillOpen(ctx: RequestContext, order: Order): Promise<PeyePaymentRecord[]> {
    const open: PeyePaymentRecord[] = [];
    for (const record of await this.records.undecidedOf(ctx, order.id)) {
      const state = await this.checking.check(record).catch((error) => {
        Logger.error(`${record.reference} cannot be checked: ${error}`, LOG);
        throw new Refusal('TRY_AGAIN', 'The payment cannot be checked at the moment.');
      });
      if (state === 'PAID') throw new Refusal('ALREADY_PAID', 'The order is paid.');
      if (state === 'OPEN') open.push(record);
    }
    return open;
  }

  /** Ends a checkout session that the customer has left. Throws when it has been paid in the meantime, and when the gateway cannot be reached. */
  private async endSession(ctx: RequestContext, record: PeyePaymentRecord): Promise<void> {
    const state = await this.records
      .methodOf(record)
      .then((method) => gatewayOf(settingsOf(method)).checkout.sessions.cancel(record.sessionId!))
      .then((session) =>
        session.status === 'paid' ? this.checking.check(record) : this.checking.keepSession(ctx, record, session),
      )
      .catch((error) => {
        Logger.error(`${record.reference} cannot be ended: ${error}`, LOG);
        throw new Refusal('TRY_AGAIN', 'The payment cannot be checked at the moment.');
      });
    if (state === 'PAID') throw new Refusal('ALREADY_PAID', 'The order is paid.');
  }

  private async create(
    ctx: RequestContext,
    order: Order,
    method: PaymentMethod,
    amount: number,
  ): Promise<PeyePaymentRecord> {
    const record = await this.records.add(ctx, order, method, amount);
    const fields = {
      amount: amounts.fromMinor(amount),
      currency: order.currencyCode as 'HTG' | 'USD',
      reference: record.reference,
      description: `Order ${order.code}`,
      metadata: { vendure_order: order.code },
      ...customerFields(order),
    };
    const facts = await this.request(settingsOf(method), fields).catch(async (error) => {
      throw await this.refusalFor(ctx, record, error);
    });
    await this.records.change(ctx, record, { state: 'open', ...facts });
    return Object.assign(record, facts);
  }

  /** Requests a payment, or a checkout session if the customer chooses the method. */
  private async request({ method, ...settings }: PaymentSettings, fields: CreateSessionFields) {
    const options = { timeoutMs: CREATE_TIMEOUT_MS };
    const gateway = gatewayOf({ method, ...settings });
    if (method === 'choice') {
      const { session_id: sessionId, url: paymentUrl } = await gateway.checkout.sessions.create(fields, options);
      return { sessionId, paymentUrl };
    }
    // The type of the other fields depends on the method, which is known only at run time.
    const of = { ...fields, payment_method: method } as CreatePaymentFields;
    const created: CreatedPayment = await gateway.payments.create(of, options);
    return {
      transactionId: created.transaction_id,
      chargedAmount: created.amount,
      chargedCurrency: created.currency,
      paymentUrl: created.payment_url ?? null,
    };
  }

  /** After a lost response the record stays `new`: no customer has the payment's address, and the next check looks for the payment. */
  private async refusalFor(ctx: RequestContext, record: PeyePaymentRecord, error: unknown): Promise<Refusal> {
    Logger.error(`${record.reference} was not created: ${error}`, LOG);
    if (error instanceof LostResponseError) return new Refusal('TRY_AGAIN', 'The payment service did not respond.');
    const { message } = error as Error;
    await this.records.change(ctx, record, { state: 'failed', reason: message.slice(0, 1000) });
    const isForCustomers =
      error instanceof AmountTooLowError ||
      error instanceof AmountTooHighError ||
      error instanceof PaymentProcessingFailedError;
    return isForCustomers
      ? new Refusal('REFUSED', message)
      : new Refusal('TRY_AGAIN', `The payment could not be started.${tryAgainText(error)}`);
  }
}

/** When to try again, if the gateway limits requests. */
function tryAgainText(error: unknown): string {
  const seconds = error instanceof PeyeError ? error.retryAfter : undefined;
  if (seconds === undefined) return '';
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return ` Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
}
