import { Args, Mutation, Resolver } from '@nestjs/graphql';
import { Allow, Ctx, Permission, RequestContext } from '@vendure/core';
import { parse } from 'graphql';
import { BeginPaymentService, Refusal } from './begin-payment.service';
import { CheckPaymentService, type PaymentState } from './check-payment.service';
import { PaymentRecordsService } from './payment-records.service';

/** What this plugin adds to the Shop API. */
export const shopApiSchema = parse(/* GraphQL */ `
  "A payment that waits for the customer at paymentUrl"
  type PeyePayment {
    transactionId: String!
    "Comes back in the return address of the gateway: ask checkPeyePayment with it"
    reference: String!
    "Send the customer's browser here"
    paymentUrl: String!
    "What is left to pay of the order"
    amount: Money!
    currencyCode: CurrencyCode!
    "What the customer is charged, as a decimal: dollars are converted for MonCash and NatCash"
    chargedAmount: String!
    chargedCurrency: CurrencyCode!
    "Made with a test key: no money moves"
    isTest: Boolean!
  }

  enum PeyePaymentErrorReason {
    "There is no active order in the state ArrangingPayment, or nothing is left to pay"
    NO_ORDER_TO_PAY
    METHOD_NOT_AVAILABLE
    "The order is neither in HTG nor in USD"
    CURRENCY_NOT_SUPPORTED
    "It was paid meanwhile: show the order"
    ALREADY_PAID
    "The amount or the customer's provider: the message may be shown"
    REFUSED
    "Nothing can be paid at the moment. The shop's log says why"
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
    "The customer can try again: createPeyePayment"
    FAILED
    "Paid, but the order is another one by now. The shop has to decide"
    UNDER_REVIEW
  }

  extend type Mutation {
    "Makes a payment for the active order, which must be in the state ArrangingPayment"
    createPeyePayment(paymentMethodCode: String!): CreatePeyePaymentResult!
    "Asks the gateway how a payment stands, at most twice a minute, and settles the order when it is paid. Null for a reference that is not known"
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
