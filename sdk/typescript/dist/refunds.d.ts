import type { Settings } from './settings.js';
import type { CreateRefundFields, Dispute, DisputeFilters, Refund, RefundFilters } from './types.js';
/**
* Requests a refund under the caller's own name. A repeated request returns the same refund, so it is repeated after failures that may be
* temporary.
*/
export declare function createRefund(settings: Settings, refundId: string, fields: CreateRefundFields, timeoutMs: number | undefined): Promise<Refund>;
/** The refund with this name. */
export declare function readRefund(settings: Settings, refundId: string): Promise<Refund>;
/** All refunds that match, page by page. */
export declare function iterateRefunds(settings: Settings, filters: RefundFilters): AsyncGenerator<Refund, void, undefined>;
/** All disputes that match, page by page. */
export declare function iterateDisputes(settings: Settings, filters: DisputeFilters): AsyncGenerator<Dispute, void, undefined>;
