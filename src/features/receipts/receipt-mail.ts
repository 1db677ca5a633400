import { isMailAddress } from '../../platform/mail/mail-address.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import type { Language } from '../../platform/messages/language.ts';
import { firstCharacters } from '../../platform/text/first-characters.ts';
import { MAIL_LANGUAGES, oneLine, type Section, sectionsHtml, sectionsText } from './mail-sections.ts';
import { type Paid, receiptLines } from './receipt.ts';

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
