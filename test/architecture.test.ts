import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { findViolations, importsOf, type Part } from './support/import-directions.ts';
import { findForbiddenWrites, storageWriters, unusedRights, type WritePolicy } from './support/storage-writes.ts';

/** The features, lowest first: each may import those before it. A feature's folder has its rules; `store/` in it has its tables. */
const FEATURES = [
  'audit',
  'websites',
  'requests',
  'users',
  'rates',
  'webhooks',
  'receipts',
  'ledger',
  'payments',
  'fees',
  'links',
  'checkout',
  'subscriptions',
  'refunds',
  'payouts',
  'archive',
  'secrets',
  'reconciliation',
  'exports',
  'statements',
  'operations',
  'notifications',
];

/** A part may import every part of a lower level. Parts of one level leave each other alone. */
const PARTS: readonly Part[] = [
  { name: 'core', level: 0 },
  // The texts that people read, as data, in every language.
  { name: 'platform/messages', level: 1, except: ['core'] },
  // Platform code knows nothing about payments.
  { name: 'platform', level: 2 },
  { name: 'database', level: 3 },
  // Only the composition may import the folders of single providers, and the docs site, which lists the sandbox's test data.
  { name: 'providers', level: 3, separateFolders: true, foldersImportedBy: ['src/app/', 'src/docs-site/'] },
  ...FEATURES.map((name, index) => ({ name: `features/${name}`, level: 4 + index / FEATURES.length })),
  // The verbs of all features, with their dependencies filled in.
  { name: 'verbs', level: 5 },
  // Only config reads the environment. It passes values on, so that nothing below depends on it.
  {
    name: 'config',
    level: 6,
    except: [
      'database',
      'verbs',
      ...FEATURES.filter((name) => !['payments', 'rates', 'subscriptions'].includes(name)).map(
        (name) => `features/${name}`,
      ),
    ],
    importedBy: ['src/app/', 'src/cli/'],
  },
  { name: 'worker', level: 6 },
  { name: 'http', level: 6 },
  { name: 'api', level: 7 },
  { name: 'inbound', level: 7 },
  { name: 'pages', level: 7 },
  { name: 'console', level: 7 },
  { name: 'metrics', level: 7 },
  // Documents the API, from the API's own description.
  { name: 'docs-site', level: 8 },
  { name: 'app', level: 9 },
  { name: 'cli', level: 10 },
  { name: 'main', level: 11 },
];

/** Files outside of src/ that a part may import. */
const OUTSIDE: Record<string, string[]> = {
  platform: ['package.json'],
  cli: ['package.json', 'simulators/'],
};

/** A file that imports more of the other files does the work of several. */
const MOST_IMPORTS = 20;

/** Matches an import with which config takes more than types from payments and subscriptions. */
const CONFIG_TYPES_ONLY = /^import (?!type ).*'\.\/features\/(?:payments|subscriptions)\//m;

/** Verbs write. Apart from them, only code that opens and maintains the store may write, and only with these functions. */
const WRITES: WritePolicy = {
  verbs: ['src/features/'],
  upkeep: {
    'src/app/open-database.ts': ['openSqlite', 'openPostgres'],
    // `openReadOnlySqlite` only reads.
    'src/app/open-books.ts': ['openReadOnlySqlite'],
    'src/app/open-store.ts': ['migrate', 'storeClock', 'tightenStore'],
    'src/app/secret-key.ts': ['makeSecretKeyFile', 'replaceSecretKeyFile'],
    // `readDurability` reads the settings of the connection that writes, which needs a transaction.
    'src/cli/start-risks.ts': ['readDurability'],
    'src/app/doctor/check-store.ts': ['readDurability', 'tryWrite'],
    // The doctor only reads this clock. `storeClock` writes once its clock is followed, as in a gateway.
    'src/app/doctor/check-clock.ts': ['storeClock'],
  },
};

/** The files that open connections. Only those of `sqlite-connection.ts` and `postgres-pool.ts` write, through the fenced port. */
const CONNECTING = [
  // `rehearsal.ts` locks a rehearsal's folder, and `postgres-tls.ts` probes the TLS of a server.
  'src/cli/rehearsal.ts',
  'src/database/postgres/load-postgres.ts',
  'src/database/postgres/own-connection.ts',
  'src/database/postgres/postgres-pool.ts',
  'src/database/postgres/postgres-snapshot.ts',
  'src/database/postgres/postgres-tls.ts',
  'src/database/postgres/read-only-postgres.ts',
  'src/database/sqlite/load-sqlite.ts',
  'src/database/sqlite/sqlite-connection.ts',
  'src/database/sqlite/sqlite-snapshot.ts',
  'src/database/sqlite/sqlite.ts',
];

/** The files that may call `trustedHtml`, which does not escape, each with the reason why that is safe. */
const TRUSTING = {
  'src/console/account/my-two-factor.ts': 'a QR code, a drawing that does not contain the text',
  'src/docs-site/page-frame.ts': 'our style sheet and script of the documentation',
  'src/docs-site/render-markdown.ts': 'the output of marked, whose input this file escapes',
  'src/http/peye-mark.ts': 'the icon as a data URL, encoded in that file',
  'src/pages/layout.ts': 'our style sheet, and the style of a colour, which is validated when it is saved',
  'src/pages/widget/card-scripts.ts': 'our script',
  'src/pages/widget/widget-layout.ts': 'our style sheet and scripts of the widget',
  'src/platform/html/qr-code.ts': 'a QR code, a drawing that does not contain the text',
};

const sources = new Map(
  globSync('src/**/*.ts', { cwd: new URL('..', import.meta.url) }).map((path) => [
    path.replaceAll('\\', '/'),
    readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'),
  ]),
);

describe('import directions', () => {
  it('are those of the table, without cycles, barrels and global declarations', () => {
    assert.ok(sources.size > 50, 'the sources were found');
    assert.deepEqual(findViolations(sources, PARTS, OUTSIDE), []);
  });

  it(`are few: no file imports more than ${MOST_IMPORTS} others`, () => {
    const counts = [...sources].map(([path, text]) => ({
      path,
      count: new Set(importsOf(path, text).map(({ to }) => to)).size,
    }));
    assert.deepEqual(
      counts.filter(({ count }) => count > MOST_IMPORTS),
      [],
      'cut the file where its subject changes',
    );
  });

  it('config imports only types from payments and subscriptions', () => {
    assert.doesNotMatch(sources.get('src/config.ts') ?? '', CONFIG_TYPES_ONLY);
  });
});

describe('the documents for contributors', () => {
  const root = new URL('..', import.meta.url);
  const inSource = globSync('src/**/README.md', { cwd: root });
  const documents = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'simulators/README.md', ...inSource];
  const files = [
    ...globSync('{src,test,simulators,deploy,integrations,examples}/**', { cwd: root, exclude: ['**/node_modules'] }),
  ];

  it('name files that exist', () => {
    const missing = documents.flatMap((path) => {
      const text = readFileSync(new URL(path, root), 'utf8');
      const named = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)*\.(?:ts|js|css|mjs|yml))`/g)].map(
        ([, name = '']) => name,
      );
      return named
        .filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))
        .map((name) => `${path}: ${name}`);
    });
    assert.deepEqual(missing, []);
  });

  it('name tables that are in the file that they name', () => {
    const missing = documents.flatMap((path) => {
      const text = readFileSync(new URL(path, root), 'utf8');
      return [...text.matchAll(/`([A-Z_]{3,})`\s+(?:of|in)\s+`([\w./-]+\.ts)`/g)].flatMap(
        ([, name = '', file = '']) => {
          const named = files.filter((each) => `/${each}`.endsWith(`/${file}`));
          const isThere = named.some((each) => readFileSync(new URL(each, root), 'utf8').includes(name));
          return isThere ? [] : [`${path}: ${name} of ${file}`];
        },
      );
    });
    assert.deepEqual(missing, []);
  });

  it('are short: 110 lines for the README, 80 for ARCHITECTURE.md, 65 for CONTRIBUTING.md, 40 for the README of a folder', () => {
    const most: Readonly<Record<string, number>> = { 'README.md': 110, 'ARCHITECTURE.md': 80, 'CONTRIBUTING.md': 65 };
    const tooLong = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', ...inSource]
      .map((path) => [path, readFileSync(new URL(path, root), 'utf8').split('\n').length - 1] as const)
      .filter(([path, lines]) => lines > (most[path] ?? 40));
    assert.deepEqual(tooLong, []);
  });
});

describe('HTML', () => {
  const filesWith = (pattern: RegExp) =>
    [...sources]
      .filter(([path, text]) => path !== 'src/platform/html/html.ts' && pattern.test(text))
      .map(([path]) => path)
      .sort();

  it('is built by the tag of platform/html/html.ts, and not by ghtml itself', () => {
    assert.deepEqual(filesWith(/['"]ghtml['"]/), []);
  });

  it('has no raw marks', () => {
    assert.deepEqual(
      filesWith(/!\$\{/),
      [],
      'remove the exclamation mark: the tag escapes strings and inserts Html unchanged',
    );
  });

  it('is inserted without being escaped only in the files of the table', () => {
    assert.deepEqual(filesWith(/\btrustedHtml\(/), Object.keys(TRUSTING));
  });
});

describe('writes', () => {
  it('are done by verbs, and by the code that opens and maintains the store', () => {
    assert.deepEqual(findForbiddenWrites(sources, WRITES), []);
    assert.deepEqual(unusedRights(sources, WRITES), []);
  });

  it('are fenced from older versions, except those that change the schema', () => {
    const unfenced = [...sources].filter(([, text]) => /isUnfenced: true|fence: null/.test(text)).map(([path]) => path);
    assert.deepEqual(unfenced.sort(), [
      'src/database/schema/build-indexes.ts',
      'src/features/operations/store/migrate.ts',
    ]);
    // Connections that do not belong to the fenced port only read, create a store where there is none, or are to a file without rows.
    const connect = /new DatabaseSync\(|new pg\.(?:Client|Pool)\(|\b(?:onOwnConnection|ownConnection)\(/;
    const connecting = [...sources].filter(([, text]) => connect.test(text)).map(([path]) => path);
    assert.deepEqual(connecting.sort(), CONNECTING);
  });

  it('are distinguished from reads', () => {
    const writers = [...storageWriters(sources)].map((each) => each.split(' ')[1] ?? '');
    const some = [
      'insertWebsite',
      'claimDeliveries',
      'deleteOldDeliveries',
      'raiseChargeMark',
      'recordRate',
      'migrate',
    ];
    assert.deepEqual(
      some.filter((name) => !writers.includes(name)),
      [],
    );
    const reads = ['findWebsite', 'listWebsites', 'findPayment', 'listDeliveries', 'readCharging', 'readSchemaState'];
    assert.deepEqual(
      reads.filter((name) => writers.includes(name)),
      [],
    );
  });
});

describe('findForbiddenWrites', () => {
  const THINGS = `import { type Database, type Transaction } from './database.ts';
const MOVE = "UPDATE things SET at_us = $1";
const ADD = THINGS.insertion('RETURNING id');
export interface Thing { readonly run: (tx: Transaction) => void }
export async function findThing(db: Database, id: string) { return db.query('SELECT id FROM things', [id]); }
export async function insertThing(tx: Transaction) { await tx.query('SELECT 1'); }
export const claimThing = (db: Database) => db.transaction((tx) => tx.query('SELECT 2'));
export async function moveThing(db: Database) { await db.run(MOVE); }
export async function addThing(db: Database) { await db.run(ADD); }
export async function dropThing(db: Database) { await db.run("delete from things"); }
export async function replaceThing(db: Database) { await dropThing(db); }
export function markThing(file: string) { writeFileSync(file, ''); }
/** Says INSERT INTO things, and does not. */
export function countThings(db: Database) { return db.query('SELECT count(*) FROM things'); }
`;
  const forbidden = (files: Record<string, string>) =>
    findForbiddenWrites(new Map(Object.entries({ 'src/database/things.ts': THINGS, ...files })), {
      verbs: ['src/features/payments/'],
      upkeep: { 'src/app/open-store.ts': ['insertThing'] },
    });
  const take = (name: string, up = '..') => `import { ${name} } from '${up}/database/things.ts';`;

  for (const name of ['insertThing', 'claimThing', 'moveThing', 'addThing', 'dropThing', 'replaceThing', 'markThing']) {
    it(`finds ${name} in an edge, and allows it in a verb`, () => {
      assert.deepEqual(forbidden({ 'src/cli/a.ts': take(name) }), [`src/cli/a.ts uses ${name}, which writes`]);
      assert.deepEqual(forbidden({ 'src/features/payments/a.ts': take(name, '../..') }), []);
    });
  }

  const planted: [name: string, files: Record<string, string>, expected: RegExp][] = [
    [
      'a writer among readers and types',
      { 'src/api/a.ts': take('findThing, type Thing, insertThing as x') },
      /insertThing/,
    ],
    [
      'an import of a writer over several lines',
      { 'src/http/a.ts': take('\n  findThing,\n  dropThing,\n') },
      /dropThing/,
    ],
    ['a writer in the worker', { 'src/worker/a.ts': take('claimThing') }, /claimThing/],
    [
      'an import of a whole file',
      { 'src/pages/a.ts': "import * as things from '../database/things.ts';" },
      /insertThing/,
    ],
    [
      'a dynamic import',
      { 'src/cli/a.ts': "const { insertThing: put } = await import('../database/things.ts');" },
      /uses insertThing/,
    ],
    [
      'a dynamic import of a whole file',
      { 'src/cli/a.ts': "void import('../database/things.ts').then(run);" },
      /claimThing/,
    ],
    [
      'a verb that re-exports a writer',
      { 'src/features/payments/a.ts': "export { insertThing } from '../../database/things.ts';" },
      /hands on/,
    ],
    [
      'a writer that another file of the database re-exports',
      {
        'src/database/more.ts': "export { insertThing as put } from './things.ts';",
        'src/inbound/a.ts': "import { put } from '../database/more.ts';",
      },
      /uses put/,
    ],
    [
      'a function of another file that calls a writer',
      {
        'src/database/more.ts': `${take('dropThing').replace('../database', '.')}\nexport const tidy = (db) => dropThing(db);`,
        'src/inbound/a.ts': "import { tidy } from '../database/more.ts';",
      },
      /uses tidy/,
    ],
    ['a transaction outside of verbs', { 'src/cli/a.ts': 'await db.transaction((tx) => tx.query(sql));' }, /its own/],
    ['a writer to which upkeep has no right', { 'src/app/open-store.ts': take('dropThing') }, /dropThing/],
  ];
  for (const [name, files, expected] of planted) {
    it(`finds ${name}`, () => assert.match(forbidden(files).join('\n'), expected));
  }

  it('allows readers, types and the upkeep of the store', () => {
    const files = {
      'src/cli/a.ts': take('findThing, countThings, type Thing'),
      'src/http/a.ts': "import type { insertThing } from '../database/things.ts';",
      'src/app/open-store.ts': take('insertThing'),
    };
    assert.deepEqual(forbidden(files), []);
  });

  it('finds a right that is not used', () => {
    const policy = { verbs: [], upkeep: { 'src/app/open-store.ts': ['insertThing'] } };
    assert.deepEqual(unusedRights(new Map(), policy), ['src/app/open-store.ts does not use insertThing']);
  });
});

/** Code that may be in only one file of the source. All other files call it from there. */
const ONCE: readonly [what: string, text: RegExp, file: string][] = [
  ['a comparison of secrets', /\btimingSafeEqual\b/, 'src/platform/secrets/secrets.ts'],
  ['a comparison of money', /\.amountMinor === .*\bcurrency ===/, 'src/core/money.ts'],
  [
    'a check that JSON is an object',
    /typeof [\w.]+ [!=]== 'object' && [\w.]+ !== null/,
    'src/platform/text/json-object.ts',
  ],
  ['the drawing of an id', /`(?!tk_|whsec_)[^`]*_\$\{randomBase62\(/, 'src/platform/secrets/secrets.ts'],
  ['a source of transaction ids', /= transactionIds\(/, 'src/app/build-verbs.ts'],
  ["a request's log", /\.log as Log\b/, 'src/http/note-on-request.ts'],
  ['a query of the source of the rate', /\brefreshRate\(\{/, 'src/features/rates/rate-verbs.ts'],
  ['the wiring of the verbs of operators', /= operatorVerbs\(/, 'src/app/open-store.ts'],
  [
    'a comparison with a position in a list',
    /\((?:created_at_us, id|at_us, request_id|\$\{timeColumn\}, \$\{idColumn\})\)/,
    'src/database/matching.ts',
  ],
];

describe('code that exists once', () => {
  for (const [what, text, file] of ONCE) {
    it(`has ${what} in ${file} alone`, () => {
      const found = [...sources].filter(([, source]) => source.split('\n').some((line) => text.test(line)));
      assert.deepEqual(
        found.map(([path]) => path),
        [file],
      );
    });
  }
});

describe('the source', () => {
  it("uses Node's internals, which change without notice, in one file alone", () => {
    const internal = /\b_handle\b|\bprocess\.binding\b|\binternalBinding\b|\bgetOwnPropertySymbols\b/;
    assert.match('(socket as Socket & { _handle?: Handle })._handle', internal);
    assert.deepEqual(
      [...sources].filter(([, source]) => internal.test(source)).map(([path]) => path),
      ['src/http/connections/gate-reading.ts'],
    );
  });
});

describe('findViolations', () => {
  const violations = (files: Record<string, string>) => findViolations(new Map(Object.entries(files)), PARTS, OUTSIDE);
  const planted: [name: string, files: Record<string, string>, expected: string[]][] = [
    [
      'an upward import',
      { 'src/database/a.ts': "import { x } from '../features/payments/b.ts';" },
      ['src/features/payments/b.ts'],
    ],
    ['an upward import of types', { 'src/platform/a.ts': "import type { X } from '../api/b.ts';" }, ['src/api/b.ts']],
    [
      'an upward import over several lines',
      { 'src/platform/a.ts': "import {\n  type X,\n  y,\n} from '../api/b.ts';" },
      ['src/api/b.ts'],
    ],
    ['a re-export', { 'src/platform/a.ts': "export { x } from '../api/b.ts';" }, ['src/api/b.ts']],
    ['a dynamic import', { 'src/platform/a.ts': "const b = await import('../api/b.ts');" }, ['src/api/b.ts']],
    ['an import for its effects', { 'src/platform/a.ts': "import '../api/b.ts';" }, ['src/api/b.ts']],
    [
      'an import of the platform in the core',
      { 'src/core/a.ts': "import { x } from '../platform/b.ts';" },
      ['src/platform/b.ts'],
    ],
    [
      'an import of the core in the messages',
      { 'src/platform/messages/a.ts': "import { x } from '../../core/b.ts';" },
      ['src/core/b.ts'],
    ],
    [
      'an import of a feature that builds on the importing one',
      { 'src/features/payments/a.ts': "import { x } from '../links/store/b.ts';" },
      ['src/features/links/store/b.ts'],
    ],
    ['an import from the same level', { 'src/pages/a.ts': "import { x } from '../api/b.ts';" }, ['src/api/b.ts']],
    [
      'the database in a provider',
      { 'src/providers/moncash/a.ts': "import { x } from '../../database/b.ts';" },
      ['database/b'],
    ],
    [
      'another provider',
      { 'src/providers/moncash/a.ts': "import { x } from '../card/b.ts';" },
      ['src/providers/card/b'],
    ],
    [
      'a provider in a page',
      { 'src/pages/a.ts': "import { x } from '../providers/sandbox/b.ts';" },
      ['src/providers/sandbox/b'],
    ],
    [
      'types of a provider in a verb',
      { 'src/features/payments/a.ts': "import type { X } from '../../providers/card/b.ts';" },
      ['src/providers/card/b'],
    ],
    ['config below the app', { 'src/worker/a.ts': "import { readConfig } from '../config.ts';" }, ['src/config.ts']],
    ['tests in the source', { 'src/api/a.ts': "import { x } from '../../test/b.ts';" }, ['test/b.ts']],
    ['a folder that the table does not know', { 'src/utils/a.ts': '' }, ['src/utils/a.ts belongs to no part']],
    [
      'an extension of the types of a package',
      { 'src/http/a.ts': "declare module 'fastify' {\n  interface FastifyRequest {\n    x: 1;\n  }\n}" },
      ['src/http/a.ts declares something for all files'],
    ],
    ['a global declaration', { 'src/http/a.ts': 'declare global {\n  var x: 1;\n}' }, ['src/http/a.ts declares']],
    ['a barrel', { 'src/platform/index.ts': '' }, ['src/platform/index.ts is a barrel']],
  ];
  for (const [name, files, expected] of planted) {
    it(`finds ${name}`, () => {
      const found = violations(files);
      assert.equal(found.length, expected.length, found.join('\n'));
      for (const [index, text] of expected.entries()) assert.ok(found[index]?.includes(text), found[index]);
    });
  }

  it('reports a cycle once, although it can be found from each of its files', () => {
    const found = violations({
      'src/platform/a.ts': "import { b } from './b.ts';",
      'src/platform/b.ts': "import type { C } from './c.ts';",
      'src/platform/c.ts': "import { a } from './a.ts';",
    });
    assert.deepEqual(found, [
      'src/platform/a.ts → src/platform/b.ts → src/platform/c.ts → src/platform/a.ts is a cycle',
    ]);
  });

  it('allows downward imports, packages, and imports in comments', () => {
    const text = `// import { x } from '../api/x.ts';
/* import { y } from '../api/y.ts'; */
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { findPayment } from './store/payments.ts';
import { insertDelivery } from '../webhooks/store/deliveries.ts';
import { moneyOf } from '../../core/money.ts';`;
    assert.deepEqual(violations({ 'src/features/payments/a.ts': text }), []);
    const docs = "import { TEST_CARDS } from '../providers/sandbox/test-cards.ts';";
    assert.deepEqual(violations({ 'src/docs-site/a.ts': docs }), []);
    assert.equal(importsOf('src/features/payments/a.ts', text).length, 3);
  });

  it('allows a provider to import the shared contract', () => {
    assert.deepEqual(violations({ 'src/providers/card/a.ts': "import type { P } from '../provider.ts';" }), []);
  });
});
