import { type Html, html } from '../../platform/html/html.ts';

/** A column of a list. */
export interface Column<Item> {
  /** Its name where users choose columns; columns without one are always shown. */
  readonly key?: string;
  readonly label: string;
  /** Our own HTML, in which untrusted texts are escaped. */
  readonly cell: (item: Item) => Html | '';
  /** Numbers are aligned to the right, in tabular figures. */
  readonly isNumber?: boolean;
  /**
   * Its position in a row of two lines on a phone: at the start or the end of the first line, or on the second. A phone
   * shows no text of a column with `link`: the whole row is the link. If any column has a position, columns without one
   * are not shown on a phone.
   */
  readonly phone?: 'lead' | 'end' | 'second' | 'link';
  /** The order of the list, if it is by this column, and the address of the list in another order. */
  readonly sort?: ColumnSort | undefined;
}

export interface ColumnSort {
  readonly way: 'ascending' | 'descending' | undefined;
  readonly href: string;
}

/**
 * A list. On a phone each row has two lines, or is a card with labelled lines if no column has a place there. `caption` describes it for
 * screen readers. `empty` replaces the table when there are no rows, and says what to do next.
 */
export function tableView<Item>(
  items: readonly Item[],
  { columns, caption, empty }: { columns: readonly Column<Item>[]; caption: string; empty: Html | '' },
): Html {
  if (items.length === 0) return html`<div class="empty">${empty}</div>`;
  const isShort = columns.some(({ phone }) => phone !== undefined);
  const heads = columns.map(
    ({ label, isNumber, sort }) =>
      html`<th scope="col"${isNumber ? html` class="number"` : ''}${sort?.way && html` aria-sort="${sort.way}"`}>${sort ? html`<a href="${sort.href}">${label}</a>` : label}</th>`,
  );
  const rows = items.map((item) => {
    const cells = columns.map(({ label, cell, isNumber, phone = isShort ? 'gone' : '' }) => {
      const names = [isNumber ? 'number' : '', phone].filter(Boolean).join(' ');
      return html`<td${isShort ? '' : html` data-label="${label}"`}${names && html` class="${names}"`}>${cell(item)}</td>`;
    });
    return html`<tr>${cells}</tr>`;
  });
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table class="${isShort ? 'list short' : 'list'}"><caption class="hidden">${caption}</caption><thead><tr>${heads}</tr></thead><tbody>${rows}</tbody></table></div>`;
}
