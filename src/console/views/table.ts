import { type Html, html } from '../../lib/html.ts';

/** A column of a list. */
export interface Column<Item> {
  readonly label: string;
  /** HTML of ours, with what others wrote escaped. */
  readonly cell: (item: Item) => Html | '';
  /** Numbers stand to the right, in figures of one width. */
  readonly isNumber?: boolean;
}

/**
 * A list. On a phone each row is a card whose lines are named. `caption` says what it is to who does not see it; `empty` is what stands
 * in place of no rows, HTML of ours: what to do next.
 */
export function tableView<Item>(
  items: readonly Item[],
  { columns, caption, empty }: { columns: readonly Column<Item>[]; caption: string; empty: Html | '' },
): Html {
  if (items.length === 0) return html`<div class="empty">${empty}</div>`;
  const heads = columns.map(
    ({ label, isNumber }) => html`<th scope="col"${isNumber ? html` class="number"` : ''}>${label}</th>`,
  );
  const rows = items.map((item) => {
    const cells = columns.map(
      ({ label, cell, isNumber }) =>
        html`<td data-label="${label}"${isNumber ? html` class="number"` : ''}>${cell(item)}</td>`,
    );
    return html`<tr>${cells}</tr>`;
  });
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table class="list"><caption class="hidden">${caption}</caption><thead><tr>${heads}</tr></thead><tbody>${rows}</tbody></table></div>`;
}

/** A fact of one thing; one whose value is null is left out. */
export type Fact = readonly [label: string, value: Html | '' | null];

/** Facts of one thing: names and values, of which those that are null are left out. Values are HTML of ours. */
export function factsView(facts: readonly Fact[]): Html {
  const rows = facts.flatMap(([label, value]) =>
    value === null ? [] : [html`<div><dt>${label}</dt><dd>${value}</dd></div>`],
  );
  return html`<dl class="facts">${rows}</dl>`;
}
