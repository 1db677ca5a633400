import type { FastifyInstance } from 'fastify';
import { dayOf, startOfDayUs } from '../core/timestamps.ts';
import type { Clock } from '../platform/clock/clock.ts';

/** The document must state an expiry date, for readers who store a copy. */
const HOLDS_DAYS = 90;

interface SecurityTxt {
  /** The contact for reporting vulnerabilities: a mailto:, tel: or https: URL. */
  readonly contact: string;
  readonly publicUrl: string;
  readonly clock: Clock;
}

/** Serves `/.well-known/security.txt` (RFC 9116): the contact for vulnerabilities of this gateway. */
export function securityTxtRoute(app: FastifyInstance, { contact, publicUrl, clock }: SecurityTxt): void {
  const path = '/.well-known/security.txt';
  app.get(path, async (_request, reply) => {
    const endsAtUs = startOfDayUs(dayOf(clock()) + HOLDS_DAYS);
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${new Date(endsAtUs / 1000).toISOString()}`,
      'Preferred-Languages: ht, fr, en',
      `Canonical: ${publicUrl}${path}`,
    ];
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}
