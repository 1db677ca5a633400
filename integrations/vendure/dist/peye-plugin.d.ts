import type { OnApplicationBootstrap } from '@nestjs/common';
import { ConfigService } from '@vendure/core';
import { RefundService } from './refund.service';
/**
 * Payments through a Peye gateway: `plugins: [PeyePlugin]`. Its settings are those of the payment methods. It adds a table to the shop's
 * database, two mutations to the Shop API, the route of the webhook and a scheduled task.
 */
export declare class PeyePlugin implements OnApplicationBootstrap {
    private readonly config;
    private readonly refunds;
    constructor(config: ConfigService, refunds: RefundService);
    /** Throws in a shop whose amounts have another number of decimals than the gateway's. */
    onApplicationBootstrap(): void;
}
