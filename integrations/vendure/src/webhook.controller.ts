import { Controller, Headers, Post, Req, Res } from '@nestjs/common';
import { type Mode, PeyeError, WebhookSignatureError, webhooks } from '@peye/sdk';
import { Logger } from '@vendure/core';
import type { Request, Response } from 'express';
import { CheckPaymentService } from './check-payment.service';
import { LOG } from './log';
import { PaymentRecordsService } from './payment-records.service';
import { RefundService } from './refund.service';

/** The path of the website's callback URL, below the address of the shop's server. */
export const WEBHOOK_PATH = 'peye/webhook';

/** Receives the gateway's webhooks. A webhook is only a reason to read the payment or refund at the gateway, and only that result counts. */
@Controller(WEBHOOK_PATH)
export class WebhookController {
  constructor(
    private readonly records: PaymentRecordsService,
    private readonly checking: CheckPaymentService,
    private readonly refunds: RefundService,
  ) {}

  /**
   * 204: done, or nothing to do here. 400: the signature is wrong. 503: the gateway or the store of the shop could not be reached, or the
   * gateway reports another outcome than the webhook. After 400 and 503 Peye sends the webhook again, so a wrong secret can be corrected.
   */
  @Post()
  async receive(@Req() request: Request, @Headers() headers: Record<string, string>, @Res() response: Response) {
    const { status, text } = await this.answer(request.body, headers);
    response.status(status).type('text/plain').send(text);
  }

  /** The secrets of methods with a key of the claimed mode; if there are none, those of the other mode, so that the event is refused. */
  private async expected(claimed: Mode): Promise<{ mode: Mode; secrets: string[] }> {
    for (const mode of [claimed, claimed === 'test' ? 'live' : 'test'] as const) {
      const secrets = await this.records.webhookSecrets(mode);
      if (secrets.length > 0) return { mode, secrets };
    }
    throw new Error('No payment method of Peye has a webhook secret.');
  }

  private async answer(body: Buffer, headers: Record<string, string>): Promise<{ status: number; text: string }> {
    try {
      const { mode, secrets } = await this.expected(headers['x-gateway-mode'] === 'test' ? 'test' : 'live');
      const { event, data } = await webhooks.verify(body, headers, secrets, { mode });
      if (event === 'refund.succeeded' || event === 'refund.failed' || event === 'refund.reversed') {
        await this.refunds.receive(data);
        return { status: 204, text: '' };
      }
      if (event !== 'payment.success' && event !== 'payment.failed') return { status: 204, text: '' };
      const { transaction_id: transactionId, reference } = data;
      const record = await this.records.find(await this.records.contextOf(), { transactionId, reference });
      if (record) {
        const state = await this.checking.check(record);
        // The signed webhook was true when it was sent. Perhaps the API key was changed since.
        const isConfirmed = event === 'payment.failed' || state === 'PAID' || state === 'UNDER_REVIEW';
        if (!isConfirmed)
          throw new Error(`${record.reference} is paid according to its webhook, but not according to the gateway.`);
      } else {
        // Another program of the merchant may use the same website. Sending the webhook again would change nothing.
        Logger.warn(`${event} ${transactionId} (${reference}) belongs to no order here: ignored`, LOG);
      }
      return { status: 204, text: '' };
    } catch (error) {
      Logger.error(
        `A webhook was not accepted: ${error}`,
        LOG,
        error instanceof PeyeError ? undefined : (error as Error).stack,
      );
      if (error instanceof WebhookSignatureError) return { status: 400, text: error.message };
      return { status: 503, text: 'The shop cannot process the webhook now.' };
    }
  }
}
