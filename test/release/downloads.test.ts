import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { parseYaml } from '@redocly/openapi-core';
import { PACKAGES } from '../../src/docs-site/downloads/packages.ts';
import { VERSION } from '../../src/platform/version.ts';
import { COMPILED_FROM, sourcesSum } from '../shops/vendure/pack-plugin.ts';
import { ROOT } from '../support/doc-fences.ts';
import { paymentRequest, startTestGateway, type TestGateway } from '../support/gateway.ts';

const exec = promisify(execFile);
/** Python with pip: the one of the tests of the SDKs, or any that has it. */
const PYTHON = [process.env.PIP_PYTHON_PATH, process.env.PYTHON_PATH].find(
  (python) => python && spawnSync(python, ['-m', 'pip', '--version']).status === 0,
);
const PHP = process.env.PHP_PATH;
/** Descriptions of the API, which contain the address of the gateway. */
const DESCRIPTIONS = ['openapi.json', 'openapi.yaml', 'peye.postman_collection.json', 'arazzo.json'];
const COMPOSER = [process.env.PATH ?? '']
  .flatMap((path) => path.split(delimiter))
  .map((path) => join(path, 'composer'))
  .find(existsSync);

/** The version in a file of a package. */
function versionIn(file: string, pattern: RegExp): string | undefined {
  return pattern.exec(readFileSync(`${ROOT}/${file}`, 'utf8'))?.[1];
}

describe('the downloads', () => {
  let gateway: TestGateway;
  let folder: string;
  before(async () => {
    gateway = await startTestGateway('sqlite');
    folder = mkdtempSync(join(tmpdir(), 'peye-downloads-'));
  });
  after(async () => {
    rmSync(folder, { recursive: true, force: true });
    await gateway?.stop();
  });

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${gateway.url}/downloads/${path}`, { headers, redirect: 'manual' });
  const bytesOf = async (name: string) => Buffer.from(await (await get(name)).arrayBuffer());
  /** Runs a program as on a machine where nothing was installed before, in its own folder. */
  const run = async (name: string, program: string, args: string[]): Promise<string> => {
    const [home, cwd] = [join(folder, name, 'home'), join(folder, name, 'project')];
    for (const each of [home, cwd]) mkdirSync(each, { recursive: true });
    const env = { PATH: process.env.PATH, HOME: home, COMPOSER_ALLOW_SUPERUSER: '1', PIP_CACHE_DIR: home };
    const { stdout } = await exec(program, args, { cwd, env: { ...env, PEYE_KEY: gateway.testKey, URL: gateway.url } });
    return stdout;
  };
  const write = (name: string, file: string, text: string) => writeFileSync(join(folder, name, 'project', file), text);

  it('have the version of the gateway', () => {
    assert.deepEqual(
      [
        versionIn('sdk/typescript/package.json', /"version": "([^"]+)"/),
        versionIn('sdk/cli/package.json', /"version": "([^"]+)"/),
        versionIn('sdk/php/composer.json', /"version": "([^"]+)"/),
        versionIn('sdk/python/pyproject.toml', /^version = "([^"]+)"/m),
        versionIn('integrations/woocommerce/peye/peye.php', /^ \* Version: (\S+)$/m),
        versionIn('integrations/vendure/package.json', /"version": "([^"]+)"/),
      ],
      Array(6).fill(VERSION),
    );
  });

  it('are the same bytes with each build, have checksums, and can be cached for long if their names have the version', async () => {
    const sums = await (await get('SHA256SUMS')).text();
    assert.equal(sums.trim().split('\n').length, PACKAGES.length + DESCRIPTIONS.length);
    for (const name of DESCRIPTIONS) {
      assert.ok(
        sums.includes(
          `${createHash('sha256')
            .update(await bytesOf(name))
            .digest('hex')}  ${name}\n`,
        ),
        name,
      );
    }
    for (const { name, type, build } of PACKAGES) {
      const response = await get(name, { 'accept-encoding': 'gzip, br' });
      assert.equal(response.status, 200, name);
      assert.equal(response.headers.get('content-type'), type);
      assert.equal(response.headers.get('content-encoding'), null);
      const seconds = name.includes(VERSION) ? 86_400 : 300;
      assert.equal(response.headers.get('cache-control'), `public, max-age=${seconds}`, name);
      const bytes = Buffer.from(await response.arrayBuffer());
      assert.ok(bytes.equals(await build()), `${name} is the same with each build`);
      assert.ok(sums.includes(`${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`), name);
      const etag = response.headers.get('etag') ?? '';
      assert.match(etag, /^"[\w-]{22}"$/);
      assert.equal((await get(name, { 'if-none-match': etag })).status, 304);
      assert.ok(bytes.length < 256 * 1024, `${name} has ${bytes.length} bytes`);
    }
  });

  it('are listed in the docs, to which /downloads redirects in the language of the browser; other names are unknown', async () => {
    for (const path of ['', '/']) {
      const response = await fetch(`${gateway.url}/downloads${path}`, {
        headers: { 'accept-language': 'fr' },
        redirect: 'manual',
      });
      assert.deepEqual([response.status, response.headers.get('location')], [302, '/docs/fr/downloads']);
    }
    const page = await (await fetch(`${gateway.url}/docs/downloads`)).text();
    for (const { name } of PACKAGES) assert.ok(page.includes(`${gateway.url}/downloads/${name}"`), name);
    for (const name of ['nothing', 'peye-sdk-9.9.9.tgz', '%2e%2e%2fpackage.json', 'constructor']) {
      assert.equal((await get(name)).status, 404, name);
    }
    assert.match(
      await (await get('peye-sdk-9.9.9.tgz')).text(),
      /No file of version [^ ]+ has this name\. \/docs\/downloads lists/,
    );
  });

  it('describe the API in JSON and in YAML, with the address of this gateway', async () => {
    const json = JSON.parse(await (await get('openapi.json')).text());
    assert.deepEqual(parseYaml(await (await get('openapi.yaml')).text()), json);
    assert.deepEqual(json, await (await fetch(`${gateway.url}/openapi.json`)).json());
  });

  it('have an SDK that npm installs from the gateway, and that import and require find', async () => {
    await run('npm', 'npm', ['init', '-y']);
    const command = /npm install (\S+peye-sdk-\S+\.tgz)/.exec(
      await (await fetch(`${gateway.url}/docs/downloads.md`)).text(),
    );
    assert.ok(command?.[1]);
    await run('npm', 'npm', ['install', '--no-audit', '--no-fund', command[1]]);
    write('npm', 'pay.mjs', `import { Peye } from '@peye/sdk'; import '@peye/sdk/express';\n${PAY}`);
    write(
      'npm',
      'pay.cjs',
      `const { Peye } = require('@peye/sdk'); require('@peye/sdk/next');\n(async () => {${PAY}})();`,
    );
    for (const file of ['pay.mjs', 'pay.cjs']) {
      assert.match(await run('npm', process.execPath, [file]), /^http:\S+\/pay\//, file);
    }
  });

  it('have a command line that npx runs from the gateway, and that npm installs', async () => {
    const page = await (await fetch(`${gateway.url}/docs/command-line.md`)).text();
    const [, once = ''] = /^(npx --yes \S+peye-cli-\S+\.tgz website --url \S+)$/m.exec(page) ?? [];
    assert.match(await run('npx', 'sh', ['-c', once]), /^ID +web_\w+\nName +Test shop\n/);
    const [, install = ''] = /^(npm install --global \S+peye-cli-\S+\.tgz)$/m.exec(page) ?? [];
    await run('cli', 'sh', ['-c', `${install} --prefix=here --no-audit --no-fund`]);
    assert.equal((await run('cli', 'here/bin/peye', ['--version'])).trim(), VERSION);
    assert.match(await run('cli', 'here/bin/peye', ['login', '--url', gateway.url]), /^Website +Test shop \(test\)\n/);
    assert.match(await run('cli', 'sh', ['-c', 'unset PEYE_KEY; here/bin/peye trigger payment.success']), /completed/);
  });

  it('contain exactly the files that npm packs', async () => {
    for (const [source, name] of [
      ['sdk/typescript', `peye-sdk-${VERSION}.tgz`],
      ['sdk/cli', `peye-cli-${VERSION}.tgz`],
      ['integrations/vendure', `peye-vendure-plugin-${VERSION}.tgz`],
    ] as const) {
      const { stdout } = await exec('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
        cwd: `${ROOT}/${source}`,
      });
      const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
      const archive = join(folder, name);
      writeFileSync(archive, await bytesOf(name));
      const { stdout: listed } = await exec('tar', ['-tzf', archive]);
      const packed = listed
        .trim()
        .split('\n')
        .map((path) => path.replace('package/', ''));
      assert.deepEqual(packed.sort(), files.map(({ path }) => path).sort(), name);
      for (const file of ['LICENSE', 'README.md', 'package.json']) assert.ok(packed.includes(file), `${name}: ${file}`);
    }
  });

  it('have a wheel that pip installs from the gateway', { skip: !PYTHON && 'needs Python' }, async () => {
    const pip = [
      '-m',
      'pip',
      'install',
      '--no-index',
      '--disable-pip-version-check',
      '--root-user-action=ignore',
      '--target=.',
    ];
    const [, address = ''] =
      /pip install (\S+\.whl)/.exec(await (await fetch(`${gateway.url}/docs/downloads.md`)).text()) ?? [];
    await run('pip', PYTHON!, [...pip, '-q', address]);
    write('pip', 'pay.py', PAY_PYTHON);
    assert.match(await run('pip', PYTHON!, ['pay.py']), new RegExp(`^${VERSION} Apache-2.0 http:\\S+/pay/`));
    writeFileSync(join(folder, 'sources.tar.gz'), await bytesOf(`peye-${VERSION}.tar.gz`));
    const { stdout } = await exec('tar', ['-tzf', join(folder, 'sources.tar.gz')]);
    for (const file of ['PKG-INFO', 'pyproject.toml', 'LICENSE', 'src/peye/py.typed']) {
      assert.ok(stdout.includes(`peye-${VERSION}/${file}\n`), file);
    }
  });

  it('have a repository of Composer, and archives that other programs open', {
    skip: !(COMPOSER && PHP) && 'needs Composer',
  }, async () => {
    // Composer requires HTTPS, and searches its public index for every package, unless it is set otherwise.
    await run('composer', COMPOSER!, ['init', '-n', '--name=shop/shop', '-q']);
    await run('composer', COMPOSER!, ['config', 'secure-http', 'false']);
    await run('composer', COMPOSER!, ['config', 'repositories.packagist.org', 'false']);
    await run('composer', COMPOSER!, ['config', 'repositories.peye', 'composer', `${gateway.url}/downloads`]);
    await run('composer', COMPOSER!, ['require', '-n', '-q', 'peye/sdk']);
    write('composer', 'pay.php', `<?php require 'vendor/autoload.php';\n${PAY_PHP}`);
    assert.match(await run('composer', PHP!, ['pay.php']), /^http:\S+\/pay\//);
    write('composer', 'peye.php', (await bytesOf('peye.php')).toString());
    write('composer', 'single.php', `<?php require 'peye.php';\n${PAY_PHP}`);
    assert.match(await run('composer', PHP!, ['single.php']), /^http:\S+\/pay\//);
    await exec(COMPOSER!, ['validate', '--no-check-publish', '--no-check-version'], {
      cwd: `${ROOT}/sdk/php`,
      env: { ...process.env, COMPOSER_ALLOW_SUPERUSER: '1' },
    });
  });

  it('have archives without what tests and tools leave behind, such as the orders of an example that was run', async (context) => {
    const orders = `${ROOT}/examples/shop/orders-of-a-test.json`;
    writeFileSync(orders, '[]');
    context.after(() => rmSync(orders));
    for (const { name, build } of PACKAGES.filter((one) => one.name.endsWith('.zip'))) {
      const listed = (await build()).toString('latin1');
      assert.doesNotMatch(listed, /node_modules|__pycache__|orders\.db|orders-of-a-test|\/\.env/, name);
    }
  });

  it('have compiled packages that are up to date: `npm run build:sdk` and `npm run vendure:pack` compile them', async () => {
    const copy = join(folder, 'compiled');
    cpSync(`${ROOT}/sdk/typescript`, copy, { recursive: true });
    const PATH = [`${ROOT}/node_modules/.bin`, process.env.PATH].join(delimiter);
    await exec(process.execPath, ['build.mjs'], { cwd: copy, env: { ...process.env, PATH } });
    const files = (root: string) => {
      const paths = globSync('dist/**/*.{js,d.ts,json}', { cwd: root }).sort();
      return paths.map((path) => `${path}\n${readFileSync(join(root, path), 'utf8')}`);
    };
    assert.deepEqual(files(`${ROOT}/sdk/typescript`), files(copy), 'run `npm run build:sdk`');
    const commandLine = join(folder, 'compiled-cli');
    cpSync(`${ROOT}/sdk/cli`, commandLine, { recursive: true });
    await exec(process.execPath, ['--no-warnings', 'build.mjs', ROOT], { cwd: commandLine });
    assert.deepEqual(files(`${ROOT}/sdk/cli`), files(commandLine), 'run `npm run build:sdk`');
    const compiledFrom = readFileSync(`${ROOT}/integrations/vendure/${COMPILED_FROM}`, 'utf8').trim();
    assert.equal(compiledFrom, sourcesSum(), 'run `npm run vendure:pack`');
  });

  const fields = JSON.stringify(paymentRequest());
  const PAY = `const peye = new Peye({ apiKey: process.env.PEYE_KEY, baseUrl: process.env.URL });
const payment = await peye.payments.create(${fields});
console.log(payment.payment_url);`;
  const PAY_PYTHON = `import importlib.metadata as metadata, json, os, peye
client = peye.Peye(api_key=os.environ["PEYE_KEY"], base_url=os.environ["URL"])
payment = client.payments.create(**json.loads(${JSON.stringify(fields)}))
about = metadata.metadata("peye")
print(about["Version"], about["License-Expression"], payment.payment_url)
`;
  const PAY_PHP = `$peye = new Peye\\Peye(['apiKey' => getenv('PEYE_KEY'), 'baseUrl' => getenv('URL')]);
$payment = $peye->payments->create(json_decode('${fields}', true));
echo $payment->payment_url;
`;
});
