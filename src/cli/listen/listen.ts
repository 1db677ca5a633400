import { Agent } from 'undici';
import { printable } from '../../lib/printable.ts';
import { CHECKED_TLS } from '../../lib/tls.ts';
import { printDocument, printLine } from '../output.ts';
import { explainRefusal, secretText } from './explain-refusal.ts';
import { feedReader } from './feed-reader.ts';
import { followFeed } from './follow-feed.ts';
import { eventForwarder } from './forward-event.ts';
import type { ListenSettings } from './listen-settings.ts';
import { placeFile } from './place-file.ts';

/**
 * Follows the sandbox feed and posts each event to the forward URL, until Ctrl-C or SIGTERM; then the event that is on its
 * way is finished first. Throws CommandFailure for what waiting does not fix: a wrong key, a wrong address, a certificate.
 * Contract: FEED-14.
 */
export async function listen(settings: ListenSettings): Promise<void> {
  const { baseUrl, key, forwardUrl, output } = settings;
  const report = output === 'lines' ? (text: string) => printLine(text) : printToStderr;
  const stopping = stopOnSignals(report);
  const gatewayAgent = new Agent({ connect: CHECKED_TLS });
  // Without kept-alive connections: a local server that was restarted would have closed them.
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

  report(`Following the test events of ${baseUrl}`);
  report(`Forwarding to ${forwardUrl}`);
  if (settings.secretFrom === 'key') {
    report(`Signing with ${settings.secret} (made of your key; --secret takes another)`);
  } else report(`Signing with ${secretText(settings)}`);
  try {
    await followFeed({
      readPage: feedReader({ baseUrl, key, agent: gatewayAgent, report, stopping }),
      forward: async (event) => {
        const result = await forward(event);
        if (!result) return false;
        sum.forwarded++;
        if (result.isAccepted) sum.accepted++;
        // On one line: the text of metadata may have line ends between its tokens, and nowhere else.
        if (output === 'events') printDocument(event.text.replaceAll(/[\r\n]+/g, ' '));
        if (output !== 'events' || !result.isAccepted)
          report(`${now()}  ${printable(event.event)}  ${printable(event.transactionId)}  ${result.text}`);
        if (!result.isAccepted && !isHinted) {
          isHinted = true;
          report(
            'A webhook would be sent again later; here the next event follows. --from-start posts all of them again.',
          );
        }
        return true;
      },
      place: placeFile(settings.stateFolder, { baseUrl, key }),
      fromStart: settings.fromStart,
      report,
      stopping,
    });
  } finally {
    await Promise.all([gatewayAgent.destroy(), localAgent.destroy()]);
  }
  if (output === 'summary') printLine(JSON.stringify(sum));
}

/** Aborted by Ctrl-C, SIGTERM, or a reader of our output that has gone. A second signal ends the process at once. */
function stopOnSignals(report: (text: string) => void): AbortSignal {
  const controller = new AbortController();
  const stop = () => {
    if (!controller.signal.aborted) report('Stopping.');
    controller.abort();
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  process.stdout.once('error', stop);
  return controller.signal;
}

function printToStderr(text: string): void {
  process.stderr.write(`${text}\n`);
}

function now(): string {
  return new Date().toISOString().replace(/\.\d+Z$/, 'Z');
}
