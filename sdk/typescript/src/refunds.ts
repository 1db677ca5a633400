import { InvalidArgumentError } from './errors.ts';
import { fieldsInJson } from './fields-in-json.ts';
import type { Settings } from './settings.ts';
import { read, readPage, refund } from './transport.ts';
import type {
  CreateRefundFields,
  Dispute,
  DisputeFilters,
  DisputePage,
  Refund,
  RefundFilters,
  RefundPage,
} from './types.ts';

/**
 * Requests a refund under the caller's own name. A repeated request returns the same refund, so it is repeated after failures that may be
 * temporary.
 */
export async function createRefund(
  settings: Settings,
  refundId: string,
  fields: CreateRefundFields,
  timeoutMs: number | undefined,
): Promise<Refund> {
  const params = refundParam(refundId);
  if (typeof fields !== 'object' || fields === null || typeof fields.transaction_id !== 'string') {
    throw new InvalidArgumentError(
      'refunds.create takes a refund_id and an object: { transaction_id, amount, reason }.',
    );
  }
  const { amount, ...others } = fields;
  const body = amount == null ? JSON.stringify(others) : fieldsInJson({ amount, ...others });
  return refund(await read(settings, 'requestRefund', { params, body, timeoutMs }));
}

/** The refund with this name. */
export async function readRefund(settings: Settings, refundId: string): Promise<Refund> {
  return refund(await read(settings, 'readRefund', { params: refundParam(refundId) }));
}

/** All refunds that match, page by page. */
export async function* iterateRefunds(
  settings: Settings,
  filters: RefundFilters,
): AsyncGenerator<Refund, void, undefined> {
  if (filters.cursor !== undefined) throw new InvalidArgumentError('refunds.iterate reads all pages: remove `cursor`.');
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: RefundPage = await readPage(settings, 'listRefunds', { per_page: 100, ...filters, cursor });
    yield* page.data;
    cursor = page.next_cursor;
  }
}

/** All disputes that match, page by page. */
export async function* iterateDisputes(
  settings: Settings,
  filters: DisputeFilters,
): AsyncGenerator<Dispute, void, undefined> {
  if (filters.cursor !== undefined)
    throw new InvalidArgumentError('disputes.iterate reads all pages: remove `cursor`.');
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: DisputePage = await readPage(settings, 'listDisputes', { per_page: 100, ...filters, cursor });
    yield* page.data;
    cursor = page.next_cursor;
  }
}

function refundParam(id: unknown): { refund_id: string } {
  if (typeof id === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(id)) return { refund_id: id };
  throw new InvalidArgumentError(
    'A refund_id is your own name for the refund, such as order-1042-refund: 1 to 64 letters, digits, - and _. Use the same name when you repeat a request.',
  );
}
