import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { formatMoney } from '../../platform/wording/format.ts';
import { LINK_LANGUAGES, type LinkLanguage, linkPath, type PaymentLink } from './payment-link.ts';

/** The texts for sharing a link in one language: the message, and the address that opens WhatsApp with it. */
export interface SharedLink {
  readonly text: string;
  readonly whatsapp: string;
}

/**
 * The message that a seller sends to customers, in each language: the product, its price, and the address of the link.
 */
export function shareLink(link: PaymentLink, publicUrl: string): Readonly<Record<LinkLanguage, SharedLink>> {
  const { name, amountMode, amountMinor, currency, code } = link;
  const shared = LINK_LANGUAGES.map((language) => {
    const { link: texts, colon } = TEXTS[language];
    const amount = amountMode === 'fixed' ? formatMoney(amountMinor ?? 0, currency, language) : undefined;
    const url = `${publicUrl}${linkPath(code)}?lang=${language}`;
    const text = `${amount === undefined ? name : `${name} – ${amount}`}\n${texts.payHere}${colon} ${url}`;
    return [language, { text, whatsapp: `https://wa.me/?text=${encodeURIComponent(text)}` }] as const;
  });
  return Object.fromEntries(shared) as Record<LinkLanguage, SharedLink>;
}
