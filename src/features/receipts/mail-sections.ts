import { type Html, html } from '../../platform/html/html.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import type { Language } from '../../platform/messages/language.ts';

/**
 * The language of a payment's customer is not known, and a guess by address or name would often be wrong. Nearly
 * everyone reads Kreyòl, and most others read French, so e-mails have both, in this order.
 */
export const MAIL_LANGUAGES: readonly Language[] = ['ht', 'fr'];

/** The text of an e-mail in one language. */
export interface Section {
  readonly language: Language;
  readonly title: string;
  /** Sentences before and after the lines. */
  readonly before: readonly string[];
  readonly lines: readonly { label: string; value: string; isTotal?: true }[];
  readonly after: readonly string[];
}

/** The sections as plain text. */
export function sectionsText(sections: readonly Section[]): string {
  return sections.map(textOf).join('\n\n--------\n\n');
}

function textOf({ language, title, before, lines, after }: Section): string {
  const rows = lines.map(({ label, value }) => `${label}${TEXTS[language].colon} ${value}`);
  return [title, ...before, rows.join('\n'), ...after].join('\n\n');
}

/** With tables and inline styles, because mail programs support these. Nothing is loaded from anywhere. */
export function sectionsHtml(sections: readonly Section[]): Html {
  const [first] = sections;
  return html`<!doctype html>
<html lang="${first?.language}">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${first?.title}</title></head>
<body style="margin:0;padding:16px;font:16px/1.45 sans-serif">
${sections.map(
  ({
    language,
    title,
    before,
    lines,
    after,
  }) => html`<div lang="${language}" style="max-width:30rem;margin:0 auto 32px">
<h1 style="font-size:20px">${title}</h1>
${before.map((sentence) => html`<p><strong>${sentence}</strong></p>`)}
<table style="border-collapse:collapse;width:100%">${lines.map(
    ({ label, value, isTotal }) =>
      html`<tr><th scope="row" style="padding:4px 12px 4px 0;text-align:left;vertical-align:top;font-weight:400">${label}</th><td style="padding:4px 0;${isTotal ? 'font-weight:700' : ''}"><bdi>${value}</bdi></td></tr>`,
  )}</table>
${after.map((sentence) => html`<p style="font-size:14px">${sentence}</p>`)}
</div>`,
)}
</body>
</html>
`;
}

/** Without characters that break a line, are invisible, or change the direction of the text after them. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
