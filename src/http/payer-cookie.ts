import type { FastifyReply, FastifyRequest } from 'fastify';
import { SECONDS_PER_HOUR } from '../core/durations.ts';
import type { Payment, PaymentMethod } from '../core/payment.ts';
import type { Clock } from '../platform/clock/clock.ts';
import { pathOf } from '../platform/network/web-url.ts';
import type { SecretBox } from '../platform/secrets/secrets.ts';

/** Long enough to pay on any provider's page that we redirect to, and to see the result afterwards. */
const LIFE_SECONDS = SECONDS_PER_HOUR;
const NAME = 'peye_payer_';
const PURPOSE = 'payer-cookie';
/** The most payments for which a browser is recognised; no customer makes more in an hour. */
const MAX_PAYMENTS = 20;
/** `peye_payer_<transaction id>=<end, seconds since 1970>.<tag>` */
const COOKIE = /^peye_payer_(\d{15,16})=(\d{10,12})\.([0-9a-f]{32})$/;

interface CookieDeps {
  readonly box: SecretBox;
  readonly clock: Clock;
  readonly publicUrl: string;
}

/**
 * Recognises a browser when it returns from the provider, by a signed cookie for that one payment, valid for an
 * hour and sent only to the provider's return address. It proves only that this browser had the payment's link.
 */
export function rememberPayer(reply: FastifyReply, { box, clock, publicUrl }: CookieDeps, payment: Payment): void {
  const endsAt = Math.floor(clock() / 1_000_000) + LIFE_SECONDS;
  const parts = [
    `${NAME}${payment.id}=${endsAt}.${box.tag(PURPOSE, taggedText(payment, endsAt))}`,
    `Path=${pathOf(publicUrl)}/providers/${payment.method}`,
    `Max-Age=${LIFE_SECONDS}`,
    'HttpOnly',
    // Sent when the provider's page redirects back, and not with requests that another site's page fetches or posts.
    'SameSite=Lax',
    ...(new URL(publicUrl).protocol === 'https:' ? ['Secure'] : []),
  ];
  reply.header('set-cookie', parts.join('; '));
}

/** The payments for which this browser was sent to `method`'s provider within the last hour, newest first. */
export function redirectedPaymentsOf(
  request: FastifyRequest,
  { box, clock }: Pick<CookieDeps, 'box' | 'clock'>,
  method: PaymentMethod,
): number[] {
  const now = clock() / 1_000_000;
  const found: number[] = [];
  for (const cookie of (request.headers.cookie ?? '').split(';')) {
    const [, id, endsAt, tag = ''] = COOKIE.exec(cookie.trim()) ?? [];
    if (id === undefined || Number(endsAt) <= now) continue;
    if (box.isTag(PURPOSE, taggedText({ id: Number(id), method }, Number(endsAt)), tag)) found.push(Number(id));
    if (found.length === MAX_PAYMENTS) break;
  }
  return found.sort((a, b) => b - a);
}

/** The text whose tag is in the cookie. */
function taggedText({ id, method }: Pick<Payment, 'id' | 'method'>, endsAt: number): string {
  return `${method}/${id}/${endsAt}`;
}
