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
Object.defineProperty(exports, "__esModule", { value: true });
exports.PeyePlugin = void 0;
const core_1 = require("@vendure/core");
const express_1 = require("express");
const begin_payment_service_1 = require("./begin-payment.service");
const check_payment_service_1 = require("./check-payment.service");
const check_task_1 = require("./check-task");
const payment_handler_1 = require("./payment-handler");
const payment_record_entity_1 = require("./payment-record.entity");
const payment_records_service_1 = require("./payment-records.service");
const refund_service_1 = require("./refund.service");
const settle_order_service_1 = require("./settle-order.service");
const shop_api_1 = require("./shop-api");
const webhook_controller_1 = require("./webhook.controller");
/** Lets a handler return a refund that is still pending: Vendure moves each new refund from `Pending` to the returned state. */
const pendingRefunds = {
    transitions: { Pending: { to: ['Pending'] } },
};
/**
 * Payments through a Peye gateway: `plugins: [PeyePlugin]`. Its settings are those of the payment methods. It adds a table to the shop's
 * database, two mutations to the Shop API, the route of the webhook and a scheduled task.
 */
let PeyePlugin = class PeyePlugin {
    constructor(config, refunds) {
        this.config = config;
        this.refunds = refunds;
    }
    /** Throws in a shop whose amounts have another number of decimals than the gateway's. */
    onApplicationBootstrap() {
        (0, payment_handler_1.refundWith)((ctx, request) => this.refunds.request(ctx, request));
        const { precision = 2 } = this.config.entityOptions.moneyStrategy;
        if (precision !== 2)
            throw new Error(`PeyePlugin needs amounts with 2 decimals, but the shop's money strategy has ${precision}.`);
    }
};
exports.PeyePlugin = PeyePlugin;
exports.PeyePlugin = PeyePlugin = __decorate([
    (0, core_1.VendurePlugin)({
        imports: [core_1.PluginCommonModule],
        compatibility: '^3.7.0',
        entities: [payment_record_entity_1.PeyePaymentRecord],
        providers: [begin_payment_service_1.BeginPaymentService, check_payment_service_1.CheckPaymentService, payment_records_service_1.PaymentRecordsService, refund_service_1.RefundService, settle_order_service_1.SettleOrderService],
        controllers: [webhook_controller_1.WebhookController],
        shopApiExtensions: { schema: shop_api_1.shopApiSchema, resolvers: [shop_api_1.ShopApiResolver] },
        configuration: (config) => {
            config.paymentOptions.paymentMethodHandlers.push(payment_handler_1.peyePaymentHandler);
            const refundProcess = config.paymentOptions.refundProcess ?? [core_1.defaultRefundProcess];
            config.paymentOptions.refundProcess = [...refundProcess, pendingRefunds];
            // The signature covers the raw bytes, so they are stored before the body is parsed.
            config.apiOptions.middleware.push({
                route: `/${webhook_controller_1.WEBHOOK_PATH}`,
                handler: (0, express_1.raw)({ type: () => true, limit: '1mb' }),
                beforeListen: true,
            });
            config.schedulerOptions.tasks = [...(config.schedulerOptions.tasks ?? []), check_task_1.checkPeyePaymentsTask];
            return config;
        },
    }),
    __metadata("design:paramtypes", [core_1.ConfigService, refund_service_1.RefundService])
], PeyePlugin);
