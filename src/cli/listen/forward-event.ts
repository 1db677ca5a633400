import { type Agent, request } from 'undici';
import { CommandFailure } from '../../app/failure.ts';
import { webhookHeaders } from '../../webhooks/sign.ts';
import type { FeedEvent } from './feed-page.ts';
import { describeNetworkError, isCertificateError, isTimeout } from './network-errors.ts';
import { pause } from './pause.ts';

/** Longer than for a webhook: somebody may be stepping through the handler. */
const TIMEOUT_MS = 30_000;
const RETRY_WAIT_MS = 500;
const RETRY_WAIT_MAX_MS = 5_000;
const DRAIN_TIMEOUT_MS = 2_000;
const DRAIN_LIMIT_BYTES = 64 * 1024;

interface ForwarderSettings {
  readonly url: string;
  readonly secret: string;
  readonly agent: Agent;
  readonly report: (text: string) => void;
  readonly stopping: AbortSignal;
  /** What is said the first time that an event is refused as one that is not signed well. */
  readonly explainRefusal: (status: number) => Promise<string>;
}

/** What handlers answer when a signature does not verify. */
const REFUSALS = [400, 401, 403];

interface Forwarded {
  /** Whether a webhook that was answered like this would count as delivered. */
  readonly isAccepted: boolean;
  /** The response's status and duration, for people. */
  readonly text: string;
}

/** Undefined when stopped before the event could be posted. */
export type ForwardEvent = (event: FeedEvent) => Promise<Forwarded | undefined>;

/**
 * Posts events exactly as webhooks: the same body, headers and signature. While the local server is unavailable it reports
 * that once and retries the same event. A started post is finished, even when stopping. Throws CommandFailure for a
 * certificate that is not trusted. Contract: FEED-14.
 */
export function eventForwarder(settings: ForwarderSettings): ForwardEvent {
  const { url, report, stopping, explainRefusal } = settings;
  let isExplained = false;
  return async (event) => {
    for (let failures = 0; ; failures++) {
      const started = performance.now();
      const duration = () => `${Math.round(performance.now() - started)} ms`;
      try {
        const status = await post(settings, event);
        const forwarded = { isAccepted: status >= 200 && status < 300, text: `${status}  ${duration()}` };
        if (REFUSALS.includes(status) && !isExplained) {
          isExplained = true;
          report(await explainRefusal(status));
        }
        return forwarded;
      } catch (error) {
        // It was reached and has the event: like a response that is not 2xx, this is for its developer to look at.
        if (isTimeout(error)) return { isAccepted: false, text: `no answer  ${duration()}` };
        const reason = describeNetworkError(error);
        if (isCertificateError(error)) {
          throw new CommandFailure(
            `${url} cannot be trusted: ${reason}. With --skip-verify it is posted to all the same.`,
          );
        }
        if (failures === 0) report(`${url} cannot be reached (${reason}); trying again until it can.`);
        await pause(Math.min(RETRY_WAIT_MS * 2 ** failures, RETRY_WAIT_MAX_MS), stopping);
        if (stopping.aborted) return undefined;
      }
    }
  };
}

async function post({ url, secret, agent }: ForwarderSettings, event: FeedEvent): Promise<number> {
  const { event: kind, timestampS, dataText } = event;
  const body = `{"event":${JSON.stringify(kind)},"timestamp":${timestampS},"data":${dataText}}`;
  const response = await request(url, {
    method: 'POST',
    headers: webhookHeaders({ event: kind, mode: 'test', body, timestampS }, secret),
    body,
    dispatcher: agent,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  // The status is what counts; the rest is read so that the server can finish cleanly, if it does so soon.
  await response.body.dump({ limit: DRAIN_LIMIT_BYTES, signal: AbortSignal.timeout(DRAIN_TIMEOUT_MS) }).catch(() => {});
  return response.statusCode;
}
