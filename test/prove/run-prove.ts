import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, release, totalmem } from 'node:os';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCommandLine } from '../../bench/command-line.ts';
import { PROOFS, type Proof } from './proofs.ts';

// `npm run prove`: docs/reliability.md.

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const minutes = PROOFS.reduce((sum, proof) => sum + proof.minutes, 0);
const USAGE = `npm run prove -- [--only NAME,NAME] [--report FILE]

Runs every proof of docs/reliability.md, one after the other, and writes a report with the machine, the versions and the output of each one: about
${Math.round(minutes / 60)} hours on two cores, all of them. It continues after one that fails, and exits with 1 then.

${PROOFS.map(({ name, shows, minutes }) => `  ${name.padEnd(11)} ${shows} (about ${minutes} minutes)`).join('\n')}
`;
const OUTPUT_KEPT = 200_000;

interface Result {
  readonly proof: Proof;
  readonly code: number | null;
  readonly minutes: number;
  readonly output: string;
}

const options = readCommandLine(
  USAGE,
  { only: { type: 'string' }, report: { type: 'string', default: 'proof.md' } } as const,
  ({ only, report }) => {
    const names = only?.split(',');
    const unknown = names?.find((name) => !PROOFS.some((proof) => proof.name === name));
    if (unknown !== undefined) throw new Error(`no proof is called ${unknown}`);
    return { proofs: PROOFS.filter(({ name }) => names?.includes(name) ?? true), report: resolve(report) };
  },
);
mkdirSync(dirname(options.report), { recursive: true });
const results: Result[] = [];
for (const proof of options.proofs) {
  console.log(`\n=== ${proof.name}: npm ${proof.npm.join(' ')}\n`);
  results.push(await run(proof));
  // Write after each proof, so that its result is stored even if a later one fails.
  writeFileSync(options.report, reportText(results));
}
const failed = results.filter(({ code }) => code !== 0);
console.log(`\n${results.length - failed.length} of ${results.length} proofs hold. The report: ${options.report}`);
process.exit(failed.length === 0 ? 0 : 1);

function run(proof: Proof): Promise<Result> {
  const startedAt = performance.now();
  const child = spawn('npm', proof.npm, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      process.stdout.write(text);
      output = (output + text).slice(-OUTPUT_KEPT);
    });
  }
  return new Promise((done) => {
    const end = (code: number | null) =>
      done({ proof, code, output, minutes: (performance.now() - startedAt) / 60_000 });
    child.on('error', (error) => {
      output += `${error.message}\n`;
      end(null);
    });
    child.on('close', end);
  });
}

function reportText(results: readonly Result[]): string {
  const rows = results.map(
    ({ proof, code, minutes }) =>
      `| ${proof.name} | ${proof.shows} | ${code === 0 ? 'holds' : `**fails** (${code})`} | ${minutes.toFixed(0)} |`,
  );
  const outputs = results.map(({ proof, output }) => {
    const last = output.trimEnd().split('\n').slice(-proof.lines).join('\n');
    return `## ${proof.name}\n\n\`npm ${proof.npm.join(' ')}\`\n\n\`\`\`text\n${last}\n\`\`\`\n`;
  });
  return [
    '# What was proved',
    '',
    ...machine().map((line) => `- ${line}`),
    '',
    '| Proof | Shows | Result | Minutes |',
    '| --- | --- | --- | ---: |',
    ...rows,
    '',
    ...outputs,
  ].join('\n');
}

function machine(): string[] {
  const [cpu] = cpus();
  const gib = (totalmem() / 2 ** 30).toFixed(0);
  return [
    `Peye ${output('git', ['rev-parse', '--short', 'HEAD'])}${output('git', ['status', '--porcelain']) ? ', with changes' : ''}, ${new Date().toISOString()}`,
    `${availableParallelism()} cores (${cpu?.model ?? 'unknown'}), ${gib} GiB, Linux ${release()}`,
    `Node ${process.versions.node}, SQLite ${process.versions.sqlite}, ${output('psql', ['--version']) || 'no psql'}, ${output('redis-server', ['--version']).split(' sha')[0] || 'no Redis'}`,
  ];
}

function output(program: string, args: readonly string[]): string {
  try {
    return execFileSync(program, args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}
