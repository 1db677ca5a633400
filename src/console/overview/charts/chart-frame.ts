import { type Html, html } from '../../../lib/html.ts';

/** What every chart says around what it draws. Texts of ours. */
export interface ChartTexts {
  /** Of this page alone; its parts are named after it. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** What leads to its table. */
  readonly numbers: string;
  /** Of this time, and of the time before. */
  readonly now: string;
  readonly before: string;
}

/** The table of what a chart draws. */
export interface ChartTable {
  /** Of the first column. */
  readonly label: string;
  readonly rows: readonly (readonly [name: string, now: string, before: string])[];
}

/**
 * A chart with its title, what it is told to who cannot see it, a key that does without colours, and a table of its numbers. `drawn` is
 * SVG of ours.
 */
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

/** A length of an SVG, short. */
export function at(length: number): string {
  return String(Math.round(length * 10) / 10);
}

/** About how wide a number or a few words are in a chart. */
export function widthOf(text: string): number {
  return text.length * 6.2;
}
