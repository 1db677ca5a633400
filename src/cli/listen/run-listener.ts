import type { EventEmitter } from 'node:events';
import { printable } from '../../platform/text/printable.ts';
import { cursorFile } from './cursor-file.ts';
import { feedReader } from './feed-reader.ts';
import { followFeed } from './follow-feed.ts';
import { eventForwarder } from './forward-event.ts';
import { secretText } from './listen-secret.ts';
import type { ListenSettings } from './listen-settings.ts';

/** Where a listener reports, and what ends it. */
interface Surroundings {
  /** Writes a line for people. */
  readonly report: (text: string) => void;
  /** Writes an event as one line of JSON, for programs. */
  readonly printEvent: (json: string) => void;
  readonly stopping: AbortSignal;
  /** The hint after the first response that looks like a rejected signature. */
  readonly explainRefusal: (settings: ListenSettings, status: number) => Promise<string>;
}

/** The number of events that were posted, and of those that got a 2xx response. */
export interface ListenSum {
  forwarded: number;
  accepted: number;
}

/**
 * Follows the sandbox feed and posts each event to the forward URL until it is stopped; an event in flight is finished first. Throws
 * CommandFailure for errors that a retry does not fix: a wrong key, address or certificate. It has no dependencies, because the merchants'
 * package contains it. Contract: FEED-14.
 */
export async function runListener(settings: ListenSettings, surroundings: Surroundings): Promise<ListenSum> {
  const { baseUrl, key, forwardUrl, secret, skipVerify, output } = settings;
  const { report, printEvent, stopping, explainRefusal } = surroundings;
  const sum = { forwarded: 0, accepted: 0 };
  let isHinted = false;
  const forward = eventForwarder({
    url: forwardUrl,
    secret,
    skipVerify,
    report,
    stopping,
    explainRefusal: (status) => explainRefusal(settings, status),
  });

  report(`Following the events of test payments of ${baseUrl}`);
  report(`Forwarding to ${forwardUrl}`);
  if (settings.secretFrom === 'key') {
    report(`Signing with ${secret} (derived from your key; set another one with --secret)`);
  } else report(`Signing with ${secretText(settings)}`);
  await followFeed({
    readPage: feedReader({ baseUrl, key, report, stopping }),
    forward: async (event) => {
      const result = await forward(event);
      if (!result) return false;
      sum.forwarded++;
      if (result.isAccepted) sum.accepted++;
      // One line: metadata may have line breaks, but only between JSON tokens.
      if (output === 'events') printEvent(event.text.replaceAll(/[\r\n]+/g, ' '));
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
  return sum;
}

/** Aborts on Ctrl-C, SIGTERM, or when the reader of the output closes the pipe. A second signal ends the process at once. */
export function stopOnSignals(report: (line: string) => void, output: EventEmitter): AbortSignal {
  const controller = new AbortController();
  const stop = () => {
    if (!controller.signal.aborted) report('Stopping.');
    controller.abort();
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  output.once('error', stop);
  return controller.signal;
}

function now(): string {
  return new Date().toISOString().replace(/\.\d+Z$/, 'Z');
}
