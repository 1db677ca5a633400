import { writeFileSync } from 'node:fs';
import { errorsMarkdown } from './errors-markdown.ts';

writeFileSync(new URL('../../../docs/errors.md', import.meta.url), errorsMarkdown());
