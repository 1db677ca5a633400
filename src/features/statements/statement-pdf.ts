import { fileURLToPath } from 'node:url';
import { US_PER_DAY } from '../../core/durations.ts';
import type { Language } from '../../platform/messages/language.ts';
import { STATEMENT_TEXTS } from '../../platform/messages/statements/statements-messages.ts';
import { firstCharacters } from '../../platform/text/printable.ts';
import { formatDecimals, formatHaitiDay, formatHaitiMonth, formatHaitiTime } from '../../platform/wording/format.ts';
import type { Website } from '../websites/store/websites.ts';
import { periodOf } from './month.ts';
import type { Statement } from './statement.ts';
import { accountRows, changeTexts, sheetRows, stateText } from './statement-rows.ts';

/** A4, in points of 1/72 inch. */
const PAGE = { width: 595, height: 842, margin: 50 };
const WIDTH = PAGE.width - 2 * PAGE.margin;
const BOTTOM = PAGE.height - PAGE.margin - 20;
const SIZE = 9.5;
const GAP = 8;
/** A cell, and a paragraph, have at most this many lines, whatever their texts. */
const MOST_LINES = 3;
const MOST_LINES_OF_TEXT = 10;

/** More of a text is never shown: layout takes time. */
const MOST_CHARACTERS = 500;

/** What the fonts of every PDF reader have: those of Western European languages, French and Kreyòl among them. */
const PLAIN = /^[\x20-\x7e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/;
/** Controls, among them those that turn the direction of text around. */
const CONTROLS = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A part of the document. Columns are shares of its width; all but the first are numbers, aligned to the right. */
type Part =
  | { readonly kind: 'title' | 'heading' | 'text'; readonly text: string }
  | {
      readonly kind: 'row';
      readonly cells: readonly string[];
      readonly columns: readonly number[];
      readonly look?: 'head' | 'bold';
    };

/**
 * A statement as a PDF of A4 pages. Its library, which takes a tenth of a second to load, is loaded at the first call. Names in other letters
 * than those of Western Europe need an embedded font, which takes about as long each time; letters that it lacks are boxes.
 *
 * @param createdAtUs printed on each page, microseconds since 1970
 */
export async function statementPdf(
  statement: Statement,
  {
    website,
    language,
    createdAtUs,
  }: { website: Pick<Website, 'id' | 'name'>; language: Language; createdAtUs: number },
): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit');
  const texts = STATEMENT_TEXTS[language];
  const parts = partsOf(statement, { website, language });
  const isPlain = parts.every((part) =>
    (part.kind === 'row' ? part.cells : [part.text]).every((text) => PLAIN.test(text)),
  );
  const fonts = isPlain
    ? { normal: 'Helvetica', bold: 'Helvetica-Bold' }
    : {
        normal: fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')),
        bold: fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf')),
      };
  const title = `${texts.statement({ month: formatHaitiMonth(periodOf(statement.month).fromUs, language) })}, ${clean(website.name)}`;
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: PAGE.margin, left: PAGE.margin, right: PAGE.margin, bottom: 0 },
    lang: language,
    displayTitle: true,
    bufferPages: true,
    info: { Title: title, Creator: 'Peye', CreationDate: new Date(createdAtUs / 1000) },
    font: fonts.normal,
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const end = new Promise((resolve) => doc.on('end', resolve));
  writeParts(doc, parts, fonts);
  const { count: pages } = doc.bufferedPageRange();
  for (let page = 0; page < pages; page++) {
    doc.switchToPage(page);
    const created = texts.createdAt({ time: formatHaitiTime(createdAtUs, language) });
    const foot = clean(`${created} · ${texts.page({ page: page + 1, pages })}`);
    doc.font(fonts.normal).fontSize(8);
    doc.text(foot, PAGE.margin, PAGE.height - PAGE.margin, { width: WIDTH, align: 'right' });
  }
  doc.end();
  await end;
  return Buffer.concat(chunks);
}

/** How a part looks: its font, its size, the space above it, and the space that must be left below it on the page. */
const LOOKS = {
  title: { isBold: true, size: 16, space: 0, below: 0 },
  heading: { isBold: true, size: 12, space: 18, below: 100 },
  text: { isBold: false, size: SIZE, space: 6, below: 0 },
  head: { isBold: true, size: SIZE - 1, space: 4, below: 40 },
  bold: { isBold: true, size: SIZE, space: 4, below: 0 },
  row: { isBold: false, size: SIZE, space: 4, below: 0 },
} as const;

/** Writes the parts below each other, and starts a new page where one does not fit. */
function writeParts(doc: PDFKit.PDFDocument, parts: readonly Part[], fonts: { normal: string; bold: string }): void {
  let y: number = PAGE.margin;
  for (const part of parts) {
    const { isBold, size, space, below } = LOOKS[(part.kind === 'row' && part.look) || part.kind];
    doc.font(isBold ? fonts.bold : fonts.normal).fontSize(size);
    const cells = part.kind === 'row' ? cellsOf(part.cells, part.columns) : [{ text: part.text, x: 0, width: WIDTH }];
    const most = (part.kind === 'text' ? MOST_LINES_OF_TEXT : MOST_LINES) * doc.currentLineHeight(true);
    const height = Math.min(
      most,
      Math.max(...cells.map(({ text, width }) => doc.heightOfString(text || ' ', { width }))),
    );
    if (y + space + height + below > BOTTOM) {
      doc.addPage();
      y = PAGE.margin;
    } else y += space;
    for (const [at, { text, x, width }] of cells.entries()) {
      const align = at === 0 ? 'left' : 'right';
      doc.text(text, PAGE.margin + x, y, { width, align, height: height + 1, ellipsis: true });
    }
    y += height;
    if (part.kind !== 'row') continue;
    y += 2;
    doc
      .moveTo(PAGE.margin, y)
      .lineTo(PAGE.margin + WIDTH, y)
      .lineWidth(0.5)
      .strokeColor('#cccccc')
      .stroke();
  }
}

/** Where the cells of a row are, with a gap between them. */
function cellsOf(texts: readonly string[], columns: readonly number[]): { text: string; x: number; width: number }[] {
  return texts.map((text, at) => {
    const gap = at === 0 ? 0 : GAP;
    const x = columns.slice(0, at).reduce((sum, column) => sum + column, 0) * WIDTH + gap;
    return { text, x, width: (columns[at] ?? 0) * WIDTH - gap };
  });
}

/** The start of a text, without controls, and with a space that every font has. */
function clean(text: string): string {
  return firstCharacters(text, MOST_CHARACTERS).replaceAll('\u202f', '\u00a0').replaceAll(CONTROLS, '');
}

function partsOf(
  statement: Statement,
  { website, language }: { website: Pick<Website, 'id' | 'name'>; language: Language },
): Part[] {
  const { mode, month, sheets } = statement;
  const texts = STATEMENT_TEXTS[language];
  const { fromUs, toUs } = periodOf(month);
  const amount = (amountMinor: number) => formatDecimals(amountMinor, language);
  const parts: Part[] = [
    { kind: 'title', text: texts.statement({ month: formatHaitiMonth(fromUs, language) }) },
    { kind: 'heading', text: website.name },
    { kind: 'text', text: `${website.id} · ${texts.modes[mode]}` },
    { kind: 'text', text: `${formatHaitiDay(fromUs, language)} – ${formatHaitiDay(toUs - US_PER_DAY / 2, language)}` },
    { kind: 'text', text: stateText(statement, language) },
    ...changeTexts(statement, language).map((text): Part => ({ kind: 'text', text: `– ${text}` })),
    ...(sheets.length === 0 ? [{ kind: 'text', text: texts.none } as const] : []),
  ];
  for (const { currency, due, accounts } of sheets) {
    const row = (cells: readonly string[], look?: 'head' | 'bold'): Part => {
      const columns = cells.length === 3 ? [0.6, 0.15, 0.25] : [0.37, 0.21, 0.21, 0.21];
      return { kind: 'row', cells, columns, ...(look && { look }) };
    };
    parts.push(
      { kind: 'heading', text: texts.dueIn({ currency }) },
      row([texts.item, texts.count, texts.amount], 'head'),
      ...sheetRows(due, language).map(({ item, entries, amountMinor }) =>
        row([item, String(entries ?? ''), amount(amountMinor)], entries === null ? 'bold' : undefined),
      ),
      { kind: 'heading', text: texts.accountsIn({ currency }) },
      { kind: 'text', text: texts.accountsIntro },
      row([texts.account, texts.opening, texts.moves, texts.closing], 'head'),
      ...accountRows(accounts, language).map(({ name, openingMinor, movedMinor, closingMinor, isSum }) =>
        row([name, ...[openingMinor, movedMinor, closingMinor].map(amount)], isSum ? 'bold' : undefined),
      ),
    );
  }
  parts.push({ kind: 'text', text: texts.source });
  return parts.map((part) =>
    part.kind === 'row' ? { ...part, cells: part.cells.map(clean) } : { ...part, text: clean(part.text) },
  );
}
