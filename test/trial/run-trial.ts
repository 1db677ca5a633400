import { type ChildProcess, spawn } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { readCommandLine } from '../../bench/command-line.ts';
import { fencesIn } from '../support/doc-fences.ts';
import { emptyStore } from '../support/engines.ts';
import { freePort, until } from '../support/gateway.ts';
import { type NodeProcess, startNode } from '../support/node-process.ts';
import { type Page, STACKS, type Stack } from './stacks.ts';
import { startTlsProxy, type TlsProxy } from './tls-proxy.ts';

const USAGE = `npm run trial:stacks -- [--only NAME,NAME] [--list]

Reaches a paid test payment and a verified webhook in each stack, from an empty folder with the address of a gateway and a test key: with the
code and commands of the page /docs/frameworks of that gateway, an empty home and empty caches. Prints the number of commands and the seconds.
Needs the internet, because it installs frameworks.
`;
const MOST_CALLS = 6;
const MOST_MS = 300_000;
/** The longest time from a paid payment to its webhook. */
const EVENT_MS = 60_000;
/** The variables by which a machine reaches the registries of packages. */
const OF_THE_NETWORK =
  /^(?:https?_proxy|no_proxy|npm_config_registry|PIP_(?:EXTRA_)?INDEX_URL|PIP_FIND_LINKS|GOPROXY)$/i;

interface Outcome {
  readonly calls: number;
  readonly seconds: number;
}

const { stacks, list } = readCommandLine(
  USAGE,
  { only: { type: 'string' }, list: { type: 'boolean' } } as const,
  ({ only, list: isList }) => {
    const names = only?.split(',');
    const unknown = names?.find((name) => !STACKS.some((stack) => stack.name === name));
    if (unknown !== undefined) throw new Error(`no stack is called ${unknown}`);
    return { stacks: STACKS.filter(({ name }) => names?.includes(name) ?? true), list: isList };
  },
);
if (list) {
  for (const { name } of stacks) console.log(name);
} else process.exitCode = await tryAll();

/** Tries every stack, and prints a line for each. Returns the exit code: 1 if one failed, or took more calls or time than the bound. */
async function tryAll(): Promise<number> {
  const store = await emptyStore('sqlite');
  const proxy = await startTlsProxy();
  let gateway: NodeProcess | undefined;
  let failed = 0;
  try {
    gateway = await startNode({ ...store.settings, PUBLIC_URL: proxy.url, TRUST_PROXY: '127.0.0.1' });
    proxy.forwardTo(gateway.url);
    const trust = { url: proxy.url, key: gateway.seed.testKey, proxy };
    for (const stack of stacks) {
      const missing = await missingOf(stack);
      const line =
        missing.length > 0
          ? `skipped: needs ${missing.join(', ')}`
          : await tryStack(stack, trust).then(
              ({ calls, seconds }) => {
                const isGood = calls <= MOST_CALLS && seconds * 1000 <= MOST_MS;
                if (!isGood) failed++;
                return `${isGood ? 'ok' : 'TOO MUCH'}: ${calls} calls, ${seconds.toFixed(1)} s`;
              },
              (error: Error) => {
                failed++;
                return `FAILED: ${error.message}`;
              },
            );
      console.log(`${stack.name.padEnd(26)} ${line}`);
    }
  } finally {
    await gateway?.end('SIGTERM');
    await proxy.close();
    await store.drop();
  }
  return failed > 0 ? 1 : 0;
}

/**
 * Follows the page in an empty folder. A call is a command that the developer enters; editing a file is none, and reading the page is none.
 * Throws when a command fails, or the handler does not verify the signature.
 */
async function tryStack(
  stack: Stack,
  { url, key, proxy }: { readonly url: string; readonly key: string; readonly proxy: TlsProxy },
): Promise<Outcome> {
  const root = mkdtempSync(join(tmpdir(), 'peye-trial-'));
  const [home, project, temporary] = ['home', 'project', 'tmp'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [home, project, temporary]) mkdirSync(folder);
  const running: ChildProcess[] = [];
  const port = await freePort();
  const here = (text: string) => text.replaceAll(/\b4000\b/g, String(port));
  const env: Record<string, string | undefined> = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => OF_THE_NETWORK.test(name))),
    PATH: [join(home, 'gems/bin'), process.env.PATH].join(delimiter),
    HOME: home,
    TMPDIR: temporary,
    GEM_HOME: join(home, 'gems'),
    PEYE_KEY: key,
    // Its output goes to this program, and not to a terminal, where Python would show each line at once.
    PYTHONUNBUFFERED: '1',
    // The certificate of the proxy in front of the gateway is trusted as one that an authority has signed.
    ...proxy.trusted,
  };
  const start = (command: string, more: Record<string, string> = {}) => {
    const child = spawn('sh', ['-c', here(command)], { cwd: project, env: { ...env, ...more }, detached: true });
    running.push(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.stdin.end();
    return { child, output: () => output };
  };
  const run = async (command: string, more: Record<string, string> = {}) => {
    const { child, output } = start(command, more);
    const timer = setTimeout(() => end(child), MOST_MS);
    const [code] = await once(child, 'close');
    clearTimeout(timer);
    if (code !== 0) throw new Error(`${here(command)} ended with ${code}: ${output().slice(-1_500)}`);
    return output();
  };
  try {
    const page = readPage(await (await proxy.get('/docs/frameworks.md')).text());
    const startedMs = performance.now();
    let calls = 0;
    for (const command of stack.prepare(page)) {
      calls++;
      await run(command);
    }
    for (const [path, content] of Object.entries(stack.files(page))) writeInto(join(project, path), content, here);

    calls++;
    const listener = start(page.peye('listen'));
    await until('listen has printed its secret', () => isAlive(listener) && /Ctrl-C/.test(listener.output()), MOST_MS);
    const secret = /whsec_\w+/.exec(listener.output())?.[0] ?? '';
    calls++;
    const handler = start(stack.start, { PEYE_WEBHOOK_SECRET: secret });
    await until('the handler listens', async () => isAlive(handler) && (await isListening(port)), MOST_MS);
    calls++;
    const [, id = ''] = /Payment (\d+) is now completed/.exec(await run(page.peye('trigger'))) ?? [];
    const received = () =>
      stack.log === undefined ? handler.output() : readIfThere(join(project, stack.log)) + handler.output();
    const event = `payment.success  ${id}  204`;
    await until(`listen shows ${event}`, () => isAlive(handler) && listener.output().includes(event), EVENT_MS);
    await until(`the handler shows the event of ${id}`, () => received().includes(id), EVENT_MS);
    const seconds = (performance.now() - startedMs) / 1000;
    // Not a step of the developer: the handler rejects an event with a wrong signature.
    await run(page.peye('webhooks test'), { PEYE_WEBHOOK_SECRET: secret });
    if ((await statusOf(proxy, key, id)) !== 'completed') throw new Error(`payment ${id} of ${url} is not completed`);
    return { calls, seconds };
  } finally {
    for (const child of running) end(child);
    rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
  }
}

/** The parts of the page that a stack needs. */
function readPage(markdown: string): Page & { readonly peye: (command: string) => string } {
  const sections = new Map(
    markdown.split(/^## /m).map((section) => [section.slice(0, section.indexOf('\n')), fencesIn(section)] as const),
  );
  const inSection = (section: string) => sections.get(section) ?? failWith(`the page has no section ${section}`);
  const all = [...sections.values()].flat();
  return {
    code: (section: string, language: string) =>
      inSection(section).find((each) => each.language === language)?.text ??
      failWith(`the section ${section} has no ${language}`),
    install: (section: string) =>
      inSection(section)
        .filter(({ language }) => language === 'text')
        .flatMap(({ text }) => text.trim().split('\n')),
    peye: (command: string) =>
      all
        .flatMap(({ text }) => text.split('\n'))
        .find((line) => line.includes('peye-cli-') && line.includes(` ${command} `)) ??
      failWith(`the page has no command ${command}`),
  };
}

function failWith(message: string): never {
  throw new Error(message);
}

function writeInto(
  file: string,
  content: string | readonly (readonly [string, string])[],
  here: (text: string) => string,
) {
  mkdirSync(dirname(file), { recursive: true });
  if (typeof content === 'string') return writeFileSync(file, here(content));
  let text = readFileSync(file, 'utf8');
  for (const [from, to] of content) {
    if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
    text = text.replace(from, () => to);
  }
  writeFileSync(file, text);
}

/** What a stack needs and this machine does not have: programs, and the registry of its packages. */
async function missingOf({ needs, registry }: Stack): Promise<string[]> {
  const missing = needs.filter((program) => !isInstalled(program));
  const isKnown = registry === undefined || (await lookup(registry).catch(() => undefined)) !== undefined;
  return isKnown ? missing : [...missing, registry];
}

function isInstalled(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}

function readIfThere(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Throws with the output of a program that has ended. */
function isAlive({ child, output }: { readonly child: ChildProcess; readonly output: () => string }): boolean {
  if (child.exitCode === null && child.signalCode === null) return true;
  throw new Error(`a program ended: ${output().slice(-1_500)}`);
}

async function isListening(port: number): Promise<boolean> {
  return await fetch(`http://127.0.0.1:${port}/webhooks`, { method: 'OPTIONS' }).then(
    () => true,
    () => false,
  );
}

async function statusOf(proxy: TlsProxy, key: string, id: string): Promise<string> {
  const response = await proxy.get(`/api/gateway/v1/payments/${id}`, { 'x-api-key': key });
  return ((await response.json()) as { data: { status: string } }).data.status;
}

/** Ends a command and the programs that it has started. */
function end(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    if ((error as { code?: string }).code !== 'ESRCH') throw error;
  }
}
