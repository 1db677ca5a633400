import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OfferedMethod } from '../../features/links/offered-methods.ts';
import { linkState } from '../../features/links/payment-link.ts';
import { findLinkByCode } from '../../features/links/store/payment-links.ts';
import { findWebsite } from '../../features/websites/store/websites.ts';
import type { PagesDeps } from '../pages-deps.ts';
import type { LinkEnd } from './link-end.ts';
import type { LinkAddress, LinkExchange, ThanksAddress } from './started-payment.ts';

/** The link of an address with its website; undefined if there is none. */
export async function exchangeOf(
  { db }: PagesDeps,
  request: FastifyRequest<LinkAddress> | FastifyRequest<ThanksAddress>,
  reply: FastifyReply,
): Promise<LinkExchange | undefined> {
  const link = await findLinkByCode(db, request.params.code);
  const website = link && (await findWebsite(db, link.websiteId));
  return link && website && { request: request as FastifyRequest, reply, link, website };
}

/** The methods that can pay the link now, or why it cannot be paid. */
export async function offerOf(
  { clock, methodsForLink }: PagesDeps,
  { link, website }: LinkExchange,
): Promise<readonly OfferedMethod[] | LinkEnd> {
  const state = linkState(link, clock());
  if (state === 'sold_out' && link.isSingleUse) return 'used';
  if (state !== 'active') return state;
  if (website.deactivatedAtUs !== null) return 'closed';
  const methods = await methodsForLink(link, website);
  return methods.length === 0 ? 'closed' : methods;
}
