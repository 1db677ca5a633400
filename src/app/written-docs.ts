import { errorsMarkdown } from '../api/docs/errors-markdown.ts';
import { fillBlocks } from '../api/docs/made-blocks.ts';
import { languageOfFile } from '../api/docs/topics.ts';
import { readConfig } from '../config.ts';

/** The Markdown files of docs/, by their path, as they have to be: with the default settings of a gateway in what is made from them. */
export function writtenDocs(files: ReadonlyMap<string, string>): Map<string, string> {
  const gateway = readConfig({});
  return new Map(
    [...files].map(([file, text]) => [
      file,
      file === 'docs/errors.md' ? errorsMarkdown() : fillBlocks(text, { gateway, language: languageOfFile(file) }),
    ]),
  );
}
