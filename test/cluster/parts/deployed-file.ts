import { readFileSync } from 'node:fs';

/** A configuration of deploy/ with some texts replaced. Each of these texts must be in the file. */
export function deployedFile(path: string, replaced: Readonly<Record<string, string>>): string {
  let text = readFileSync(new URL(`../../../deploy/${path}`, import.meta.url), 'utf8');
  for (const [from, to] of Object.entries(replaced)) {
    if (!text.includes(from)) throw new Error(`deploy/${path} has no "${from}"`);
    text = text.replaceAll(from, to);
  }
  return text;
}
