import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packPlugin } from './pack-plugin.ts';

/** The folder with `shop-main.mjs` and the packages that it needs. */
export const SHOP_FOLDER = 'PEYE_TEST_VENDURE';

/** Makes a shop below a folder, with SDK and plugin as they are packed for npm, and names it in the environment. */
export async function prepareVendure(folder: string): Promise<void> {
  const place = join(folder, 'vendure');
  await packPlugin(place);
  cpSync(fileURLToPath(new URL('shop-main.mjs', import.meta.url)), join(place, 'shop-main.mjs'));
  process.env[SHOP_FOLDER] = place;
}
