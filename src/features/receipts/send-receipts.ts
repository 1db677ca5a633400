import type { Payment } from '../../core/payment.ts';
import { isMailAddress } from '../../platform/mail/mail-address.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import type { Language } from '../../platform/messages/language.ts';
import { firstCharacters } from '../../platform/text/printable.ts';
import type { ProviderRegistry } from '../../providers/registry.ts';
import { findWebsite, type Website } from '../websites/store/websites.ts';
import { MAIL_LANGUAGES, oneLine, type Section, sectionsHtml, sectionsText } from './mail-sections.ts';
import { backTexts, chargedOtherwise, type MoneyBack, type Paid, receiptLines } from './receipt.ts';
import { type QueueDeps, sendQueued } from './send-queued.ts';
import { findReceiptRequest } from './store/receipts.ts';

const MAX_SUBJECT = 150;

/** A receipt's data, and the fields of the website that an e-mail needs. */
interface MailedPayment extends Paid {
  readonly website: Website;
}

/** The e-mail that sends a completed payment's receipt to the customer. */
export function receiptMail(
  paid: MailedPayment,
  { to, from, request }: { to: string; from: string; request?: number },
): Mail {
  const { payment, website } = paid;
  const sections = MAIL_LANGUAGES.map((language) => sectionOf(paid, language));
  const name = oneLine(website.name);
  const titles = sections.map(({ title }) => title).join(' / ');
  const contact = website.brand.contact ?? '';
  const subject = `${payment.mode === 'test' ? '[TEST] ' : ''}${titles}: ${name}`;
  return {
    from: { name, address: from },
    to,
    ...(isMailAddress(contact) && { replyTo: contact }),
    subject: firstCharacters(subject, MAX_SUBJECT),
    text: sectionsText(sections),
    html: sectionsHtml(sections),
    messageId: `<receipt.${payment.id}${request === undefined ? '' : `.${request}`}@${from.slice(from.lastIndexOf('@') + 1)}>`,
  };
}

function sectionOf(paid: Paid, language: Language): Section {
  const { receipt, testMode } = TEXTS[language];
  return {
    language,
    title: receipt.title,
    before: [...(paid.payment.mode === 'test' ? [testMode] : []), ...backTexts(paid.back, language)],
    lines: receiptLines(paid, language).map((line) => ({ ...line, value: oneLine(line.value) })),
    after: [receipt.fees, receipt.mailReason],
  };
}

export interface ReceiptDeps extends QueueDeps {
  readonly providerFor: ProviderRegistry;
  /**
   * Reads a payment. The composition root supplies this function: payments import receipts, so receipts cannot import
   * payments.
   */
  readonly findPayment: (id: number) => Promise<Payment | undefined>;
  /** Reads the returned money of a payment. Supplied like `findPayment`. */
  readonly findMoneyBack: (id: number) => Promise<readonly MoneyBack[]>;
  /** The sender's address. */
  readonly from: string;
  /**
   * Whether receipts of test payments are sent too. Anyone with a test key can complete payments for any address, for
   * free.
   */
  readonly sendsTests: boolean;
}

/** Sends a few of the due receipts, as `sendQueued` describes. Requested receipts come first. */
export async function sendReceipts(deps: ReceiptDeps): Promise<{ isMoreWaiting: boolean }> {
  const rounds = [
    await sendQueued(deps, {
      queue: 'receipt_requests',
      called: 'a requested receipt',
      mailOf: (id) => requestedMailOf(deps, id),
    }),
    await sendQueued(deps, { queue: 'receipts', called: 'a receipt', mailOf: (id) => mailOf(deps, id) }),
  ];
  return { isMoreWaiting: rounds.some(({ isMoreWaiting }) => isMoreWaiting) };
}

async function mailOf(deps: ReceiptDeps, paymentId: number): Promise<Mail | string> {
  const paid = await paidOf(deps, paymentId);
  if (typeof paid === 'string') return paid;
  const to = paid.payment.customerEmail;
  if (to === null || !isMailAddress(to)) return 'no address';
  if (!paid.website.sendsReceipts) return 'switched off';
  return receiptMail(paid, { to, from: deps.from });
}

/** A requested receipt, which is sent whether or not the website sends receipts on its own. */
async function requestedMailOf(deps: ReceiptDeps, paymentId: number): Promise<Mail | string> {
  const paid = await paidOf(deps, paymentId);
  if (typeof paid === 'string') return paid;
  const request = await findReceiptRequest(deps.db, paymentId);
  if (!request || !isMailAddress(request.address)) return 'no address';
  return receiptMail(paid, { to: request.address, from: deps.from, request: request.requests });
}

/** The data of a payment's receipt, or why none is sent. */
async function paidOf(
  { db, findPayment, findMoneyBack, providerFor, sendsTests }: ReceiptDeps,
  paymentId: number,
): Promise<MailedPayment | string> {
  const payment = await findPayment(paymentId);
  const website = payment && (await findWebsite(db, payment.websiteId));
  if (!payment || !website) return 'no payment';
  if (payment.mode === 'test' && !sendsTests) return 'test mode';
  const charged = chargedOtherwise(payment, providerFor(payment.mode, payment.method));
  return { payment, website, charged, back: await findMoneyBack(paymentId) };
}
