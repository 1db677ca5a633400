import { formatAmount } from '../core/money.ts';
import type { Payment } from '../core/payment.ts';
import { paymentJson } from '../core/payment-json.ts';
import { formatTimestamp, momentOf } from '../core/timestamps.ts';
import { linkJson } from '../features/links/link-json.ts';
import { linkPath, linkState, type PaymentLink, shareLink, unitsLeft } from '../features/links/payment-link.ts';
import { linkPicturePath } from '../features/websites/brand.ts';
import { printable } from '../platform/text/printable.ts';
import { details, type JsonOption, moneyText, printResult } from './output.ts';
import { paymentTable } from './payment-table.ts';
import type { Evidences } from './payment-text.ts';

/** Prints a link and the messages to send to customers, with its payments if they were read. */
export function printLink(
  options: JsonOption,
  link: PaymentLink,
  setting: { publicUrl: string; nowUs: number },
  read?: { paidAfterFailure: number; payments?: readonly Payment[] | undefined; evidence: Evidences },
): void {
  const share = shareLink(link, setting.publicUrl);
  const { paidAfterFailure, payments } = read ?? {};
  const found = {
    ...(paidAfterFailure !== undefined && { paid_after_failure: paidAfterFailure }),
    ...(payments && { payments: payments.map((payment): unknown => JSON.parse(paymentJson(payment))) }),
  };
  printResult(options, { ...linkJson(link, setting), ...found, share }, () => {
    const { descriptions, stock, openPayments, paidPayments } = link;
    const left = stock === null ? null : `${unitsLeft(link)} of ${stock}`;
    const properties = details([
      ['Code', link.code],
      ['Address', `${setting.publicUrl}${linkPath(link.code)}`],
      ['ID', link.id],
      ['Website', link.websiteId],
      ['Mode', link.mode],
      ['Status', linkState(link, setting.nowUs)],
      ['Name', link.name],
      ...(['ht', 'fr', 'en'] as const).map((language) => [`In ${language}`, descriptions[language]] as const),
      ['Amount', amountText(link)],
      ['Methods', link.methods.join(', ')],
      ['Quantity left', link.isSingleUse ? `${left}, single use` : left],
      ['Most per payment', link.maxQuantity === 1 ? null : String(link.maxQuantity)],
      ['Expires', momentOf(link.expiresAtUs)],
      ['Required details', [link.asksName && 'name', link.asksPhone && 'phone'].filter(Boolean).join(', ') || null],
      ['Optional details', link.asksEmail ? 'e-mail address' : null],
      [
        'Picture',
        link.picture && `${link.picture.width} × ${link.picture.height} pixels, ${linkPicturePath(link.picture)}`,
      ],
      ['Thank-you message', link.thanks],
      ['Notifies', link.notifyEmail],
      ['Created', `${formatTimestamp(link.createdAtUs)} by ${link.createdBy}`],
      ['Payments', `${paidPayments} paid, ${openPayments} in progress, ${link.failedPayments} failed`],
      ['Paid', `${formatAmount(link.paidHtgMinor)} HTG, ${formatAmount(link.paidUsdMinor)} USD`],
      ...(paidAfterFailure ? ([['Paid after expiry', `${paidAfterFailure}: peye discrepancies list`]] as const) : []),
    ]);
    const messages = Object.entries(share).map(
      ([language, { text, whatsapp }]) => `[${language}]\n${text.split('\n').map(printable).join('\n')}\n${whatsapp}`,
    );
    const sold = payments && payments.length > 0 ? `\n\n${paymentTable(payments, read?.evidence ?? new Map())}` : '';
    return `${properties}${sold}\n\nMessages to send:\n\n${messages.join('\n\n')}`;
  });
}

/** The fixed amount, or the range that customers can choose from. */
export function amountText({ amountMode, amountMinor, minMinor, maxMinor, currency }: PaymentLink): string {
  if (amountMode === 'fixed') return moneyText({ amountMinor: amountMinor ?? 0, currency });
  const suggested = amountMinor === null ? 'any' : `${formatAmount(amountMinor)}`;
  const least = minMinor === null ? '' : ` from ${formatAmount(minMinor)}`;
  const most = maxMinor === null ? '' : ` to ${formatAmount(maxMinor)}`;
  return `${suggested}${least}${most} ${currency}`;
}
