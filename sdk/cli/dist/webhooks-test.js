import { sessionSecret } from './shared/cli/listen/listen-settings.js';
import { describeNetworkError, sendRequest } from './shared/cli/listen/send-request.js';
import { TEST_EVENT } from './shared/features/webhooks/event.js';
import { unixSeconds, webhookHeaders } from './shared/features/webhooks/sign.js';
import { testEventBody } from './shared/features/webhooks/test-event-body.js';
import { CommandFailure } from './shared/platform/command-failure.js';
import { clientOf, connectionOf,             text, usage } from './given.js';
import { printResult } from './output.js';

import { forwardUrl, givenSecret } from './secret-option.js';

const TIMEOUT_MS = 10_000;
const MOST_BYTES = 64 * 1024;

export async function testWebhooks({ values }       )                {
  const connection = connectionOf(values);
  const forward = text(values, 'forward');
  const given = givenSecret(values);
  if (forward === undefined && given === undefined) {
    throw usage('give the webhook secret of the website with --secret or PEYE_WEBHOOK_SECRET, or a URL with --forward');
  }
  const url = forward === undefined ? await callbackUrl(connection) : forwardUrl(forward);
  const mode = connection.key.startsWith('tk_live_') ? 'live' : 'test';
  const nowUs = Date.now() * 1000;
  const body = testEventBody(nowUs);
  const post = async (secret        ) => {
    const headers = webhookHeaders({ event: TEST_EVENT, mode, body, timestampS: unixSeconds(nowUs) }, secret);
    return await postTo(url, { headers, body, skipVerify: values['skip-verify'] === true });
  };
  const signed = await post(given?.secret ?? sessionSecret(connection.key));
  if (signed.status === null) throw new CommandFailure(`${url} did not respond: ${signed.error}`);
  const unsigned = await post(`whsec_${'wrong'.repeat(6)}`);
  const isAccepted = isSuccess(signed);
  const isChecked = !isSuccess(unsigned);
  printResult(values, { url, mode, signed, wrong_signature: unsigned, passed: isAccepted && isChecked }, () =>
    [`Test event to ${url}`, `Signed           ${line(signed)}`, `Wrong signature  ${line(unsigned)}`].join('\n'),
  );
  if (!isAccepted) throw new CommandFailure('your handler did not accept the signed event: it must respond with 2xx');
  if (!isChecked) {
    throw new CommandFailure(
      'your handler accepted an event with a wrong signature: anyone could report a payment to it',
    );
  }
}

async function callbackUrl(connection            )                  {
  const { callback_url: url } = await clientOf(connection).checkout.website();
  if (url === null)
    throw new CommandFailure('the website has no callback URL. Give the URL of your handler with --forward.');
  return url;
}

async function postTo(
  url        ,
  sent                                                                                                   ,
)                  {
  const startedMs = performance.now();
  const outcome = await sendRequest(url, {
    ...sent,
    method: 'POST',
    timeoutMs: TIMEOUT_MS,
    bodyTimeoutMs: TIMEOUT_MS,
    mostBytes: MOST_BYTES,
  }).then(
    ({ status }) => ({ status, error: null }),
    (error         ) => ({ status: null, error: describeNetworkError(error) }),
  );
  return { ...outcome, duration_ms: Math.round(performance.now() - startedMs) };
}

function isSuccess({ status }        )          {
  return status !== null && status >= 200 && status < 300;
}

function line({ status, error, duration_ms: ms }        )         {
  return `${status ?? error}  ${ms} ms`;
}
