import type { TextlintPluginCreator } from '@textlint/kernel';
import { type Comment, type Program, parseSync, Visitor } from 'oxc-parser';

/** A part of a source file that textlint reads: its start and its end. */
type Range = readonly [start: number, end: number];

/**
 * Lets textlint read TypeScript and JavaScript, for which it has no plugin. Each comment, each string with more than one word and
 * each part of a template is a paragraph; in catalogues of messages, shorter strings are too. With `names`, each name in the code
 * is a paragraph, once; names with an underscore are skipped, because they are JSON fields and columns.
 */
export const sourcePlugin = (reads: keyof typeof RANGES): TextlintPluginCreator => ({
  Processor: class {
    availableExtensions = () => ['.ts', '.tsx', '.mts', '.js', '.mjs'];
    processor = () => ({
      preProcess: (text: string, file = 'file.ts') => documentOf(text, RANGES[reads](text, file)),
      postProcess: (messages: never[], filePath = '') => ({ messages, filePath }),
    });
  } as unknown as TextlintPluginCreator['Processor'],
});

/** Strings that are code: SQL, and the source lines that sabotages and plants quote. */
const CODE =
  /\b(?:SELECT|FROM|WHERE|EXECUTE|INSERT INTO)\b|=> |\);|\bconst \w+ =|\bawait \w+\(|^\s*return\b|^['"]?if \(|[;{]$/m;

let last: { readonly text: string; readonly program: Program; readonly comments: Comment[] } | undefined;

/** Each file is read twice in a row, for its prose and for its names. Parsing is slow, so the last result is used again. */
function parse(text: string, file: string) {
  if (last?.text === text) return last;
  const { program, comments } = parseSync(file, text);
  last = { text, program, comments };
  return last;
}

function proseIn(text: string, file: string): Range[] {
  const { program, comments } = parse(text, file);
  const ranges = joinLineComments(text, comments);
  const isCatalogue = /^src\/platform\/messages\//.test(file);
  const add = (start: number, end: number) => {
    const part = text.slice(start, end);
    if ((isCatalogue || part.includes(' ')) && !CODE.test(part)) ranges.push([start, end]);
  };
  new Visitor({
    Literal: (node) => {
      if (typeof node.value === 'string') add(node.start, node.end);
    },
    // The node's range includes a backtick or `}` at its start, and a backtick or `${` at its end.
    TemplateElement: (node) => add(node.start + 1, node.end - (node.tail ? 1 : 2)),
  }).visit(program);
  return ranges.flatMap((range) => withoutCode(text, range));
}

/** The parts of a comment or a string that are outside `code`. Names in code are checked where they are declared. */
function withoutCode(text: string, [start, end]: Range): Range[] {
  const ranges: Range[] = [];
  let from = start;
  for (const { index, 0: code } of text.slice(start, end).matchAll(/`[^`\n]+`/g)) {
    ranges.push([from, start + index]);
    from = start + index + code.length;
  }
  return [...ranges, [from, end]];
}

/** Consecutive lines of `//` are one text: a phrase may start on one line and end on the next. */
function joinLineComments(text: string, comments: readonly Comment[]): Range[] {
  const ranges: Range[] = [];
  let isLine = false;
  for (const { type, start, end } of comments) {
    const previous = ranges.at(-1);
    const between = previous && text.slice(previous[1], start);
    if (previous && isLine && type === 'Line' && /^\r?\n[ \t]*$/.test(between ?? '')) {
      ranges[ranges.length - 1] = [previous[0], end];
    } else {
      ranges.push([start, end]);
    }
    isLine = type === 'Line';
  }
  return ranges;
}

function namesIn(text: string, file: string): Range[] {
  const firstUses = new Map<string, Range>();
  new Visitor({
    Identifier: ({ start, name }) => {
      if (!firstUses.has(name) && !name.includes('_')) firstUses.set(name, [start, start + name.length]);
    },
  }).visit(parse(text, file).program);
  return [...firstUses.values()];
}

const RANGES = {
  prose: proseIn,
  names: namesIn,
  /** The name of a file, which is a text without anything else. */
  whole: (text: string): Range[] => [[0, text.length]],
};

/** A tree of textlint (TxtAST) with a paragraph for each range. */
function documentOf(text: string, ranges: readonly Range[]) {
  const lines = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines.push(at + 1);
  const position = (offset: number) => {
    let [low, high] = [0, lines.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (lines[middle]! <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - lines[low]! };
  };
  const node = (type: string, [start, end]: Range) => ({
    type,
    raw: text.slice(start, end),
    range: [start, end],
    loc: { start: position(start), end: position(end) },
  });
  const inOrder = [...ranges].sort(([a], [b]) => a - b);
  return {
    ...node('Document', [0, text.length]),
    children: inOrder.map((range) => ({
      ...node('Paragraph', range),
      children: [{ ...node('Str', range), value: text.slice(...range) }],
    })),
  };
}
