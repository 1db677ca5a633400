import { fileURLToPath } from 'node:url';

/** The look of the shop on the gateway's pages. The website gets these settings as with `peye websites update --logo FILE`. */
export const BRAND = {
  name: 'Boutik Lakou',
  colour: '#14614a',
  contact: 'boutik@example.com',
  logoFile: fileURLToPath(new URL('pictures/lakou.png', import.meta.url)),
};
