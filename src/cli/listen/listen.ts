import { createHmac } from 'node:crypto';
import { Agent } from 'undici';
import { CHECKED_TLS } from '../../lib/tls.ts';
import { printable, printLine } from '../output.ts';
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
  const secret = settings.secret ?? sessionSecret(key);
  const sum = { forwarded: 0, accepted: 0 };
  const forward = eventForwarder({ url: forwardUrl, secret, agent: localAgent, report, stopping });

  report(`Following the test events of ${baseUrl}`);
  report(`Forwarding to ${forwardUrl}`);
  if (settings.secret === null) report(`Signing with ${secret} (made of your key; --secret takes another)`);
  try {
    await followFeed({
      readPage: feedReader({ baseUrl, key, agent: gatewayAgent, report, stopping }),
      forward: async (event) => {
        const result = await forward(event);
        if (!result) return false;
        sum.forwarded++;
        if (result.isAccepted) sum.accepted++;
        // On one line: the text of metadata may have line ends between its tokens, and nowhere else.
        if (output === 'events') printLine(event.text.replaceAll(/[\r\n]+/g, ' '));
        if (output !== 'events' || !result.isAccepted)
          report(`${now()}  ${printable(event.event)}  ${printable(event.transactionId)}  ${result.text}`);
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

/** The same each time, so that a handler can be set up with it once. Whoever holds the key could have made it. */
function sessionSecret(key: string): string {
  return `whsec_${createHmac('sha256', key).update('peye listen').digest('hex')}`;
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
