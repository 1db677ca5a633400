import { readConfig } from '../config.ts';
import { errorsMarkdown } from '../docs-site/errors-markdown.ts';
import { fillBlocks } from '../docs-site/generated-blocks.ts';
import { fileOf, languageOfFile } from '../docs-site/topics.ts';
import { wordingMarkdown } from '../docs-site/wording-markdown.ts';
import { LANGUAGES } from '../platform/messages/language.ts';

/** Files that are generated as a whole. */
const WHOLE: Readonly<Record<string, () => string>> = {
  ...Object.fromEntries(LANGUAGES.map((language) => [fileOf('errors', language), () => errorsMarkdown(language)])),
  'docs/wording.md': wordingMarkdown,
};

/** The Markdown files of docs/ by path, with their generated parts, which show the default settings. */
export function writtenDocs(files: ReadonlyMap<string, string>): Map<string, string> {
  const gateway = readConfig({});
  return new Map(
    [...files].map(([file, text]) => [
      file,
      WHOLE[file]?.() ?? fillBlocks(text, { gateway, language: languageOfFile(file) }),
    ]),
  );
}
