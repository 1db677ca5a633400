import { html } from 'ghtml';

/** Text with `code` in backticks and **strong** words as HTML; everything else is escaped. */
export function inline(text: string): string {
  return text
    .split('`')
    .map((part, i) => (i % 2 === 1 ? code(part) : html`${part}`.replaceAll(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')))
    .join('');
}

/** A name or value in code type. It may break behind underscores, so that long ones fit a phone. */
export function code(text: string): string {
  return html`<code>!${breakable(text)}</code>`;
}

export function breakable(text: string): string {
  return html`${text}`.replaceAll('_', '_<wbr>');
}

/** Commands to paste, with comments dimmed. */
export function shell(title: string, commands: string): string {
  return figure(title, 'sh', html`${commands}`.replaceAll(/^# .*$/gm, '<em>$&</em>'));
}

/** A value as JSON, indented, with its keys marked. */
export function json(title: string, value: unknown): string {
  const text = html`${JSON.stringify(value, null, 2)}`;
  return figure(title, 'json', text.replaceAll(/^( *)(&#34;.*?&#34;): /gm, '$1<i>$2</i>: '));
}

/** A piece of a program. */
export function source(title: string, text: string): string {
  return figure(title, 'source', html`${text}`.replaceAll(/^ *(?:\/\/|#) .*$/gm, '<em>$&</em>'));
}

function figure(title: string, kind: string, content: string): string {
  return html`<figure><figcaption>${title}</figcaption><pre class="${kind}"><code>!${content}</code></pre></figure>`;
}

/** A table whose first column names the row. Cells are HTML. */
export function table(caption: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  return html`<table><caption>${caption}</caption>
<thead><tr>!${head.map((title) => html`<th scope="col">${title}</th>`)}</tr></thead>
<tbody>!${rows.map(
    ([first = '', ...rest]) =>
      html`<tr><th scope="row">!${first}</th>!${rest.map((cell) => html`<td>!${cell}</td>`)}</tr>`,
  )}</tbody></table>`;
}

/** Something the reader must not miss. The content is HTML. */
export function warning(content: string): string {
  return html`<div class="note warn">!${content}</div>`;
}

export function note(content: string): string {
  return html`<div class="note">!${content}</div>`;
}
