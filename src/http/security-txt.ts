import type { FastifyInstance } from 'fastify';
import { dayOf, startOfDayUs } from '../domain/timestamps.ts';
import type { Clock } from '../lib/clock.ts';

/** The document has to say until when it holds: for whoever keeps a copy. */
const HOLDS_DAYS = 90;

interface SecurityTxt {
  /** Where vulnerabilities are reported to: a mailto:, tel: or https: address. */
  readonly contact: string;
  readonly publicUrl: string;
  readonly clock: Clock;
}

/** Serves `/.well-known/security.txt` (RFC 9116): whom to tell of a vulnerability of this gateway. */
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
