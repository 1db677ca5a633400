import { webhookHeaders } from '../../features/webhooks/sign.ts';
import { CommandFailure } from '../../platform/command-failure.ts';
import type { FeedEvent } from './feed-page.ts';
import { pause } from './pace.ts';
import { describeNetworkError, isCertificateError, isPlainHttp, isTimeout, sendRequest } from './send-request.ts';

/** Longer than the timeout of a webhook, because a developer may be debugging the handler. */
const TIMEOUT_MS = 30_000;
const RETRY_WAIT_MS = 500;
const RETRY_WAIT_MAX_MS = 5_000;
const DRAIN_TIMEOUT_MS = 2_000;
const DRAIN_LIMIT_BYTES = 64 * 1024;

interface ForwarderSettings {
  readonly url: string;
  readonly secret: string;
  /** Accept any certificate. */
  readonly skipVerify: boolean;
  readonly report: (text: string) => void;
  readonly stopping: AbortSignal;
  /** The hint after the first response that looks like a rejected signature. */
  readonly explainRefusal: (status: number) => Promise<string>;
}

/** Statuses that handlers return for an invalid signature. */
const REFUSALS = [400, 401, 403];

interface Forwarded {
  /** Whether a webhook with this response would count as delivered. */
  readonly isAccepted: boolean;
  /** Status and duration of the response, for the output. */
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
        // The server has received the event. As for a response other than 2xx, the developer has to find the cause.
        if (isTimeout(error)) return { isAccepted: false, text: `no response  ${duration()}` };
        const reason = describeNetworkError(error);
        if (isCertificateError(error)) {
          throw new CommandFailure(
            `the certificate of ${url} is not trusted: ${reason}. To accept it, use --skip-verify.`,
          );
        }
        if (isPlainHttp(error)) {
          throw new CommandFailure(
            `${url} begins with https://, but the server there does not use TLS. Set --forward to its http:// address.`,
          );
        }
        if (failures === 0) report(`${url} is unavailable (${reason}). Retrying until it responds.`);
        await pause(Math.min(RETRY_WAIT_MS * 2 ** failures, RETRY_WAIT_MAX_MS), stopping);
        if (stopping.aborted) return undefined;
      }
    }
  };
}

async function post({ url, secret, skipVerify }: ForwarderSettings, event: FeedEvent): Promise<number> {
  const { event: kind, timestampS, dataText } = event;
  const body = `{"event":${JSON.stringify(kind)},"timestamp":${timestampS},"data":${dataText}}`;
  // Only the status matters. The body is read so that a server that responds quickly can finish cleanly.
  const { status } = await sendRequest(url, {
    method: 'POST',
    headers: webhookHeaders({ event: kind, mode: 'test', body, timestampS }, secret),
    body,
    timeoutMs: TIMEOUT_MS,
    bodyTimeoutMs: DRAIN_TIMEOUT_MS,
    mostBytes: DRAIN_LIMIT_BYTES,
    skipVerify,
  });
  return status;
}
