import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Payment } from '../../core/payment.ts';
import { linkPath, type PaymentLink } from '../../features/links/payment-link.ts';
import { findLinkCodeOfPayment, findPaymentOfForm } from '../../features/links/store/link-payments.ts';
import type { Website } from '../../features/websites/store/websites.ts';
import { pathOf } from '../../platform/network/web-url.ts';
import { randomBase62, type SecretBox } from '../../platform/secrets/secrets.ts';
import type { PagesDeps } from '../pages-deps.ts';

/** The cookie's lifetime: longer than any provider's page stays open, and long enough to return for the receipt. */
const LIFE_SECONDS = 86_400;
const COOKIE = /(?:^|;\s*)peye_link=([0-9A-Za-z.]{1,60})(?:;|$)/;

/** 22 base-62 characters hold 130 bits. */
const LENGTH = 22;
const PURPOSE = 'link-form';
const TOKEN = new RegExp(`^([0-9A-Za-z]{${LENGTH}})\\.([0-9a-f]{32})$`);
const FORM_ID = new RegExp(`^[0-9A-Za-z]{${LENGTH}}(?:\\.\\d{15,16})?$`);

/**
 * Lets a browser find the payment that it started for a link: by a cookie for this link's pages only, which holds the form's id. No one can
 * guess that id.
 */
export function rememberForm(
  reply: FastifyReply,
  { publicUrl }: Pick<PagesDeps, 'publicUrl'>,
  { code }: Pick<PaymentLink, 'code'>,
  formId: string,
): void {
  const parts = [
    `peye_link=${formId}`,
    `Path=${pathOf(publicUrl)}${linkPath(code)}`,
    `Max-Age=${LIFE_SECONDS}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(new URL(publicUrl).protocol === 'https:' ? ['Secure'] : []),
  ];
  reply.header('set-cookie', parts.join('; '));
}

/** The last payment that this browser started for a link; undefined if there is none. */
export async function startedPayment(
  { db }: Pick<PagesDeps, 'db'>,
  request: FastifyRequest,
  { code }: Pick<PaymentLink, 'code'>,
): Promise<Payment | undefined> {
  const [, formId = ''] = COOKIE.exec(request.headers.cookie ?? '') ?? [];
  const payment = isFormId(formId) ? await findPaymentOfForm(db, formId) : undefined;
  return payment && (await findLinkCodeOfPayment(db, payment.id)) === code ? payment : undefined;
}

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

/** A token for a form of this link, drawn when the form is shown, and not stored. Sending the form twice with it creates one payment. */
export function newFormToken(box: SecretBox, linkId: string): string {
  const id = randomBase62(LENGTH);
  return `${id}.${box.tag(PURPOSE, `${linkId}/${id}`)}`;
}

/** The id of a form that this gateway issued for this link; undefined for anything else. */
export function formIdOf(box: SecretBox, linkId: string, token: string): string | undefined {
  const [, id = '', tag = ''] = TOKEN.exec(token) ?? [];
  return id !== '' && box.isTag(PURPOSE, `${linkId}/${id}`, tag) ? id : undefined;
}

/** The form's id for another payment, after one that failed or that the customer changed. Derived, so that two submits get the same id. */
export function nextFormId(formId: string, formerPaymentId: number): string {
  return `${formId.slice(0, LENGTH)}.${formerPaymentId}`;
}

/** Whether a text, such as a cookie's value, is a valid form id. */
function isFormId(text: string): boolean {
  return FORM_ID.test(text);
}
