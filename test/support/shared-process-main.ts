import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { run } from 'node:test';
import { inspect } from 'node:util';
import { cpuSeconds } from './cpu-seconds.ts';
import { reportFile, type TestEvent, type TestResult } from './reporter.ts';
import { IS_NIGHT } from './tier.ts';

// The process of shared-process.ts, in which test files run one after the other.

/** A file to run. */
export interface FileOrder {
  readonly file: string;
  readonly path: string;
  /** The text of patterns: only tests with such names run. */
  readonly names?: readonly string[];
}

/** How a file ended. */
export interface FileReport {
  readonly text: string;
  readonly results: readonly TestResult[];
  readonly cpuSeconds: number;
}

// Hundreds of tests sign in. By day their passwords are hashed at a low cost here; gateways in their own process hash them as in production.
if (!IS_NIGHT) {
  const { argon2 } = crypto;
  crypto.argon2 = (algorithm, parameters, done) => argon2(algorithm, { ...parameters, memory: 64, passes: 1 }, done);
  syncBuiltinESMExports();
}

const printed: string[] = [];
for (const stream of [process.stdout, process.stderr]) {
  const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
  stream.write = (...args: unknown[]) => {
    printed.push(String(args[0]));
    return write(...args);
  };
}

process.on('message', async (order: FileOrder) => {
  // A file ends when a separate process for it would end, because no work is left. The connection to the runner must not count.
  process.channel?.unref();
  const report = await runFile(order);
  process.channel?.ref();
  process.send?.(report);
});

async function runFile({ file, path, names }: FileOrder): Promise<FileReport> {
  printed.length = 0;
  process.exitCode = 0;
  const since = cpuSeconds();
  // Node ends the run of a file when its event loop is empty, and only notices that of a run that was started within the loop.
  await new Promise((resolve) => setImmediate(resolve));
  const testNamePatterns = names?.map((name) => new RegExp(name));
  const options = { files: [path], isolation: 'none' } as const;
  const events = run(testNamePatterns ? { ...options, testNamePatterns } : options) as AsyncIterable<TestEvent>;
  const results: TestResult[] = [];
  let text = '';
  for await (const part of reportFile(withOutput(events, path), { file, path, results })) text += part;
  return { text, results, cpuSeconds: cpuSeconds() - since };
}

/** The events of a file, then its output, and a failure for an error that was thrown after its test had ended. */
async function* withOutput(events: AsyncIterable<TestEvent>, path: string): AsyncGenerator<TestEvent> {
  let hasFailed = false;
  const diagnostics: string[] = [];
  for await (const event of events) {
    hasFailed ||= event.type === 'test:fail';
    if (event.type === 'test:diagnostic') diagnostics.push(event.data.message ?? '');
    yield event;
  }
  for (const message of printed) yield { type: 'test:stdout', data: { message } };
  if (!hasFailed && process.exitCode !== 0) {
    const error = new Error(`it ended with the exit code ${inspect(process.exitCode)}: ${diagnostics.join('\n')}`);
    yield { type: 'test:fail', data: { name: path, nesting: 0, details: { error } } };
  }
}
