import assert from 'node:assert/strict';
import { inflateSync } from 'node:zlib';

/** The texts of a PDF, each piece that was written at one position on its own line, read as a PDF reader copies them. */
export function pdfText(pdf: Buffer): string {
  assert.equal(pdf.subarray(0, 5).toString('latin1'), '%PDF-');
  const objects = objectsOf(pdf);
  const fonts = new Map<string, (hex: string) => string>();
  for (const { head } of objects.values()) {
    for (const [, name = '', id = ''] of (/\/Font <<(.*?)>>/s.exec(head)?.[1] ?? '').matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const unicode = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.head ?? '')?.[1];
      fonts.set(name, unicode === undefined ? readWesternEuropean : readerOf(objects.get(unicode)?.stream ?? ''));
    }
  }
  const lines: string[] = [];
  for (const { stream } of objects.values()) {
    for (const [, block = ''] of stream.matchAll(/\bBT\n(.*?)\nET\b/gs)) {
      const read = fonts.get(/\/(F\d+) [\d.]+ Tf/.exec(block)?.[1] ?? '');
      assert.ok(read, `an unknown font in ${block}`);
      lines.push([...block.matchAll(/<([0-9a-f]+)>/g)].map(([, hex = '']) => read(hex)).join(''));
    }
  }
  return lines.join('\n');
}

/** How many pages a PDF has. */
export function pdfPages(pdf: Buffer): number {
  return [...objectsOf(pdf).values()].filter(({ head }) => /\/Type \/Page\b(?!s)/.test(head)).length;
}

function objectsOf(pdf: Buffer): Map<string, { head: string; stream: string }> {
  const text = pdf.toString('latin1');
  return new Map(
    [...text.matchAll(/(?:^|\n)(\d+) 0 obj\n(.*?)\nendobj/gs)].map(([, id = '', body = '']) => {
      const at = body.indexOf('\nstream\n');
      const head = at < 0 ? body : body.slice(0, at);
      const raw = at < 0 ? '' : body.slice(at + 8, body.lastIndexOf('\nendstream'));
      const stream = head.includes('/FlateDecode') ? inflateSync(Buffer.from(raw, 'latin1')).toString('latin1') : raw;
      return [id, { head, stream }];
    }),
  );
}

function readWesternEuropean(hex: string): string {
  return new TextDecoder('windows-1252').decode(Buffer.from(hex, 'hex'));
}

/** Reads glyphs by the table of an embedded font. */
function readerOf(table: string): (hex: string) => string {
  const glyphs = new Map<number, string>();
  for (const [, first = '', list = ''] of table.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[(.*?)\]/gs)) {
    for (const [at, [, code = '']] of [...list.matchAll(/<([0-9a-f ]*)>/g)].entries()) {
      glyphs.set(
        Number.parseInt(first, 16) + at,
        Buffer.from(code.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
      );
    }
  }
  return (hex) => (hex.match(/.{4}/g) ?? []).map((glyph) => glyphs.get(Number.parseInt(glyph, 16)) ?? '').join('');
}
