import type { Payment } from '../../core/payment.ts';
import { isMailAddress } from '../../platform/mail/mail-address.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import type { Language } from '../../platform/messages/language.ts';
import { firstCharacters } from '../../platform/text/printable.ts';
import { formatHaitiTime, formatMoney, methodLabel } from '../../platform/wording/format.ts';
import { findPayment } from '../payments/store/find-payment.ts';
import { MAIL_LANGUAGES, oneLine, type Section, sectionsHtml, sectionsText } from '../receipts/mail-sections.ts';
import { backTexts, type MoneyBack } from '../receipts/receipt.ts';
import { sendQueued } from '../receipts/send-queued.ts';
import type { ReceiptDeps } from '../receipts/send-receipts.ts';
import { findWebsite, type Website } from '../websites/store/websites.ts';
import type { PaymentLink } from './payment-link.ts';
import { findLinkOfPayment } from './store/payment-links.ts';

const MAX_SUBJECT = 150;

/** A completed payment of a link. */
interface SoldByLink {
  readonly payment: Payment;
  readonly website: Pick<Website, 'name'>;
  readonly link: PaymentLink;
  /** The money that has since been returned to the customer, or is held in a dispute. */
  readonly back: readonly MoneyBack[];
}

/** The e-mail that notifies a seller of a payment of a link. */
export function linkMail(sold: SoldByLink, { to, from }: { to: string; from: string }): Mail {
  const { payment, website, link } = sold;
  const sections = MAIL_LANGUAGES.map((language) => sectionOf(sold, language));
  const titles = sections.map(({ title }) => title).join(' / ');
  const subject = `${payment.mode === 'test' ? '[TEST] ' : ''}${titles}: ${oneLine(link.name)}`;
  return {
    from: { name: oneLine(website.name), address: from },
    to,
    subject: firstCharacters(subject, MAX_SUBJECT),
    text: sectionsText(sections),
    html: sectionsHtml(sections),
    messageId: `<link.${payment.id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
  };
}

function sectionOf({ payment, link, back }: SoldByLink, language: Language): Section {
  const texts = TEXTS[language];
  const { amountMinor, currency, method, customerName, customerPhone, customerEmail, finishedAtUs, createdAtUs } =
    payment;
  const paidAt = formatHaitiTime(finishedAtUs ?? createdAtUs, language);
  const lines: (readonly [label: string, value: string | null])[] = [
    [texts.description, payment.description],
    [texts.receipt.total, formatMoney(amountMinor, currency, language)],
    [texts.receipt.method, methodLabel(method, texts)],
    [texts.receipt.date, texts.receipt.haitiTime({ moment: paidAt })],
    [texts.link.customer, link.asksName ? customerName : null],
    [texts.phone, customerPhone],
    [texts.receipt.email, customerEmail],
    [texts.transaction, String(payment.id)],
    [texts.link.code, link.code],
  ];
  return {
    language,
    title: texts.link.paidMail,
    before: [...(payment.mode === 'test' ? [texts.testMode] : []), ...backTexts(back, language)],
    lines: lines.flatMap(([label, value]) => (value === null ? [] : [{ label, value: oneLine(value) }])),
    after: [texts.link.lookFirst, texts.link.mailReason],
  };
}

/** Sends sellers a few of the queued e-mails about payments of their links, as `sendQueued` describes. */
export function sendLinkNotices(deps: Omit<ReceiptDeps, 'providerFor'>): Promise<{ isMoreWaiting: boolean }> {
  return sendQueued(deps, { queue: 'link_notices', called: "a link's notice", mailOf: (id) => mailOf(deps, id) });
}

async function mailOf(
  { db, from, sendsTests, findMoneyBack }: Omit<ReceiptDeps, 'providerFor'>,
  paymentId: number,
): Promise<Mail | string> {
  const payment = await findPayment(db, paymentId);
  const website = payment && (await findWebsite(db, payment.websiteId));
  const link = payment && (await findLinkOfPayment(db, paymentId));
  if (!payment || !website || !link) return 'no payment';
  if (payment.mode === 'test' && !sendsTests) return 'test mode';
  const to = link.notifyEmail;
  if (to === null || !isMailAddress(to)) return 'no address';
  return linkMail({ payment, website, link, back: await findMoneyBack(paymentId) }, { to, from });
}
