import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { fencesIn, ROOT } from '../support/doc-fences.ts';
import { freePort, startTestGateway, type TestGateway, until } from '../support/gateway.ts';
import { type MerchantProcess, startMerchant } from '../support/merchant-process.ts';
import { unless } from '../support/missing-tool.ts';
import { DENO_IN_NODE, SPRING } from './framework-stubs.ts';
import { DJANGO, FASTAPI, FETCHED, FLASK, GO, JAVAC, PHP, PIP, RUBY } from './programs.ts';

const exec = promisify(execFile);
const SECRET = 'whsec_frameworks000000000000000000000000';
const WRITTEN_URL = 'http://127.0.0.1:8080';
const FENCES = fencesIn(readFileSync(join(ROOT, 'docs/frameworks.md'), 'utf8'));

/** The one piece of code of the topic that has this text. */
function fence(language: string, has: string): string {
  const found = FENCES.filter((each) => each.language === language && each.text.includes(has));
  assert.equal(found.length >= 1, true, `docs/frameworks.md has ${has}`);
  return found[0]!.text;
}

interface Stack {
  readonly name: string;
  readonly skip: string | false;
  /** The commands of the docs that install the SDK; `pip` gets a folder. Undefined where the code needs no SDK. */
  readonly install?: string;
  readonly file: string;
  readonly code: string;
  readonly run: (port: number) => readonly [program: string, ...args: string[]];
  /** A command that compiles the program. */
  readonly build?: string;
  /** Further files of the project, by name. */
  readonly files?: Readonly<Record<string, string>>;
  /** A package that the docs expect in the project, and its name in the fetched packages. */
  readonly framework?: readonly [name: string, fetched: string];
}

const node = { install: 'npm install', file: 'shop.mjs', run: () => [process.execPath, 'shop.mjs'] as const };
const NO_FETCHED = unless(FETCHED, 'the packages that npm run test:sdk fetches');
const STACKS: readonly Stack[] = [
  {
    name: 'Express 5',
    skip: NO_FETCHED,
    ...node,
    code: fence('js', "from 'express'"),
    framework: ['express', 'express'],
  },
  {
    name: 'Express 4',
    skip: NO_FETCHED,
    ...node,
    code: fence('js', "from 'express'"),
    framework: ['express', 'express4'],
  },
  { name: 'Node without a framework', skip: false, ...node, code: fence('js', 'createServer') },
  {
    name: 'PHP without a framework',
    skip: PHP ? false : 'needs PHP',
    install: 'curl -sSO',
    file: 'webhooks.php',
    code: fence('php', "require 'peye.php'"),
    run: (port) => [PHP!, '-S', `127.0.0.1:${port}`, 'webhooks.php'],
  },
  {
    name: 'Flask',
    skip: FLASK && PIP ? false : 'needs Python with Flask and pip',
    install: 'pip install',
    file: 'shop.py',
    code: fence('python', 'from flask'),
    run: (port) => [FLASK!, '-m', 'flask', '--app', 'shop', 'run', '--port', String(port)],
  },
  {
    name: 'Django',
    skip: unless(DJANGO && PIP, 'Python with Django and pip'),
    install: 'pip install',
    file: 'views.py',
    code: fence('python', 'from django'),
    files: {
      'urls.py': 'from django.urls import path\nfrom views import receive\nurlpatterns = [path("webhooks", receive)]\n',
      'manage.py':
        'import os, sys\nfrom django.core.management import execute_from_command_line as run\nos.environ["DJANGO_SETTINGS_MODULE"] = "settings"\nrun(sys.argv)\n',
      'settings.py': 'SECRET_KEY = "x"\nROOT_URLCONF = "urls"\nALLOWED_HOSTS = ["*"]\nDEBUG = True\n',
    },
    run: (port) => [DJANGO!, '-u', 'manage.py', 'runserver', '--noreload', String(port)],
  },
  {
    name: 'FastAPI',
    skip: unless(FASTAPI && PIP, 'Python with FastAPI, uvicorn and pip'),
    install: 'pip install',
    file: 'shop.py',
    code: fence('python', 'from fastapi'),
    run: (port) => [FASTAPI!, '-u', '-m', 'uvicorn', 'shop:app', '--port', String(port)],
  },
  {
    name: 'Go',
    skip: unless(GO, 'Go'),
    file: 'main.go',
    code: fence('go', 'package main'),
    build: 'go build -o shop main.go',
    run: () => ['./shop'],
  },
  {
    name: 'Java (Spring)',
    skip: unless(JAVAC, 'a JDK'),
    file: 'PeyeWebhook.java',
    code: fence('java', '@RestController'),
    files: SPRING,
    build: "javac -d classes $(find . -name '*.java')",
    run: (port) => ['java', '-cp', 'classes', 'Serve', String(port)],
  },
  {
    name: 'a Supabase function',
    skip: false,
    file: 'index.mts',
    code: fence('ts', 'Deno.serve'),
    files: { 'deno.mjs': DENO_IN_NODE },
    run: (port) => [process.execPath, '--import', './deno.mjs', 'index.mts', String(port)],
  },
];

describe('docs/frameworks.md, with the address of a gateway and an empty home', () => {
  let gateway: TestGateway;
  let folder: string;
  const running: MerchantProcess[] = [];
  before(async () => {
    gateway = await startTestGateway('sqlite');
    folder = mkdtempSync(join(tmpdir(), 'peye-frameworks-'));
  });
  after(async () => {
    for (const program of running) await program.stop();
    rmSync(folder, { recursive: true, force: true });
    await gateway?.stop();
  });

  for (const { name, skip, install, file, code, files, build, run, framework } of STACKS) {
    it(`${name}: the SDK from the gateway accepts a signed event, and refuses a changed one`, { skip }, async () => {
      const cwd = join(folder, name);
      const home = join(cwd, 'home');
      mkdirSync(home, { recursive: true });
      const env = { PATH: process.env.PATH, HOME: home, PEYE_WEBHOOK_SECRET: SECRET };
      const sh = async (script: string) => (await exec('sh', ['-c', script], { cwd, env })).stdout;

      // 1. The docs' command installs the SDK: npm needs no audit here, and pip installs into the folder.
      const command = install ? fence('text', install).replace(WRITTEN_URL, gateway.url) : '';
      const pip = `${PIP} -m pip install -q --no-index --disable-pip-version-check --root-user-action=ignore --target=.`;
      await sh(command.replace('npm install', 'npm install --no-audit --no-fund').replace('pip install', pip));
      if (framework) symlinkSync(join(FETCHED!, framework[1]), join(cwd, 'node_modules', framework[0]));
      // 2. The program starts, at a free port.
      const port = await freePort();
      for (const [path, text] of Object.entries({ ...files, [file]: code.replace('4000', String(port)) })) {
        mkdirSync(dirname(join(cwd, path)), { recursive: true });
        writeFileSync(join(cwd, path), text);
      }
      if (build) await sh(build);
      const shop = await startMerchant(run(port), { port, cwd, env: { HOME: home, PEYE_WEBHOOK_SECRET: SECRET } });
      running.push(shop);
      // 3. The docs' commands send it a signed event.
      const send = fence('sh', 'openssl').replace(':4000', `:${port}`);
      assert.match(await sh(send), /^HTTP\/1\.[01] 204 /, shop.output());
      await until('it has handled the event', () => /payment\.success.*915840412345678/.test(shop.output()));
      const changed = send.replace('--data-raw "$body"', `--data-raw "$(echo "$body" | tr 5 9)"`);
      assert.match(await sh(changed), /^HTTP\/1\.[01] 40[01] /, shop.output());
      await shop.stop();
    });
  }

  it('has code without errors of syntax for the frameworks that are not installed here', async () => {
    for (const has of ['nextWebhook', '@nestjs/core']) stripTypeScriptTypes(fence('ts', has));
    for (const [program, language, has, check] of [
      [process.env.PYTHON_PATH, 'python', 'from django', ['-m', 'py_compile']],
      [process.env.PYTHON_PATH, 'python', 'from fastapi', ['-m', 'py_compile']],
      [PHP, 'php', 'Illuminate', ['-l']],
      [PHP, 'php', 'Symfony', ['-l']],
      [RUBY, 'ruby', 'ActionController', ['-c']],
    ] as const) {
      if (!program) continue;
      const file = join(folder, `syntax.${language}`);
      writeFileSync(file, fence(language, has));
      await exec(program, [...check, file]);
    }
  });
});
