import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { fetchTools } from './fetch-tools.ts';

// `npm run test:sdk`: fetches the runtimes and frameworks that only these tests need, but only once. Then it builds the SDK for
// TypeScript, and runs test/sdk with the runner of `npm test`. Arguments choose tests, as for `npm test`.

/** The services that these tests need. They need no PostgreSQL and no browser. */
const SERVICES = 'PHP,curl for PHP,PHP-FPM,mod_php,nginx,Python,Flask,pip,mypy';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const args = process.argv.slice(2);
const tools = fetchTools((line) => console.log(line));
const built = spawnSync('npm', ['run', '--silent', 'build:sdk'], { cwd: ROOT, stdio: 'inherit' });
if (built.status !== 0) process.exit(1);

const { status, error } = spawnSync(process.execPath, ['test/run.ts', ...(args.length > 0 ? args : ['test/sdk'])], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, PEYE_SDK_TOOLS: tools, TEST_SERVICES: process.env.TEST_SERVICES ?? SERVICES },
});
if (error) console.error(error.message);
process.exitCode = status ?? 1;
