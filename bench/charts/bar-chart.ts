const WIDTH = 860;
const LABELS = 285;
const BAR = 15;
const GROUP = 52;
const TOP = 66;
const VALUES = 90;

export interface Bars {
  readonly label: string;
  /** Smaller text below the label. */
  readonly note: string;
  /** One value for each series; undefined if it was not measured. */
  readonly values: readonly (number | undefined)[];
}

/** A chart in which each row is a group of horizontal bars, as SVG that is readable on light and dark pages. */
export function barChart(title: string, series: readonly string[], rows: readonly Bars[]): string {
  const most = Math.max(...rows.flatMap((row) => row.values.map((value) => value ?? 0)));
  const height = TOP + rows.length * GROUP + 6;
  const drawn = rows.map(({ label, note, values }, index) => {
    const y = TOP + index * GROUP;
    const bars = values.map((value, at) => {
      const width = ((value ?? 0) / most) * (WIDTH - LABELS - VALUES);
      const top = y + at * (BAR + 3);
      const text = value === undefined ? 'not measured' : Math.round(value).toLocaleString('en');
      return `<rect class="s${at}" x="${LABELS}" y="${top}" width="${width.toFixed(1)}" height="${BAR}" rx="2"/><text x="${(LABELS + width + 6).toFixed(1)}" y="${top + 12}">${text}</text>`;
    });
    return `<text class="l" x="${LABELS - 12}" y="${y + 13}">${label}</text><text class="l n" x="${LABELS - 12}" y="${y + 29}">${note}</text>${bars.join('')}`;
  });
  const legend = series.map(
    (name, at) =>
      `<rect class="s${at}" x="${LABELS + at * 210}" y="36" width="12" height="12" rx="2"/><text x="${LABELS + 18 + at * 210}" y="47">${name}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">
<title>${title}</title>
<style>${CHART_STYLE}.l{text-anchor:end}.n{font-size:11px}</style>
<rect class="page" width="${WIDTH}" height="${height}"/>
<text class="t" x="12" y="22">${title}</text>
${legend.join('')}
${drawn.join('\n')}
</svg>
`;
}

/**
 * Colours for the reader's light or dark mode. The chart has its own background, because an image does not know the background of its
 * page.
 */
export const CHART_STYLE = `text{font:13px system-ui,sans-serif;fill:#1f2328}.t{font-size:15px;font-weight:600}.n{fill:#59636e}.page{fill:#fff}.grid{stroke:#d1d9e0;stroke-width:1}.s0{fill:#b35900}.s1{fill:#0a69b7}.line{fill:none;stroke-width:1.6}.line.s0{stroke:#b35900;fill:none}.line.s1{stroke:#0a69b7;fill:none}.line.s2{stroke:#3b7d23;fill:none}.s2{fill:#3b7d23}@media(prefers-color-scheme:dark){text{fill:#f0f6fc}.n{fill:#9198a1}.page{fill:#0d1117}.grid{stroke:#3d444d}.s0{fill:#f0a35e}.s1{fill:#64b5f6}.s2{fill:#8fce6f}.line.s0{stroke:#f0a35e}.line.s1{stroke:#64b5f6}.line.s2{stroke:#8fce6f}}`;
