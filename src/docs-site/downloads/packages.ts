import { createHash } from 'node:crypto';
import type { Language } from '../../platform/messages/language.ts';
import { VERSION } from '../../platform/version.ts';
import { type ArchiveFile, filesIn, readSource, tarGz, under, zip } from './package-files.ts';

/** A file that every gateway serves below `/downloads`, built from the sources of the same version. */
export interface Package {
  readonly name: string;
  readonly type: string;
  /** What it is, in the list of the docs. Markdown, with links from the folder of the language. */
  readonly about: Readonly<Record<Language, string>>;
  readonly build: () => Promise<Buffer>;
}

/** The sources of the examples, by their names: an example that was run in its folder leaves its orders there. */
const EXAMPLES = '**/{go.mod,package.json,tsconfig.json,*.{css,go,html,js,md,mjs,mts,php,png,py,svg,ts,tsx}}';
/** The examples that developers copy as the start of a project, by their folder. Each has a README. */
const STARTERS: Readonly<Record<string, string>> = {
  express: 'Express',
  next: 'Next.js',
  php: 'PHP',
  flask: 'Flask',
  django: 'Django',
  fastapi: 'FastAPI',
  go: 'Go',
  supabase: 'Supabase',
};
const TAR_GZ = 'application/gzip';
const ZIP = 'application/zip';
const TEXT = 'text/plain; charset=utf-8';

/** Every package. The same sources always give the same bytes. `test/release/downloads.test.ts` compares their versions. */
export const PACKAGES: readonly Package[] = [
  {
    name: `peye-sdk-${VERSION}.tgz`,
    type: TAR_GZ,
    about: {
      en: 'the SDK for TypeScript and JavaScript, for npm',
      fr: 'le SDK pour TypeScript et JavaScript, pour npm',
      ht: 'SDK pou TypeScript ak JavaScript, pou npm',
    },
    build: () => npmPackage('sdk/typescript'),
  },
  {
    name: `peye-cli-${VERSION}.tgz`,
    type: TAR_GZ,
    about: {
      en: 'the command line [`peye`](command-line.md) for developers, for npm',
      fr: 'la ligne de commande [`peye`](command-line.md) pour les développeurs, pour npm',
      ht: 'liy kòmand [`peye`](command-line.md) pou devlopè yo, pou npm',
    },
    build: () => npmPackage('sdk/cli'),
  },
  {
    name: `peye-sdk-php-${VERSION}.zip`,
    type: ZIP,
    about: {
      en: 'the SDK for PHP, for Composer',
      fr: 'le SDK pour PHP, pour Composer',
      ht: 'SDK pou PHP, pou Composer',
    },
    build: async () => zip(await filesIn('sdk/php', '{LICENSE,README.md,composer.json,src/**/*.php}')),
  },
  {
    name: 'peye.php',
    type: TEXT,
    about: {
      en: 'the SDK for PHP in one file, without Composer',
      fr: 'le SDK pour PHP en un seul fichier, sans Composer',
      ht: 'SDK pou PHP nan yon sèl fichye, san Composer',
    },
    build: () => readSource('sdk/php/peye.php'),
  },
  {
    name: `peye-${VERSION}-py3-none-any.whl`,
    type: ZIP,
    about: {
      en: 'the SDK for Python, for pip',
      fr: 'le SDK pour Python, pour pip',
      ht: 'SDK pou Python, pou pip',
    },
    build: () => pythonWheel(VERSION),
  },
  {
    name: `peye-${VERSION}.tar.gz`,
    type: TAR_GZ,
    about: {
      en: 'the sources of the SDK for Python',
      fr: 'les sources du SDK pour Python',
      ht: 'kòd sous SDK pou Python',
    },
    build: () => pythonSources(VERSION),
  },
  {
    name: `peye-woocommerce-${VERSION}.zip`,
    type: ZIP,
    about: {
      en: 'the plugin for [WooCommerce](woocommerce.md)',
      fr: 'l’extension pour [WooCommerce](woocommerce.md)',
      ht: 'ekstansyon pou [WooCommerce](woocommerce.md)',
    },
    build: wooCommerceZip,
  },
  {
    name: `peye-vendure-plugin-${VERSION}.tgz`,
    type: TAR_GZ,
    about: {
      en: 'the plugin for [Vendure](vendure.md), installed together with the SDK for TypeScript',
      fr: 'l’extension pour [Vendure](vendure.md), installée avec le SDK pour TypeScript',
      ht: 'ekstansyon pou [Vendure](vendure.md), ki enstale ansanm ak SDK pou TypeScript',
    },
    build: () => npmPackage('integrations/vendure'),
  },
  {
    name: `peye-examples-${VERSION}.zip`,
    type: ZIP,
    about: {
      en: 'the example shops, starters for frameworks and webhook handlers',
      fr: 'les boutiques d’exemple, les projets de départ et les programmes qui reçoivent les webhooks',
      ht: 'boutik egzanp yo, pwojè pou kòmanse yo ak pwogram ki resevwa webhook yo',
    },
    build: async () => zip(under('peye-examples', await filesIn('examples', EXAMPLES))),
  },
  ...Object.entries(STARTERS).map(([folder, framework]) => ({
    name: `peye-starter-${folder}-${VERSION}.tar.gz`,
    type: TAR_GZ,
    about: {
      en: `the starter for ${framework}: [a payment and its webhook](frameworks.md)`,
      fr: `le projet de départ pour ${framework}\u00a0: [un paiement et son webhook](frameworks.md)`,
      ht: `pwojè pou kòmanse ak ${framework}: [yon peman ak webhook li](frameworks.md)`,
    },
    build: async () => tarGz(under(`peye-${folder}`, await filesIn(`examples/${folder}`, EXAMPLES))),
  })),
  ...['receiver.mjs', 'receiver.php', 'receiver.py'].map((name) => ({
    name,
    type: TEXT,
    about: {
      en: 'a [webhook handler](webhooks.md) without a framework',
      fr: 'un programme qui reçoit les [webhooks](webhooks.md), sans framework',
      ht: 'yon pwogram ki resevwa [webhook](webhooks.md), san framework',
    },
    build: () => readSource(`examples/receivers/${name}`),
  })),
];

const FOLDER = 'sdk/python';

/** The repository of the PHP SDK for Composer, `packages.json`: its one version, with the address and checksum of its archive. */
export async function composerRepository(archive: { readonly url: string; readonly sha1: string }): Promise<string> {
  const described = JSON.parse((await readSource('sdk/php/composer.json')).toString());
  const dist = { type: 'zip', url: archive.url, shasum: archive.sha1 };
  return JSON.stringify({ packages: { [described.name]: { [described.version]: { ...described, dist } } } });
}

/** The plugin with the PHP SDK in its folder `lib`, as WordPress installs it. */
export async function wooCommerceZip(): Promise<Buffer> {
  // To try the plugin out, a developer may have copied the SDK into its folder: it is not packed twice.
  const own = (await filesIn('integrations/woocommerce/peye', '**/*.*')).filter(({ path }) => !path.startsWith('lib/'));
  const files = under('peye', [...own, { path: 'lib/Peye.php', bytes: await readSource('sdk/php/peye.php') }]);
  return zip(files.sort((a, b) => (a.path < b.path ? -1 : 1)));
}

/** A package of npm. Its folder `dist` is compiled, and in the repository, because a gateway has no compiler. */
async function npmPackage(folder: string): Promise<Buffer> {
  return tarGz(under('package', await filesIn(folder, '{LICENSE,README.md,package.json,dist/**/*.{js,d.ts,json}}')));
}

/** The wheel of the Python SDK: a ZIP archive with metadata, which pip installs without building anything. */
async function pythonWheel(version: string): Promise<Buffer> {
  const info = `peye-${version}.dist-info`;
  const wheel = 'Wheel-Version: 1.0\nGenerator: peye\nRoot-Is-Purelib: true\nTag: py3-none-any\n';
  const files: ArchiveFile[] = [
    ...(await filesIn(`${FOLDER}/src`, 'peye/{*.py,py.typed}')),
    { path: `${info}/METADATA`, bytes: await metadata() },
    { path: `${info}/WHEEL`, bytes: Buffer.from(wheel) },
    { path: `${info}/licenses/LICENSE`, bytes: await readSource(`${FOLDER}/LICENSE`) },
  ];
  const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('base64url');
  const record = files.map(({ path, bytes }) => `${path},sha256=${hashOf(bytes)},${bytes.length}\n`).join('');
  return zip([...files, { path: `${info}/RECORD`, bytes: Buffer.from(`${record}${info}/RECORD,,\n`) }]);
}

/** The sources of the Python SDK, as pip and other tools expect them. */
async function pythonSources(version: string): Promise<Buffer> {
  const files = await filesIn(FOLDER, '{LICENSE,README.md,pyproject.toml,src/peye/{*.py,py.typed}}');
  return tarGz(under(`peye-${version}`, [...files, { path: 'PKG-INFO', bytes: await metadata() }]));
}

/** The package's metadata, from the lines of `pyproject.toml`, with the README as its description. */
async function metadata(): Promise<Buffer> {
  const project = (await readSource(`${FOLDER}/pyproject.toml`)).toString();
  const value = (name: string): string => {
    const [, text] = new RegExp(`^${name} = "([^"\n]+)"$`, 'm').exec(project) ?? [];
    if (text === undefined) throw new Error(`${FOLDER}/pyproject.toml has no ${name}`);
    return text;
  };
  const listed = (name: string) => {
    const [, list = ''] = new RegExp(`^${name} = \\[([^\\]]*)\\]`, 'm').exec(project) ?? [];
    return [...list.matchAll(/"([^"]+)"/g)].map(([, text]) => text!);
  };
  const lines = [
    'Metadata-Version: 2.4',
    `Name: ${value('name')}`,
    `Version: ${value('version')}`,
    `Summary: ${value('description')}`,
    'License-Expression: Apache-2.0',
    'License-File: LICENSE',
    `Keywords: ${listed('keywords').join(',')}`,
    // A licence expression replaces the classifiers of licences.
    ...listed('classifiers').flatMap((text) => (text.startsWith('License ::') ? [] : [`Classifier: ${text}`])),
    `Requires-Python: ${value('requires-python')}`,
    'Description-Content-Type: text/markdown',
  ];
  return Buffer.from(`${lines.join('\n')}\n\n${await readSource(`${FOLDER}/README.md`)}`);
}
