import type { FastifyReply, FastifyRequest } from 'fastify';
import { SECONDS_PER_MINUTE } from '../core/durations.ts';
import type { Payment } from '../core/payment.ts';
import type { Step, StepName } from '../core/payment-history.ts';
import type { Clock } from '../platform/clock/clock.ts';
import { pathOf } from '../platform/network/web-url.ts';
import type { SecretBox } from '../platform/secrets/secrets.ts';

/** Long enough to try a payment's page once. */
const LIFE_SECONDS = 30 * SECONDS_PER_MINUTE;
const NAME = 'peye_preview';
const PURPOSE = 'preview-cookie';
/** `peye_preview=<end, seconds since 1970>.<tag>` */
const COOKIE = /^peye_preview=(\d{10,12})\.([0-9a-f]{32})$/;

/** Steps in which a visitor only sees a page. */
const VIEWS: readonly StepName[] = ['opened', 'sent_to_provider', 'returned', 'outcome_seen'];

interface CookieDeps {
  readonly box: SecretBox;
  readonly clock: Clock;
  readonly publicUrl: string;
}

/**
 * Marks this browser as the console's on the page of one payment, by a signed cookie that is valid for half an hour and
 * sent to that page only. Its only effect is the name of the steps in the payment's history.
 */
export function rememberPreview(reply: FastifyReply, { box, clock, publicUrl }: CookieDeps, { id }: Payment): void {
  const endsAt = Math.floor(clock() / 1_000_000) + LIFE_SECONDS;
  const parts = [
    `${NAME}=${endsAt}.${box.tag(PURPOSE, `${id}/${endsAt}`)}`,
    `Path=${pathOf(publicUrl)}/pay/${id}`,
    `Max-Age=${LIFE_SECONDS}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(new URL(publicUrl).protocol === 'https:' ? ['Secure'] : []),
  ];
  reply.header('set-cookie', parts.join('; '));
}

/** A step on a payment's page: the customer's, unless this browser opened the page from the console. Then no step claims to be the customer's. */
export function stepOn(
  request: FastifyRequest,
  { box, clock }: Pick<CookieDeps, 'box' | 'clock'>,
  { id }: Pick<Payment, 'id'>,
  step: Step,
): Step {
  const now = clock() / 1_000_000;
  const isPreview = (request.headers.cookie ?? '').split(';').some((cookie) => {
    const [, endsAt = '', tag = ''] = COOKIE.exec(cookie.trim()) ?? [];
    return Number(endsAt) > now && box.isTag(PURPOSE, `${id}/${endsAt}`, tag);
  });
  if (!isPreview) return step;
  return VIEWS.includes(step.name) ? { name: 'previewed' } : { ...step, facts: { ...step.facts, by: 'console' } };
}
