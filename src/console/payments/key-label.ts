import type { ListedApiKey } from '../../features/websites/store/api-keys.ts';

/** The text that identifies a key: its name, and the last characters of its value. */
export function keyLabel({ name, hint }: Pick<ListedApiKey, 'name' | 'hint'>): string {
  return name === null ? `…${hint}` : `${name} …${hint}`;
}
