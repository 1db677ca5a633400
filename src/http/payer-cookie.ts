import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Payment, PaymentMethod } from '../domain/payment.ts';
import type { Clock } from '../lib/clock.ts';
import { SECONDS_PER_HOUR } from '../lib/durations.ts';
import type { SecretBox } from '../lib/secrets.ts';
import { pathOf } from '../lib/web-url.ts';

/** Longer than any provider's page that we redirect to is open, with time to look at the outcome. */
const LIFE_SECONDS = SECONDS_PER_HOUR;
const NAME = 'peye_payer_';
const PURPOSE = 'payer-cookie';
/** The most payments for which a browser is recognised; more in an hour is no customer. */
const MAX_PAYMENTS = 20;
/** `peye_payer_<transaction id>=<end, seconds since 1970>.<tag>` */
const COOKIE = /^peye_payer_(\d{15,16})=(\d{10,12})\.([0-9a-f]{32})$/;

interface CookieDeps {
  readonly box: SecretBox;
  readonly clock: Clock;
  readonly publicUrl: string;
}

/**
 * Lets a browser be recognised when it returns from the provider: by a signed cookie for that one payment, valid for an
 * hour and sent to the provider's return address only. It proves that this browser held the payment's link, no more.
 */
export function rememberPayer(reply: FastifyReply, { box, clock, publicUrl }: CookieDeps, payment: Payment): void {
  const endsAt = Math.floor(clock() / 1_000_000) + LIFE_SECONDS;
  const parts = [
    `${NAME}${payment.id}=${endsAt}.${box.tag(PURPOSE, reported(payment, endsAt))}`,
    `Path=${pathOf(publicUrl)}/providers/${payment.method}`,
    `Max-Age=${LIFE_SECONDS}`,
    'HttpOnly',
    // Sent when the provider's page leads back by a redirect, and not with what another site's page fetches or posts.
    'SameSite=Lax',
    ...(new URL(publicUrl).protocol === 'https:' ? ['Secure'] : []),
  ];
  reply.header('set-cookie', parts.join('; '));
}

/** The payments that this browser was led to `method`'s provider for within the last hour, the newest first. */
export function payersOf(
  request: FastifyRequest,
  { box, clock }: Pick<CookieDeps, 'box' | 'clock'>,
  method: PaymentMethod,
): number[] {
  const now = clock() / 1_000_000;
  const found: number[] = [];
  for (const cookie of (request.headers.cookie ?? '').split(';')) {
    const [, id, endsAt, tag = ''] = COOKIE.exec(cookie.trim()) ?? [];
    if (id === undefined || Number(endsAt) <= now) continue;
    if (box.isTag(PURPOSE, reported({ id: Number(id), method }, Number(endsAt)), tag)) found.push(Number(id));
    if (found.length === MAX_PAYMENTS) break;
  }
  return found.sort((a, b) => b - a);
}

/** What a cookie's tag is over. */
function reported({ id, method }: Pick<Payment, 'id' | 'method'>, endsAt: number): string {
  return `${method}/${id}/${endsAt}`;
}
