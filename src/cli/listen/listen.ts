import { Agent } from 'undici';
import { CHECKED_TLS } from '../../platform/network/tls.ts';
import { printable } from '../../platform/text/printable.ts';
import { caller } from '../caller.ts';
import { printDocument, printLine } from '../output.ts';
import { cursorFile } from './cursor-file.ts';
import { explainRefusal, secretText } from './explain-refusal.ts';
import { feedReader } from './feed-reader.ts';
import { followFeed } from './follow-feed.ts';
import { eventForwarder } from './forward-event.ts';
import type { ListenSettings } from './listen-settings.ts';

/**
 * Follows the sandbox feed and posts each event to the forward URL, until Ctrl-C or SIGTERM; an event in flight is finished
 * first. Throws CommandFailure for errors that a retry does not fix: a wrong key, address or certificate.
 * Contract: FEED-14.
 */
export async function listen(settings: ListenSettings): Promise<void> {
  const { baseUrl, key, forwardUrl, output } = settings;
  const report = output === 'lines' ? (text: string) => printLine(text) : printToStderr;
  const stopping = stopOnSignals(report);
  const gatewayAgent = new Agent({ connect: CHECKED_TLS });
  // Without keep-alive, because a restarted local server would have closed the connections.
  const localAgent = new Agent({
    pipelining: 0,
    connect: { ...CHECKED_TLS, rejectUnauthorized: !settings.skipVerify },
  });
  const sum = { forwarded: 0, accepted: 0 };
  let isHinted = false;
  const forward = eventForwarder({
    url: forwardUrl,
    secret: settings.secret,
    agent: localAgent,
    report,
    stopping,
    explainRefusal: (status) => explainRefusal(settings, status),
  });

  report(`Following the events of test payments of ${baseUrl}`);
  report(`Forwarding to ${forwardUrl}`);
  if (settings.secretFrom === 'key') {
    report(`Signing with ${settings.secret} (derived from your key; set another one with --secret)`);
  } else report(`Signing with ${secretText(settings)}`);
  try {
    await followFeed({
      readPage: feedReader({ baseUrl, key, agent: gatewayAgent, report, stopping }),
      forward: async (event) => {
        const result = await forward(event);
        if (!result) return false;
        sum.forwarded++;
        if (result.isAccepted) sum.accepted++;
        // One line: metadata may have line breaks, but only between JSON tokens.
        if (output === 'events') printDocument(event.text.replaceAll(/[\r\n]+/g, ' '));
        if (output !== 'events' || !result.isAccepted)
          report(`${now()}  ${printable(event.event)}  ${printable(event.transactionId)}  ${result.text}`);
        if (!result.isAccepted && !isHinted) {
          isHinted = true;
          report(
            'A webhook would be retried later. Here the next event follows. To forward all events again, use --from-start.',
          );
        }
        return true;
      },
      cursorFile: cursorFile(settings.stateFolder, { baseUrl, key }),
      fromStart: settings.fromStart,
      report,
      stopping,
    });
  } finally {
    await Promise.all([gatewayAgent.destroy(), localAgent.destroy()]);
  }
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

function now(): string {
  return new Date().toISOString().replace(/\.\d+Z$/, 'Z');
}
