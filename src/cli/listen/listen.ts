import { caller } from '../caller.ts';
import { printDocument, printLine } from '../output.ts';
import { explainRefusal } from './explain-refusal.ts';
import type { ListenSettings } from './listen-settings.ts';
import { runListener } from './run-listener.ts';

/** `peye listen`: runs until Ctrl-C or SIGTERM. Throws CommandFailure for errors that a retry does not fix. Contract: FEED-14. */
export async function listen(settings: ListenSettings): Promise<void> {
  const { output } = settings;
  const report = output === 'lines' ? (text: string) => printLine(text) : printToStderr;
  const stopping = stopOnSignals(report);
  const sum = await runListener(settings, { report, printEvent: printDocument, stopping, explainRefusal });
  if (output === 'summary') printLine(JSON.stringify(sum));
}

/** Aborts on Ctrl-C, SIGTERM, or when the reader of the output closes the pipe. A second signal ends the process at once. */
function stopOnSignals(report: (text: string) => void): AbortSignal {
  const controller = new AbortController();
  const stop = () => {
    if (!controller.signal.aborted) report('Stopping.');
    controller.abort();
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  caller().stdout.once('error', stop);
  return controller.signal;
}

function printToStderr(text: string): void {
  caller().stderr.write(`${text}\n`);
}
