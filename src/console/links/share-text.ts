import type { PaymentLink } from '../../domain/payment-link.ts';
import { formatMoney } from '../../wording/format.ts';
import type { Language } from '../../wording/language.ts';
import { SHARE_TEXTS } from './share-texts.ts';

/**
 * What a seller sends along with a link: whose it is, what is sold, how much, and the address, alone on the last line so that every
 * program makes a link of it. Of a test link the first word says so.
 */
export function shareText(
  link: PaymentLink,
  { shop, url, language }: { shop: string; url: string; language: Language },
): string {
  const texts = SHARE_TEXTS[language];
  const amount =
    link.amountMode === 'chosen' ? '' : ` – ${formatMoney(link.amountMinor ?? 0, link.currency, language)}`;
  const first = `${link.mode === 'test' ? `[${texts.test}] ` : ''}${shop}: ${link.name}${amount}`;
  return `${first}\n${texts.pay}\n${url}`;
}
