import { fileURLToPath } from 'node:url';
import { testExample } from '../support/example-suite.ts';

const path = (name: string) => fileURLToPath(new URL(`../../../${name}`, import.meta.url));
const { FLASK_PYTHON_PATH } = process.env;

testExample({
  name: 'the example shop with Flask',
  skip: FLASK_PYTHON_PATH ? false : 'no Flask: FLASK_PYTHON_PATH is not set',
  command: () => [FLASK_PYTHON_PATH!, path('examples/flask/shop.py')],
  env: { PYTHONPATH: path('sdk/python/src'), PYTHONDONTWRITEBYTECODE: '1' },
  orders: 'orders.db',
});
