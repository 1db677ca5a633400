import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { findViolations, importsOf, type Part } from './support/import-directions.ts';

/** A part may import every part of a lower level. Parts of one level leave each other alone. */
const PARTS: readonly Part[] = [
  { name: 'lib', level: 0 },
  { name: 'domain', level: 1, except: ['lib'] },
  { name: 'storage', level: 2 },
  { name: 'providers', level: 2, separateFolders: true },
  { name: 'rates', level: 2 },
  { name: 'auth', level: 3 },
  { name: 'webhooks', level: 3 },
  { name: 'operator', level: 4 },
  { name: 'payments', level: 4 },
  // The only reader of the environment: what it reads is handed on as values, so nobody below depends on it.
  {
    name: 'config',
    level: 5,
    except: ['storage', 'auth', 'webhooks', 'operator'],
    importedBy: ['src/app/', 'src/cli/'],
  },
  { name: 'worker', level: 5 },
  { name: 'http', level: 5 },
  { name: 'api', level: 6 },
  { name: 'inbound', level: 6 },
  { name: 'pages', level: 6 },
  { name: 'console', level: 6 },
  { name: 'app', level: 7 },
  { name: 'cli', level: 8 },
  { name: 'main', level: 9 },
];

/** Files outside of src/ that a part may import. */
const OUTSIDE: Record<string, string[]> = {
  app: ['package.json'],
  cli: ['package.json', 'simulators/'],
};

/** Of what it may import from here, config takes types and nothing that runs. */
const CONFIG_TYPES_ONLY = /^import (?!type ).*'\.\/payments\//m;

describe('import directions', () => {
  const sources = new Map(
    globSync('src/**/*.ts', { cwd: new URL('..', import.meta.url) }).map((path) => [
      path.replaceAll('\\', '/'),
      readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'),
    ]),
  );

  it('are those of the table, without cycles, barrels and declarations for everybody', () => {
    assert.ok(sources.size > 50, 'the sources were found');
    assert.deepEqual(findViolations(sources, PARTS, OUTSIDE), []);
  });

  it('config takes only types from payments', () => {
    assert.doesNotMatch(sources.get('src/config.ts') ?? '', CONFIG_TYPES_ONLY);
  });
});

describe('findViolations', () => {
  const violations = (files: Record<string, string>) => findViolations(new Map(Object.entries(files)), PARTS, OUTSIDE);
  const planted: [name: string, files: Record<string, string>, expected: string[]][] = [
    ['an upward import', { 'src/storage/a.ts': "import { x } from '../payments/b.ts';" }, ['src/payments/b.ts']],
    ['an upward import of types', { 'src/auth/a.ts': "import type { X } from '../api/b.ts';" }, ['src/api/b.ts']],
    [
      'one over several lines',
      { 'src/auth/a.ts': "import {\n  type X,\n  y,\n} from '../api/b.ts';" },
      ['src/api/b.ts'],
    ],
    ['a re-export', { 'src/auth/a.ts': "export { x } from '../api/b.ts';" }, ['src/api/b.ts']],
    ['a dynamic import', { 'src/auth/a.ts': "const b = await import('../api/b.ts');" }, ['src/api/b.ts']],
    ['an import for its effects', { 'src/auth/a.ts': "import '../api/b.ts';" }, ['src/api/b.ts']],
    ['lib in the domain', { 'src/domain/a.ts': "import { x } from '../lib/b.ts';" }, ['src/lib/b.ts']],
    ['a neighbour on one level', { 'src/pages/a.ts': "import { x } from '../api/b.ts';" }, ['src/api/b.ts']],
    [
      'storage in a provider',
      { 'src/providers/moncash/a.ts': "import { x } from '../../storage/b.ts';" },
      ['storage/b'],
    ],
    [
      'another provider',
      { 'src/providers/moncash/a.ts': "import { x } from '../card/b.ts';" },
      ['src/providers/card/b'],
    ],
    ['config below the app', { 'src/worker/a.ts': "import { readConfig } from '../config.ts';" }, ['src/config.ts']],
    ['tests in the source', { 'src/api/a.ts': "import { x } from '../../test/b.ts';" }, ['test/b.ts']],
    ['a folder that the table does not know', { 'src/utils/a.ts': '' }, ['src/utils/a.ts belongs to no part']],
    [
      'a declaration for everybody',
      { 'src/http/a.ts': "declare module 'fastify' {\n  interface FastifyRequest {\n    x: 1;\n  }\n}" },
      ['src/http/a.ts declares something for all files'],
    ],
    ['a global declaration', { 'src/http/a.ts': 'declare global {\n  var x: 1;\n}' }, ['src/http/a.ts declares']],
    ['a barrel', { 'src/auth/index.ts': '' }, ['src/auth/index.ts is a barrel']],
  ];
  for (const [name, files, expected] of planted) {
    it(`finds ${name}`, () => {
      const found = violations(files);
      assert.equal(found.length, expected.length, found.join('\n'));
      for (const [index, text] of expected.entries()) assert.ok(found[index]?.includes(text), found[index]);
    });
  }

  it('finds a cycle once, wherever it is entered', () => {
    const found = violations({
      'src/auth/a.ts': "import { b } from './b.ts';",
      'src/auth/b.ts': "import type { C } from './c.ts';",
      'src/auth/c.ts': "import { a } from './a.ts';",
    });
    assert.deepEqual(found, ['src/auth/a.ts → src/auth/b.ts → src/auth/c.ts → src/auth/a.ts is a cycle']);
  });

  it('lets downward imports, packages and what comments mention pass', () => {
    const text = `// import { x } from '../api/x.ts';
/* import { y } from '../api/y.ts'; */
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { findPayment } from '../storage/payments.ts';
import { moneyOf } from '../domain/money.ts';`;
    assert.deepEqual(violations({ 'src/payments/a.ts': text }), []);
    assert.equal(importsOf('src/payments/a.ts', text).length, 2);
  });

  it('lets a provider import the contract that all share', () => {
    assert.deepEqual(violations({ 'src/providers/card/a.ts': "import type { P } from '../provider.ts';" }), []);
  });
});
