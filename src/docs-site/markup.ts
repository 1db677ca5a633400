import { type Html, html, joinHtml } from '../platform/html/html.ts';

/** Text with `code` in backticks and **strong** words as HTML; everything else is escaped. */
export function inline(text: string): Html {
  return html`${text.split('`').map((part, i) => (i % 2 === 1 ? code(part) : strong(part)))}`;
}

function strong(text: string): Html {
  const parts = text.split(/\*\*(.+?)\*\*/);
  return html`${parts.map((part, i) => (i % 2 === 1 ? html`<strong>${part}</strong>` : html`${part}`))}`;
}

/** A name or value in a monospace font. It may wrap after underscores, so that long names fit a phone; a number stays on its line. */
export function code(text: string): Html {
  const isNumber = /^\d[\d ]*$/.test(text);
  return html`<code${isNumber ? html` class="number"` : ''}>${breakable(text)}</code>`;
}

export function breakable(text: string): Html {
  const parts = text.split('_').map((part) => html`${part}`);
  return joinHtml(parts, html`_<wbr>`);
}

/** A Markdown table with aligned columns, as the project's formatter writes it. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, i) => Math.max(title.length, 3, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  return [head, widths.map((width) => '-'.repeat(width)), ...rows].map(line).join('\n');
}
