import { homedir } from 'node:os';
import { join } from 'node:path';
import { API_BASE } from '../../../src/api/api-base.ts';
import { refusalText, sessionSecret } from '../../../src/cli/listen/listen-settings.ts';
import { runListener, stopOnSignals } from '../../../src/cli/listen/run-listener.ts';
import { environment } from './environment.ts';
import { connectionOf, type Given, requireTestKey, text, usage } from './given.ts';
import { printDocument, printLine } from './output.ts';
import { forwardUrl, givenSecret } from './secret-option.ts';

/** `peye listen`: forwards test events to a local URL as signed webhooks, until Ctrl-C or SIGTERM. */
export async function listen({ values }: Given): Promise<void> {
  const forward = text(values, 'forward');
  if (forward === undefined) throw usage('give the URL of your handler with --forward');
  if (values['print-json'] && values.json) throw usage('--print-json and --json exclude each other');
  const connection = connectionOf(values);
  requireTestKey(connection, 'listen');
  const { url, key } = connection;
  const output = values['print-json'] ? 'events' : values.json ? 'summary' : 'lines';
  const report = output === 'lines' ? printLine : (line: string) => void process.stderr.write(`${line}\n`);
  const settings = {
    baseUrl: `${url}${API_BASE}`,
    key,
    forwardUrl: forwardUrl(forward),
    ...(givenSecret(values) ?? ({ secret: sessionSecret(key), secretFrom: 'key' } as const)),
    isLocal: false,
    skipVerify: values['skip-verify'] === true,
    fromStart: values['from-start'] === true,
    output,
    stateFolder: join(environment.XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'peye'),
  } as const;
  const sum = await runListener(settings, {
    report,
    printEvent: printDocument,
    stopping: stopOnSignals(report, process.stdout),
    explainRefusal: async (used, status) => refusalText(used, status),
  });
  if (output === 'summary') printDocument(JSON.stringify(sum));
}
