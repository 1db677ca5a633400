"use strict";
var __decorate = (this && this.__decorate) || function (decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") r = Reflect.decorate(decorators, target, key, desc);
    else for (var i = decorators.length - 1; i >= 0; i--) if (d = decorators[i]) r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
    return c > 3 && r && Object.defineProperty(target, key, r), r;
};
var __metadata = (this && this.__metadata) || function (k, v) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") return Reflect.metadata(k, v);
};
var __param = (this && this.__param) || function (paramIndex, decorator) {
    return function (target, key) { decorator(target, key, paramIndex); }
};
Object.defineProperty(exports, "__esModule", { value: true });
exports.ShopApiResolver = exports.shopApiSchema = void 0;
const graphql_1 = require("@nestjs/graphql");
const core_1 = require("@vendure/core");
const graphql_2 = require("graphql");
const begin_payment_service_1 = require("./begin-payment.service");
const check_payment_service_1 = require("./check-payment.service");
const payment_records_service_1 = require("./payment-records.service");
/** The types and mutations that this plugin adds to the Shop API. */
exports.shopApiSchema = (0, graphql_2.parse)(/* GraphQL */ `
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
let ShopApiResolver = class ShopApiResolver {
    constructor(beginning, checking, records) {
        this.beginning = beginning;
        this.checking = checking;
        this.records = records;
    }
    async createPeyePayment(ctx, code) {
        try {
            const { currency, ...record } = await this.beginning.begin(ctx, code);
            return { __typename: 'PeyePayment', ...record, currencyCode: currency };
        }
        catch (error) {
            if (!(error instanceof begin_payment_service_1.Refusal))
                throw error;
            const { reason, message } = error;
            return { __typename: 'PeyePaymentError', reason, message };
        }
    }
    async checkPeyePayment(ctx, reference) {
        const record = await this.records.find(ctx, { reference });
        return record ? this.checking.checkForCustomer(record) : null;
    }
};
exports.ShopApiResolver = ShopApiResolver;
__decorate([
    (0, graphql_1.Mutation)(),
    (0, core_1.Allow)(core_1.Permission.Owner),
    __param(0, (0, core_1.Ctx)()),
    __param(1, (0, graphql_1.Args)('paymentMethodCode')),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [core_1.RequestContext, String]),
    __metadata("design:returntype", Promise)
], ShopApiResolver.prototype, "createPeyePayment", null);
__decorate([
    (0, graphql_1.Mutation)(),
    (0, core_1.Allow)(core_1.Permission.Public),
    __param(0, (0, core_1.Ctx)()),
    __param(1, (0, graphql_1.Args)('reference')),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [core_1.RequestContext, String]),
    __metadata("design:returntype", Promise)
], ShopApiResolver.prototype, "checkPeyePayment", null);
exports.ShopApiResolver = ShopApiResolver = __decorate([
    (0, graphql_1.Resolver)(),
    __metadata("design:paramtypes", [begin_payment_service_1.BeginPaymentService, check_payment_service_1.CheckPaymentService, payment_records_service_1.PaymentRecordsService])
], ShopApiResolver);
