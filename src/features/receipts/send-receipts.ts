import type { Payment } from '../../core/payment.ts';
import { isMailAddress } from '../../platform/mail/mail-address.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import type { Language } from '../../platform/messages/language.ts';
import { firstCharacters } from '../../platform/text/first-characters.ts';
import type { ProviderRegistry } from '../../providers/registry.ts';
import { findWebsite } from '../websites/store/websites.ts';
import { MAIL_LANGUAGES, oneLine, type Section, sectionsHtml, sectionsText } from './mail-sections.ts';
import { chargedOtherwise, type Paid, receiptLines } from './receipt.ts';
import { type QueueDeps, sendQueued } from './send-queued.ts';

const MAX_SUBJECT = 150;

/** The e-mail that sends a completed payment's receipt to the customer. */
export function receiptMail(
  paid: Paid & { website: NonNullable<Paid['website']> },
  { to, from }: { to: string; from: string },
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
    messageId: `<receipt.${payment.id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
  };
}

function sectionOf(paid: Paid, language: Language): Section {
  const { receipt, testMode } = TEXTS[language];
  return {
    language,
    title: receipt.title,
    before: paid.payment.mode === 'test' ? [testMode] : [],
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
  /** The sender's address. */
  readonly from: string;
  /**
   * Whether receipts of test payments are sent too. Anyone with a test key can complete payments for any address, for
   * free.
   */
  readonly sendsTests: boolean;
}

/** Sends a few of the receipts that are due, as `sendQueued` describes. */
export function sendReceipts(deps: ReceiptDeps): Promise<{ isMoreWaiting: boolean }> {
  return sendQueued(deps, { queue: 'receipts', called: 'a receipt', mailOf: (id) => mailOf(deps, id) });
}

async function mailOf(
  { db, findPayment, providerFor, from, sendsTests }: ReceiptDeps,
  paymentId: number,
): Promise<Mail | string> {
  const payment = await findPayment(paymentId);
  const website = payment && (await findWebsite(db, payment.websiteId));
  if (!payment || !website) return 'no payment';
  if (payment.mode === 'test' && !sendsTests) return 'test mode';
  const to = payment.customerEmail;
  if (to === null || !isMailAddress(to)) return 'no address';
  if (!website.sendsReceipts) return 'switched off';
  const charged = chargedOtherwise(payment, providerFor(payment.mode, payment.method));
  return receiptMail({ payment, website, charged }, { to, from });
}
