import { Args, Mutation, Resolver } from '@nestjs/graphql';
import { Allow, Ctx, Permission, RequestContext } from '@vendure/core';
import { parse } from 'graphql';
import { BeginPaymentService, Refusal } from './begin-payment.service';
import { CheckPaymentService, type PaymentState } from './check-payment.service';
import { PaymentRecordsService } from './payment-records.service';

/** The types and mutations that this plugin adds to the Shop API. */
export const shopApiSchema = parse(/* GraphQL */ `
  "A payment that the customer can pay at paymentUrl"
  type PeyePayment {
    "Null if the customer chooses the method on the page of Peye: each choice is a separate payment"
    transactionId: String
    "The gateway adds it to the return URL: pass it to checkPeyePayment"
    reference: String!
    "Redirect the customer's browser to this URL"
    paymentUrl: String!
    "The amount of the order that is left to pay"
    amount: Money!
    currencyCode: CurrencyCode!
    "The amount that the customer is charged, as a decimal: dollars are converted for MonCash and NatCash. Before the customer has chosen the method, the order's amount"
    chargedAmount: String!
    chargedCurrency: CurrencyCode!
    "The payment was created with a test key: no money moves"
    isTest: Boolean!
  }

  enum PeyePaymentErrorReason {
    "There is no active order in the state ArrangingPayment, or nothing is left to pay"
    NO_ORDER_TO_PAY
    METHOD_NOT_AVAILABLE
    "The order is neither in HTG nor in USD"
    CURRENCY_NOT_SUPPORTED
    "An earlier payment of the order has been paid: show the order"
    ALREADY_PAID
    "The amount is too low or too high, or the provider declines: you can show the message"
    REFUSED
    "No payment can be started at the moment. The shop's log says why"
    TRY_AGAIN
  }

  type PeyePaymentError {
    reason: PeyePaymentErrorReason!
    "In English"
    message: String!
  }

  union CreatePeyePaymentResult = PeyePayment | PeyePaymentError

  enum PeyePaymentState {
    OPEN
    "The order is paid"
    PAID
    "The payment failed. The customer can pay again with createPeyePayment"
    FAILED
    "Paid, but the order has changed or is already paid. The shop has to decide"
    UNDER_REVIEW
  }

  extend type Mutation {
    "Creates a payment for the active order, which must be in the state ArrangingPayment"
    createPeyePayment(paymentMethodCode: String!): CreatePeyePaymentResult!
    "Checks a payment with the gateway, at most twice a minute, and settles the order when it is paid. Null for an unknown reference"
    checkPeyePayment(reference: String!): PeyePaymentState
  }
`);

@Resolver()
export class ShopApiResolver {
  constructor(
    private readonly beginning: BeginPaymentService,
    private readonly checking: CheckPaymentService,
    private readonly records: PaymentRecordsService,
  ) {}

  @Mutation()
  @Allow(Permission.Owner)
  async createPeyePayment(@Ctx() ctx: RequestContext, @Args('paymentMethodCode') code: string) {
    try {
      const { currency, ...record } = await this.beginning.begin(ctx, code);
      return { __typename: 'PeyePayment', ...record, currencyCode: currency };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { reason, message } = error;
      return { __typename: 'PeyePaymentError', reason, message };
    }
  }

  @Mutation()
  @Allow(Permission.Public)
  async checkPeyePayment(
    @Ctx() ctx: RequestContext,
    @Args('reference') reference: string,
  ): Promise<PaymentState | null> {
    const record = await this.records.find(ctx, { reference });
    return record ? this.checking.checkForCustomer(record) : null;
  }
}
