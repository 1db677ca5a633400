import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Next to the checkout, for this folder's tests only. */
const BESIDE = fileURLToPath(new URL('../../../shared/shops', import.meta.url));

/** The folder with the software of shops that no package registry has. */
export const MATERIAL = process.env.PEYE_SHOPS || BESIDE;

/** For a suite's `skip`: false, or why its shop is not here. A folder that PEYE_SHOPS names has to be there. */
export const NO_MATERIAL =
  process.env.PEYE_SHOPS || existsSync(join(MATERIAL, 'wordpress-woocommerce.tar.xz'))
    ? false
    : 'no shop material: PEYE_SHOPS is not set, and there is no folder shared/shops next to the checkout';
