import { fileURLToPath } from 'node:url';
import { testExample } from '../support/example-suite.ts';
import { PHP } from '../support/languages.ts';

const SHOP = fileURLToPath(new URL('../../../examples/php/shop.php', import.meta.url));

testExample({
  name: 'the example shop in PHP',
  skip: PHP.skip,
  command: (port) => [process.env.PHP_CURL_PATH!, '-S', `127.0.0.1:${port}`, SHOP],
  env: {},
  orders: 'orders',
});
