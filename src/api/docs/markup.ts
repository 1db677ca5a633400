import { html } from 'ghtml';

/** Text with `code` in backticks and **strong** words as HTML; everything else is escaped. */
export function inline(text: string): string {
  return text
    .split('`')
    .map((part, i) => (i % 2 === 1 ? code(part) : html`${part}`.replaceAll(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')))
    .join('');
}

/** A name or value in code type. It may break behind underscores, so that long ones fit a phone; a number stays on its line. */
export function code(text: string): string {
  const isNumber = /^\d[\d ]*$/.test(text);
  return html`<code!${isNumber ? ' class="number"' : ''}>!${breakable(text)}</code>`;
}

export function breakable(text: string): string {
  return html`${text}`.replaceAll('_', '_<wbr>');
}
