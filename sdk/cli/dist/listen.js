import { homedir } from 'node:os';
import { join } from 'node:path';
import { API_BASE } from './shared/api/api-base.js';
import { refusalText, sessionSecret } from './shared/cli/listen/listen-settings.js';
import { runListener, stopOnSignals } from './shared/cli/listen/run-listener.js';
import { environment } from './environment.js';
import { connectionOf,             requireTestKey, text, usage } from './given.js';
import { printDocument, printLine } from './output.js';
import { forwardUrl, givenSecret } from './secret-option.js';

export async function listen({ values }       )                {
  const forward = text(values, 'forward');
  if (forward === undefined) throw usage('give the URL of your handler with --forward');
  if (values['print-json'] && values.json) throw usage('--print-json and --json exclude each other');
  const connection = connectionOf(values);
  requireTestKey(connection, 'listen');
  const { url, key } = connection;
  const output = values['print-json'] ? 'events' : values.json ? 'summary' : 'lines';
  const report = output === 'lines' ? printLine : (line        ) => void process.stderr.write(`${line}\n`);
  const settings = {
    baseUrl: `${url}${API_BASE}`,
    key,
    forwardUrl: forwardUrl(forward),
    ...(givenSecret(values) ?? ({ secret: sessionSecret(key), secretFrom: 'key' }         )),
    isLocal: false,
    skipVerify: values['skip-verify'] === true,
    fromStart: values['from-start'] === true,
    output,
    stateFolder: join(environment.XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'peye'),
  }         ;
  const sum = await runListener(settings, {
    report,
    printEvent: printDocument,
    stopping: stopOnSignals(report, process.stdout),
    explainRefusal: async (used, status) => refusalText(used, status),
  });
  if (output === 'summary') printDocument(JSON.stringify(sum));
}
