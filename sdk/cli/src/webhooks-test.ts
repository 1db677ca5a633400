import { sessionSecret } from '../../../src/cli/listen/listen-settings.ts';
import { describeNetworkError, sendRequest } from '../../../src/cli/listen/send-request.ts';
import { TEST_EVENT } from '../../../src/features/webhooks/event.ts';
import { unixSeconds, webhookHeaders } from '../../../src/features/webhooks/sign.ts';
import { testEventBody } from '../../../src/features/webhooks/test-event-body.ts';
import { CommandFailure } from '../../../src/platform/command-failure.ts';
import { clientOf, connectionOf, type Given, text, usage } from './given.ts';
import { printResult } from './output.ts';
import type { Connection } from './profiles.ts';
import { forwardUrl, givenSecret } from './secret-option.ts';

/** The timeout of a webhook. */
const TIMEOUT_MS = 10_000;
const MOST_BYTES = 64 * 1024;

/** The response to one post; the status is null without a response. */
interface Posted {
  readonly status: number | null;
  readonly duration_ms: number;
  /** Why there was no response. */
  readonly error: string | null;
}

/**
 * `peye webhooks test`: posts two test events from this machine to a handler: a signed one, which it must accept, and one with a wrong
 * signature, which it must reject.
 */
export async function testWebhooks({ values }: Given): Promise<void> {
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
  const post = async (secret: string) => {
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

async function callbackUrl(connection: Connection): Promise<string> {
  const { callback_url: url } = await clientOf(connection).checkout.website();
  if (url === null)
    throw new CommandFailure('the website has no callback URL. Give the URL of your handler with --forward.');
  return url;
}

async function postTo(
  url: string,
  sent: { readonly headers: Record<string, string>; readonly body: string; readonly skipVerify: boolean },
): Promise<Posted> {
  const startedMs = performance.now();
  const outcome = await sendRequest(url, {
    ...sent,
    method: 'POST',
    timeoutMs: TIMEOUT_MS,
    bodyTimeoutMs: TIMEOUT_MS,
    mostBytes: MOST_BYTES,
  }).then(
    ({ status }) => ({ status, error: null }),
    (error: unknown) => ({ status: null, error: describeNetworkError(error) }),
  );
  return { ...outcome, duration_ms: Math.round(performance.now() - startedMs) };
}

function isSuccess({ status }: Posted): boolean {
  return status !== null && status >= 200 && status < 300;
}

function line({ status, error, duration_ms: ms }: Posted): string {
  return `${status ?? error}  ${ms} ms`;
}
