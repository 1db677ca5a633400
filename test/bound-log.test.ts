import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';

/** Log lines with every kind of value that a field may have, including secrets. */
const LINES: readonly Record<string, unknown>[] = [
  {},
  { method: 'GET', route: '/payments/:id', status: 200, ms: 1.234, error: undefined },
  { text: 'quotes " and \\ and \n and \u0007, é, 日本, \ud800, \u007f\u2028', empty: '' },
  { zero: -0, large: 1e21, small: 1e-7, none: Number.NaN, endless: Number.POSITIVE_INFINITY },
  { key: 'tk_live_secret', secret: 'whsec_secret', pin: 'secret', headers: 'secret', webhook_secret: undefined },
  { headers: { key: 'secret', 'x-api-key': 'tk_live_secret' } },
  { inner: { secret: 'whsec_secret', shown: 'yes' }, list: [1, 'a'], yes: true, nothing: null },
  { err: 'a text' },
  { level: 'error', time: 'never', msg: 'another', req_id: 'req_2' },
];

const SCRIPT = `
  import { boundLog } from './src/platform/log/bound-log.ts';
  import { createLog } from './src/platform/log/log.ts';
  const log = createLog('info');
  const ofRequest = boundLog(log, { req_id: 'req_1' });
  const bound = createLog('info', process.stdout, { process: 2 });
  const ofItsRequest = boundLog(bound, { req_id: 'req_1' });
  const lines = eval(process.argv[1]);
  for (const line of lines) {
    ofRequest.info(line, 'a "line"');
    log.info({ req_id: 'req_1', ...line }, 'a "line"');
    log.flush();
    ofItsRequest.info(line, 'a "line"');
    bound.info({ req_id: 'req_1', ...line }, 'a "line"');
    bound.flush();
  }
  const quiet = createLog('warn');
  boundLog(quiet, { req_id: 'req_1' }).info({ status: 200 }, 'not to be seen');
`;

test("a line of a request equals the log's own line for its fields, and shows no secret", async () => {
  const { inspect } = await import('node:util');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', SCRIPT, inspect(LINES, { depth: null, breakLength: Number.POSITIVE_INFINITY })],
    { cwd: new URL('..', import.meta.url) },
  );
  const lines = stdout.trimEnd().split('\n');
  assert.equal(lines.length, 4 * LINES.length);
  const withoutTime = (line: string) => line.replace(/"time":"\d{4}-[^"]*Z"/, '"time":""');
  for (let index = 0; index < lines.length; index += 2) {
    assert.equal(withoutTime(lines[index]!), withoutTime(lines[index + 1]!));
    const bound = index % 4 === 2 ? '"process":2,' : '';
    assert.match(
      lines[index]!,
      RegExp(`^\\{"level":"info","time":"\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z",${bound}"req_id":"req_`),
    );
  }
  assert.doesNotMatch(stdout, /tk_live_secret|whsec_secret|:"secret"|not to be seen/);
});
