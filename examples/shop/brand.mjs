import { fileURLToPath } from 'node:url';

/** How the shop looks on the gateway's pages: what its website is given there, as with `peye websites update --logo FILE`. */
export const BRAND = {
  name: 'Boutik Lakou',
  colour: '#14614a',
  contact: 'boutik@example.com',
  logoFile: fileURLToPath(new URL('pictures/lakou.png', import.meta.url)),
};
