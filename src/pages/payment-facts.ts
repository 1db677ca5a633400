import type { FastifyRequest } from 'fastify';
import type { Payment } from '../domain/payment.ts';
import { queryField } from '../http/form-fields.ts';
import { type MoneyReport, moneyReportOf } from '../storage/discrepancies.ts';
import { findWebsite, type Website } from '../storage/websites.ts';
import { type Merchant, merchantOf } from './merchant.ts';
import type { PagesDeps } from './pages-deps.ts';
import { reloadSeconds } from './reload-seconds.ts';

/** Who opens the page of a completed payment after this has come once more, and may believe that it is still to be paid. */
const REVISIT_US = 600_000_000;

/**
 * What was taken from the customer of a failed payment: surely nothing; perhaps something, nobody knows; or money that came
 * after its end.
 */
export type Taken = 'nothing' | 'perhaps' | 'late';

/** What pages show of a payment besides its row. */
export interface PaymentFacts {
  readonly website: Website | undefined;
  /** The same website as its customers see it; in the widget the merchant's own page is around the frame. */
  readonly merchant: Merchant | undefined;
  /** Of a failed payment. Nobody who was charged, or may have been, is told that they paid nothing. */
  readonly taken: Taken;
  /** Money that came for a failed payment, as far as it is known. */
  readonly received: MoneyReport | undefined;
  /** Whether it was completed a while ago. */
  readonly isRevisit: boolean;
  /** When a page that waits for the provider asks again; undefined once it no longer does, or was asked to stay as it is. */
  readonly reloadSeconds: number | undefined;
}

/** Looks up what the page that is asked for shows of a payment. */
export async function factsOf(
  deps: Pick<PagesDeps, 'db' | 'clock' | 'providerFor' | 'publicUrl'>,
  payment: Payment,
  request: FastifyRequest,
): Promise<PaymentFacts> {
  const { db, clock, publicUrl } = deps;
  const nowUs = clock();
  const website = await findWebsite(db, payment.websiteId);
  const received = payment.status === 'failed' ? await moneyReportOf(db, payment.id) : undefined;
  return {
    website,
    merchant: merchantOf(website, publicUrl),
    taken: takenFor(deps, payment, received),
    received,
    isRevisit: payment.status === 'completed' && nowUs - (payment.finishedAtUs ?? nowUs) > REVISIT_US,
    reloadSeconds: queryField(request, 'still') === '' ? reloadSeconds(nowUs - payment.createdAtUs) : undefined,
  };
}

function takenFor(
  { providerFor }: Pick<PagesDeps, 'providerFor'>,
  { status, failureReason, mode, method }: Payment,
  received: MoneyReport | undefined,
): Taken {
  if (status !== 'failed') return 'perhaps';
  if (received?.kind === 'paid_after_failure') return 'late';
  // Another amount than the one asked for was paid.
  if (failureReason === 'amount_mismatch') return 'perhaps';
  return providerFor(mode, method)?.isFailureSure ? 'nothing' : 'perhaps';
}
