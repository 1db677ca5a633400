import type { OnApplicationBootstrap } from '@nestjs/common';
import {
  ConfigService,
  defaultRefundProcess,
  type PaymentOptions,
  PluginCommonModule,
  VendurePlugin,
} from '@vendure/core';
import { raw } from 'express';
import { BeginPaymentService } from './begin-payment.service';
import { CheckPaymentService } from './check-payment.service';
import { checkPeyePaymentsTask } from './check-task';
import { peyePaymentHandler, refundWith } from './payment-handler';
import { PeyePaymentRecord } from './payment-record.entity';
import { PaymentRecordsService } from './payment-records.service';
import { RefundService } from './refund.service';
import { SettleOrderService } from './settle-order.service';
import { ShopApiResolver, shopApiSchema } from './shop-api';
import { WEBHOOK_PATH, WebhookController } from './webhook.controller';

/** Lets a handler return a refund that is still pending: Vendure moves each new refund from `Pending` to the returned state. */
const pendingRefunds: NonNullable<PaymentOptions['refundProcess']>[number] = {
  transitions: { Pending: { to: ['Pending'] } },
};

/**
 * Payments through a Peye gateway: `plugins: [PeyePlugin]`. Its settings are those of the payment methods. It adds a table to the shop's
 * database, two mutations to the Shop API, the route of the webhook and a scheduled task.
 */
@VendurePlugin({
  imports: [PluginCommonModule],
  compatibility: '^3.7.0',
  entities: [PeyePaymentRecord],
  providers: [BeginPaymentService, CheckPaymentService, PaymentRecordsService, RefundService, SettleOrderService],
  controllers: [WebhookController],
  shopApiExtensions: { schema: shopApiSchema, resolvers: [ShopApiResolver] },
  configuration: (config) => {
    config.paymentOptions.paymentMethodHandlers.push(peyePaymentHandler);
    const refundProcess = config.paymentOptions.refundProcess ?? [defaultRefundProcess];
    config.paymentOptions.refundProcess = [...refundProcess, pendingRefunds];
    // The signature covers the raw bytes, so they are stored before the body is parsed.
    config.apiOptions.middleware.push({
      route: `/${WEBHOOK_PATH}`,
      handler: raw({ type: () => true, limit: '1mb' }),
      beforeListen: true,
    });
    config.schedulerOptions.tasks = [...(config.schedulerOptions.tasks ?? []), checkPeyePaymentsTask];
    return config;
  },
})
export class PeyePlugin implements OnApplicationBootstrap {
  constructor(
    private readonly config: ConfigService,
    private readonly refunds: RefundService,
  ) {}

  /** Throws in a shop whose amounts have another number of decimals than the gateway's. */
  onApplicationBootstrap(): void {
    refundWith((ctx, request) => this.refunds.request(ctx, request));
    const { precision = 2 } = this.config.entityOptions.moneyStrategy;
    if (precision !== 2)
      throw new Error(`PeyePlugin needs amounts with 2 decimals, but the shop's money strategy has ${precision}.`);
  }
}
