import type { ListedApiKey } from '../../storage/api-keys.ts';

/** What a key is told by: its name, and the last characters of its text. */
export function keyLabel({ name, hint }: Pick<ListedApiKey, 'name' | 'hint'>): string {
  return name === null ? `…${hint}` : `${name} …${hint}`;
}
