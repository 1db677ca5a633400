import { type Html, html } from '../../../platform/html/html.ts';

/** The texts that every chart has. */
export interface ChartTexts {
  /** Unique on the page. The ids of the chart's parts are derived from it. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** The text that opens the table. */
  readonly numbers: string;
  /** The names of the current and of the earlier period. */
  readonly now: string;
  readonly before: string;
}

/** The table with a chart's numbers. */
export interface ChartTable {
  /** The heading of the first column. */
  readonly label: string;
  readonly rows: readonly (readonly [name: string, now: string, before: string])[];
}

/** A chart with its title, a description for screen readers, a key that works without colours, and a table of its numbers. */
export function chartFrame(
  { id, title, description, numbers, now, before }: ChartTexts,
  { width, height, drawn }: { width: number; height: number; drawn: Html },
  { label, rows }: ChartTable,
): Html {
  const cells = rows.map(
    ([name, one, other]) =>
      html`<tr><th scope="row">${name}</th><td class="number">${one}</td><td class="number">${other}</td></tr>`,
  );
  return html`<figure class="chart sheet">
<h3>${title}</h3>
<svg viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="${id}-t ${id}-d"><title id="${id}-t">${title}</title><desc id="${id}-d">${description}</desc>${drawn}</svg>
<figcaption><span class="key">${now}</span> <span class="key before">${before}</span></figcaption>
<details><summary>${numbers}</summary><div class="scroll" tabindex="0" role="region" aria-label="${title}"><table><thead><tr><th scope="col">${label}</th><th scope="col" class="number">${now}</th><th scope="col" class="number">${before}</th></tr></thead><tbody>${cells}</tbody></table></div></details>
</figure>`;
}

/** A length in an SVG, rounded. */
export function at(length: number): string {
  return String(Math.round(length * 10) / 10);
}

/** The approximate width of a number or short text in a chart. */
export function widthOf(text: string): number {
  return text.length * 6.2;
}
