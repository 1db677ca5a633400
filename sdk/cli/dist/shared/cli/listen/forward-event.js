import { webhookHeaders } from '../../features/webhooks/sign.js';
import { CommandFailure } from '../../platform/command-failure.js';

import { pause } from './pace.js';
import { describeNetworkError, isCertificateError, isPlainHttp, isTimeout, sendRequest } from './send-request.js';

const TIMEOUT_MS = 30_000;
const RETRY_WAIT_MS = 500;
const RETRY_WAIT_MAX_MS = 5_000;
const DRAIN_TIMEOUT_MS = 2_000;
const DRAIN_LIMIT_BYTES = 64 * 1024;

const REFUSALS = [400, 401, 403];

export function eventForwarder(settings                   )               {
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

async function post({ url, secret, skipVerify }                   , event           )                  {
  const { event: kind, timestampS, dataText } = event;
  const body = `{"event":${JSON.stringify(kind)},"timestamp":${timestampS},"data":${dataText}}`;
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
