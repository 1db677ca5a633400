import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PaymentLink } from '../../features/links/payment-link.ts';
import type { Website } from '../../features/websites/store/websites.ts';

export interface LinkAddress {
  Params: { code: string };
}

export interface ThanksAddress {
  Params: { code: string; transaction_id: string; tag: string };
}

/** A request for an existing link. */
export interface LinkExchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly link: PaymentLink;
  readonly website: Website;
}
