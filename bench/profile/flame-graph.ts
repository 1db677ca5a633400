import type { Frame, Origin } from './read-profile.ts';

const WIDTH = 1200;
const ROW = 17;
const TOP = 58;
/** Narrower frames are omitted, with the frames below them: they are too small to read or to point at, and would be most of the file. */
const NARROWEST = 2;
const CHARACTER = 6.65;
const COLOURS: readonly [Origin, colour: string, words: string][] = [
  ['peye', '#f4a261', 'Peye'],
  ['library', '#8ecae6', 'libraries'],
  ['node', '#a7c957', 'Node'],
  ['native', '#c9c9c9', 'native code and garbage collection'],
];

/**
 * A flame graph as SVG: each function under its caller, as wide as the time that passed in it and below it. Names that do
 * not fit are in titles, which browsers show for the frame under the pointer.
 */
export function flameGraph(root: Frame, title: string): string {
  const boxes: string[] = [];
  let depth = 0;
  const draw = (frame: Frame, x: number, level: number): void => {
    const width = (frame.totalUs / root.totalUs) * WIDTH;
    if (width < NARROWEST) return;
    depth = Math.max(depth, level);
    boxes.push(box(frame, { x, y: TOP + level * ROW, width, part: frame.totalUs / root.totalUs }));
    let left = x;
    for (const child of [...frame.children.values()].sort((a, b) => b.totalUs - a.totalUs)) {
      draw(child, left, level + 1);
      left += (child.totalUs / root.totalUs) * WIDTH;
    }
  };
  draw(root, 0, 0);
  const height = TOP + (depth + 1) * ROW + 4;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}">
<title>${escaped(title)}</title>
<style>text{font:11px ui-monospace,Menlo,Consolas,monospace;fill:#111}.t{font-size:15px;font-weight:bold}rect{stroke:#fff;stroke-width:.6}${COLOURS.map(([origin, colour]) => `.${origin}{fill:${colour}}`).join('')}</style>
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
<text class="t" x="6" y="20">${escaped(title)}</text>
${legend()}
${boxes.join('\n')}
</svg>
`;
}

function box(frame: Frame, { x, y, width, part }: { x: number; y: number; width: number; part: number }): string {
  const fitting = Math.floor((width - 5) / CHARACTER);
  const [bare = frame.name] = frame.name.split(' (');
  const name = frame.name.length <= fitting || bare === '' ? frame.name : bare;
  const text = fitting < 3 ? '' : name.length <= fitting ? name : `${name.slice(0, fitting - 1)}…`;
  const label = text === '' ? '' : `<text x="${round(x + 3)}" y="${y + 12}">${escaped(text)}</text>`;
  const title = `<title>${escaped(frame.name)}: ${(100 * part).toFixed(1)} %</title>`;
  return `<g>${title}<rect class="${frame.origin}" x="${round(x)}" y="${y}" width="${round(width)}" height="${ROW - 1}"/>${label}</g>`;
}

function legend(): string {
  let x = 6;
  return COLOURS.map(([origin, , words]) => {
    const at = x;
    x += 30 + words.length * CHARACTER;
    return `<rect class="${origin}" x="${at}" y="32" width="12" height="12"/><text x="${at + 16}" y="42">${words}</text>`;
  }).join('');
}

function round(value: number): string {
  return value.toFixed(1).replace(/\.0$/, '');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
