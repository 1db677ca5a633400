import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packPlugin } from './pack-plugin.ts';

/** The variable with the folder of `shop-main.mjs` and the packages that it needs. */
export const SHOP_FOLDER = 'PEYE_TEST_VENDURE';

/** Prepares a shop in a folder, with the SDK and the plugin as they are packed for npm. Sets the variable SHOP_FOLDER. */
export async function prepareVendure(folder: string): Promise<void> {
  const place = join(folder, 'vendure');
  await packPlugin(place);
  cpSync(fileURLToPath(new URL('shop-main.mjs', import.meta.url)), join(place, 'shop-main.mjs'));
  process.env[SHOP_FOLDER] = place;
}
