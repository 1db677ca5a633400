import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { describe, it } from 'node:test';
import { renderMarkdown } from '../../src/docs-site/render-markdown.ts';
import { fileOf, languageOfFile, topicOfFile } from '../../src/docs-site/topics.ts';
import { docFiles } from '../support/doc-fences.ts';

const FILES = docFiles();
/** A block that is generated from the code, or code in the topic itself. */
const CODE = /^<!-- made: [^\n]* -->\n[\s\S]*?^<!-- \/made -->$|^ *```[\s\S]*?^ *```$/gm;

const english = (file: string) => fileOf(topicOfFile(file)!, 'en');
const headingsOf = (file: string) =>
  renderMarkdown(FILES.get(file)!, { hrefOf: () => undefined, codeLanguage: '' }).headings;

/** The parts that a translation must have in common with its original, section by section. */
function sectionsOf(file: string): unknown[] {
  const markdown = FILES.get(file)!;
  const code = [...markdown.matchAll(CODE)].map(([block]) => /^<!-- made: .*/.exec(block)?.[0] ?? block);
  let at = 0;
  return markdown
    .replaceAll(CODE, '@code@')
    .split(/^(?=#+ )/m)
    .map((section) => ({
      level: /^#*/.exec(section)?.[0],
      code: [...section.matchAll(/@code@/g)].map(() => code[at++]),
      names: [...new Set(section.match(/`[^`\n]+`/g))].sort(),
      links: [...section.matchAll(/\]\(([^)\s]+)\)/g)].map(([, href]) => targetOf(href!, file)).sort(),
      items: section.match(/^(?:- \[ \]|-|\d+\.) /gm),
      rows: section.match(/^\|/gm)?.length,
    }));
}

/** Where a link leads: the file and the place of the heading in it, so that it is the same in every language. */
function targetOf(href: string, from: string): string {
  if (/^https?:/.test(href)) return href;
  const [path = '', anchor] = href.split('#', 2);
  const file = path === '' ? from : posix.join(posix.dirname(from), path);
  const topic = topicOfFile(file);
  const whole = topic === undefined ? file : fileOf(topic, 'en');
  if (anchor === undefined) return whole;
  const place = FILES.has(file) ? headingsOf(file).findIndex(({ id }) => id === anchor) : -1;
  return `${whole}#${place < 0 ? anchor : place}`;
}

describe('the translated topics', () => {
  const translations = [...FILES.keys()].filter((file) => languageOfFile(file) !== 'en');

  it('link to topics of the same language if these exist', () => {
    const others = translations.flatMap((file) =>
      [...FILES.get(file)!.matchAll(/\]\((?!https?:)([^)#\s]+)[^)]*\)/g)]
        .map(([, path]) => posix.join(posix.dirname(file), path!))
        .filter((target) => {
          const topic = topicOfFile(target);
          return (
            topic !== undefined && FILES.has(fileOf(topic, languageOfFile(file))) && languageOfFile(target) === 'en'
          );
        })
        .map((target) => `${file} leads to ${target}`),
    );
    assert.deepEqual(others, []);
  });

  for (const file of translations) {
    it(`${file} has the headings, code, names, links, lists and tables of the English one`, () => {
      assert.deepEqual(sectionsOf(file), sectionsOf(english(file)));
    });
  }
});
