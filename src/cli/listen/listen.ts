import { caller } from '../caller.ts';
import { printDocument, printLine } from '../output.ts';
import { explainRefusal } from './explain-refusal.ts';
import type { ListenSettings } from './listen-settings.ts';
import { runListener, stopOnSignals } from './run-listener.ts';

/** `peye listen`: runs until Ctrl-C or SIGTERM. Throws CommandFailure for errors that a retry does not fix. Contract: FEED-14. */
export async function listen(settings: ListenSettings): Promise<void> {
  const { output } = settings;
  const report = output === 'lines' ? (text: string) => printLine(text) : printToStderr;
  const stopping = stopOnSignals(report, caller().stdout);
  const sum = await runListener(settings, { report, printEvent: printDocument, stopping, explainRefusal });
  if (output === 'summary') printLine(JSON.stringify(sum));
}

function printToStderr(text: string): void {
  caller().stderr.write(`${text}\n`);
}
