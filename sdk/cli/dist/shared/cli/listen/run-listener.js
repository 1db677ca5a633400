import { printable } from '../../platform/text/printable.js';
import { cursorFile } from './cursor-file.js';
import { feedReader } from './feed-reader.js';
import { followFeed } from './follow-feed.js';
import { eventForwarder } from './forward-event.js';
import { secretText } from './listen-secret.js';

export async function runListener(settings                , surroundings              )                     {
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

export function stopOnSignals(report                        , output              )              {
  const controller = new AbortController();
  const stop = () => {
    if (!controller.signal.aborted) report('Stopping.');
    controller.abort();
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  output.once('error', stop);
  return controller.signal;
}

function now()         {
  return new Date().toISOString().replace(/\.\d+Z$/, 'Z');
}
