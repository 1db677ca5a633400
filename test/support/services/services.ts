import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { type Keeper, startKeeper } from './keeper.ts';
import { checkPostgres, startPostgres } from './postgres.ts';
import {
  findChromium,
  findFlaskPython,
  findForRoot,
  findHeadlessShell,
  findModPhp,
  findPgbouncer,
  findPhp,
  findPhpFpm,
  findPhpWith,
  findPhpWithCurl,
  findPipPython,
  findPostgres,
  findPython,
  findRedis,
  HEADLESS_SHELL,
  hasCurl,
  hasFlask,
  hasPip,
  isPhpWith,
  isWorking,
  onPath,
  PHP_VERSION,
  PYTHON_VERSION,
  printsVersion,
  SHOP_EXTENSIONS,
} from './programs.ts';
import { checkRedis, startRedis } from './redis.ts';
import { makeTemplates } from './templates.ts';

const APT_UPDATE_TIMEOUT_MS = 120_000;
const APT_INSTALL_TIMEOUT_MS = 600_000;

/** The services and programs that tests need besides Node. */
export interface Services {
  /** The environment that gives tests the addresses of the services. */
  readonly env: Record<string, string>;
  /** A service that is missing: its name, the reason, and how to get it. */
  readonly missing: readonly string[];
  /** Stops the started services and deletes their folder. The same happens when this process dies. */
  stop(): Promise<void>;
}

interface Service {
  readonly name: string;
  /** The environment variable with the service's address or path. If the caller has set it, nothing is started. */
  readonly variable: string;
  /** The Debian package that brings its programs. */
  readonly package: string;
  readonly find: () => string | undefined;
  /** Starts the service if necessary, and returns the value of the variable. */
  readonly start: (program: string, keeper: Keeper) => Promise<string>;
  /** Throws if the service that the environment names cannot be used. */
  readonly check: (value: string) => Promise<void>;
}

const SERVICES: readonly Service[] = [
  {
    name: 'PostgreSQL',
    variable: 'TEST_DATABASE_URL',
    package: 'postgresql',
    find: findPostgres,
    start: startPostgres,
    check: checkPostgres,
  },
  {
    name: 'Redis',
    variable: 'TEST_REDIS_URL',
    package: 'redis-server',
    find: findRedis,
    start: startRedis,
    check: checkRedis,
  },
  program('PgBouncer', 'PGBOUNCER_PATH', 'pgbouncer', findPgbouncer),
  program('Chromium', 'CHROMIUM_PATH', 'chromium', findChromium),
  program('PHP', 'PHP_PATH', 'php-cli', findPhp, (path) => printsVersion(path, PHP_VERSION)),
  program('Python', 'PYTHON_PATH', 'python3', findPython, (path) => printsVersion(path, PYTHON_VERSION)),
  program('curl for PHP', 'PHP_CURL_PATH', 'php-curl', findPhpWithCurl, hasCurl),
  ...SHOP_EXTENSIONS.map((name) =>
    program(
      `${name} for PHP`,
      `PHP_${name.toUpperCase()}_PATH`,
      `php-${name}`,
      () => findPhpWith(name),
      (php) => isPhpWith(php, name),
    ),
  ),
  program('PHP-FPM', 'PHP_FPM_PATH', 'php-fpm', findPhpFpm),
  program('mod_php', 'MOD_PHP_PATH', 'libapache2-mod-php', findModPhp, existsSync),
  program('Flask', 'FLASK_PYTHON_PATH', 'python3-flask', findFlaskPython, hasFlask),
  program('pip', 'PIP_PYTHON_PATH', 'python3-pip', findPipPython, hasPip),
  program('mypy', 'MYPY_PATH', 'mypy', () => onPath('mypy')),
  program('zsh', 'ZSH_PATH', 'zsh', () => onPath('zsh')),
  program('fish', 'FISH_PATH', 'fish', () => onPath('fish')),
  program('promtool', 'PROMTOOL_PATH', 'prometheus', () => onPath('promtool')),
  program('zbarimg', 'ZBARIMG_PATH', 'zbar-tools', () => onPath('zbarimg')),
  program('a C compiler', 'CC_PATH', 'build-essential', () => onPath('cc')),
  program(
    'nginx',
    'NGINX_PATH',
    'nginx-light',
    () => findForRoot('nginx'),
    (path) => isWorking(path, '-v'),
  ),
  program(
    'HAProxy',
    'HAPROXY_PATH',
    'haproxy',
    () => findForRoot('haproxy'),
    (path) => isWorking(path, '-v'),
  ),
  program(
    'Caddy',
    'CADDY_PATH',
    'caddy',
    () => onPath('caddy'),
    (path) => isWorking(path, 'version'),
  ),
];

/** Services that only the tests of SDKs and shops need. Other runs do not install them, for example a second web server. */
const WHEN_NAMED = [
  ...['PHP-FPM', 'mod_php', 'Flask', 'pip', 'mypy'],
  ...SHOP_EXTENSIONS.map((name) => `${name} for PHP`),
];

/** Whether this run needs a service: one that TEST_SERVICES names or, without that variable, any except WHEN_NAMED. */
export function isWanted(name: string): boolean {
  return process.env.TEST_SERVICES?.split(',').includes(name) ?? !WHEN_NAMED.includes(name);
}

/** A program that tests start themselves. Its variable has its path. */
function program(
  name: string,
  variable: string,
  debianPackage: string,
  find: Service['find'],
  works = (path: string) => isWorking(path),
): Service {
  return {
    name,
    variable,
    package: debianPackage,
    find,
    start: async (path) => path,
    check: async (path) => {
      if (!works(path)) throw new Error(`${path} does not start, or is another program`);
    },
  };
}

/**
 * Finds or starts PostgreSQL and Redis, and finds the other programs of SERVICES. As root on Debian, missing programs are installed first.
 * Throws if the environment names a service that cannot be used. Services that cannot be found or installed are listed as missing. With
 * TEST_SERVICES, a list of names with commas between them, only those services are looked for.
 *
 * @param isOnDisk whether the services must write to a disk, not to memory
 */
export async function startServices(report: (line: string) => void, isOnDisk = false): Promise<Services> {
  const keeper = startKeeper(isOnDisk);
  try {
    const reasons = await installMissing(report);
    const services = SERVICES.filter(({ name }) => isWanted(name));
    const found = await Promise.all(services.map((service) => provide(service, keeper)));
    const env: Record<string, string> = { ...keeper.env };
    const missing: string[] = [];
    services.forEach((service, index) => {
      const { value, reason } = found[index]!;
      if (value !== undefined) env[service.variable] = value;
      else missing.push(`${service.name}: ${[reason, ...reasons].join('; ')}. ${advice(service)}`);
    });
    const templates = await makeTemplates(keeper, env.TEST_DATABASE_URL);
    const stop = async () => {
      await templates.drop().catch(() => {});
      await keeper.finish();
    };
    return { env: { ...env, ...templates.env }, missing, stop };
  } catch (error) {
    await keeper.finish();
    throw error;
  }
}

async function provide(service: Service, keeper: Keeper): Promise<{ value?: string; reason?: string }> {
  const given = process.env[service.variable];
  if (given) {
    try {
      await service.check(given);
      return { value: given };
    } catch (error) {
      throw new Error(`${service.variable} is set, but cannot be used: ${(error as Error).message}`);
    }
  }
  const program = service.find();
  if (!program) return { reason: 'its programs were not found' };
  try {
    return { value: await service.start(program, keeper) };
  } catch (error) {
    return { reason: (error as Error).message };
  }
}

/** Installs missing programs if possible. Returns the reason if the installation failed. */
async function installMissing(report: (line: string) => void): Promise<string[]> {
  const aptGet = onPath('apt-get');
  if (!aptGet || process.getuid?.() !== 0) return [];
  const install = async (packages: readonly string[]) => {
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
      report(`$ apt-get ${args.join(' ')}`);
      await promisify(execFile)(aptGet, args, {
        timeout: args[0] === 'update' ? APT_UPDATE_TIMEOUT_MS : APT_INSTALL_TIMEOUT_MS,
        maxBuffer: 64 * 1024 * 1024,
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
    }
  };
  if (isWanted('Chromium') && !process.env.CHROMIUM_PATH && !findHeadlessShell()) {
    // Some systems have no such package. Then Chromium itself is used.
    await install([HEADLESS_SHELL]).catch(() =>
      report(`${HEADLESS_SHELL} cannot be had: tests in a browser take longer`),
    );
  }
  const packages = SERVICES.filter(
    (service) => isWanted(service.name) && !process.env[service.variable] && !service.find(),
  ).map((service) => service.package);
  if (packages.length === 0) return [];
  try {
    await install(packages);
    return [];
  } catch (error) {
    const { stderr = '', message } = error as { stderr?: string; message: string };
    return [`apt-get failed (${stderr.trim().split('\n').at(-1) || message.split('\n')[0]})`];
  }
}

function advice(service: Service): string {
  return `To get it: apt-get install ${service.package} (Debian), or set ${service.variable}`;
}
