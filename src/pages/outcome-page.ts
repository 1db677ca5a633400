import type { FastifyReply } from 'fastify';
import { isFinal, type Payment } from '../domain/payment.ts';
import { findWebsite } from '../storage/websites.ts';
import type { Language } from '../wording/language.ts';
import { TEXTS } from '../wording/texts.ts';
import { sendPage } from './headers.ts';
import { merchantOf } from './merchant.ts';
import { type Exchange, languageOf } from './messages.ts';
import type { PagesDeps } from './pages-deps.ts';
import { returnLink } from './return-link.ts';
import { takenFor } from './taken-for.ts';
import { outcomePage } from './views/outcome-page.ts';

/**
 * A payment's outcome, for a browser that could not prove to be the customer's: no amount, no reference, no address of the
 * payment's page, because transaction ids can be guessed.
 */
export async function showOutcome(
  deps: Pick<PagesDeps, 'db' | 'providerFor' | 'publicUrl'>,
  payment: Payment,
  { request, reply }: Exchange,
): Promise<FastifyReply> {
  const language = languageOf(request);
  const website = await findWebsite(deps.db, payment.websiteId);
  const merchant = merchantOf(website, deps.publicUrl);
  const page = outcomePage(payment, {
    texts: TEXTS[language],
    language,
    hrefIn: (other) => sameAddressIn(request.url, other),
    merchant,
    link: returnLink(website?.returnUrl ?? null, { id: payment.id, reference: null }),
    taken: await takenFor(deps, payment),
  });
  // The provider's ledger may be slower than the customer: the same address asks again.
  if (!isFinal(payment.status)) reply.header('refresh', '5');
  return sendPage(reply, { html: page, merchant });
}

/** This address in another language: what the provider has put into it says which payment it is about. */
function sameAddressIn(url: string, language: Language): string {
  const query = new URLSearchParams(/\?(.*)$/s.exec(url)?.[1] ?? '');
  query.set('lang', language);
  return `?${query}`;
}
