import type { FastifyError, FastifyReply } from 'fastify';
import { ApiError } from '../core/errors.ts';
import { DatabaseUnavailable } from '../database/database.ts';
import { SignedOut } from '../features/users/session-rules.ts';
import { UNAVAILABLE_RETRY_SECONDS } from '../http/errors.ts';
import { seeOther } from '../http/form-fields.ts';
import { noteOnRequest } from '../http/note-on-request.ts';
import { html } from '../platform/html/html.ts';
import { FAILURES } from '../platform/messages/failures/failure-messages.ts';
import { refusalText } from '../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { type ConsoleContext, hrefOf } from './console-context.ts';
import { notice } from './views/parts.ts';

/** Shows every error as a page that says what to do. Errors of the gateway are logged. */
export async function showFailure(context: ConsoleContext, error: FastifyError | Error): Promise<FastifyReply> {
  const { request, reply } = context;
  if (error instanceof SignedOut) return seeOther(reply, hrefOf(context, '/sign-in'));
  if (error instanceof DatabaseUnavailable) {
    request.log.warn({ reason: error.message }, 'the store is unavailable');
    noteOnRequest(request, { error: 'service_unavailable' });
    reply.header('retry-after', String(UNAVAILABLE_RETRY_SECONDS));
    return showMessage(context, 503, 'unavailable');
  }
  if (error instanceof OperatorError) {
    return error.code === 'not_found' ? showMessage(context, 404, 'notFound') : showRefusal(context, error);
  }
  const status = error instanceof ApiError ? error.status : ((error as FastifyError).statusCode ?? 500);
  if (status === 429) {
    const seconds = (error as Partial<ApiError>).retryAfterSeconds ?? 1;
    noteOnRequest(request, { error: 'rate_limit_exceeded' });
    reply.header('retry-after', String(seconds));
    return showMessage(context, 429, 'tooMany', seconds);
  }
  if (status === 404) return showMessage(context, 404, 'notFound');
  if (status === 413) return showMessage(context, 413, 'tooLarge');
  if (status < 500) {
    noteOnRequest(request, { error: 'bad_request' });
    return showMessage(context, status, 'refused');
  }
  request.log.error({ err: error }, 'a page of the console failed');
  noteOnRequest(request, { error: 'internal_error' });
  return showMessage(context, 500, 'systemError');
}

/** A page with one message. */
export async function showMessage(
  context: ConsoleContext,
  status: number,
  kind: keyof (typeof FAILURES)['en'],
  seconds = 1,
): Promise<FastifyReply> {
  if (status === 404) noteOnRequest(context.request, { error: 'not_found' });
  const { title, text } = FAILURES[context.language][kind];
  const content = html`<p>${typeof text === 'string' ? text : text({ seconds })}</p>`;
  return context.show({ title, content }, status);
}

/** A verb's refusal that no form can show next to a field. */
function showRefusal(context: ConsoleContext, { refusal }: OperatorError): Promise<FastifyReply> {
  noteOnRequest(context.request, { error: 'validation_error' });
  const { title } = FAILURES[context.language].refused;
  return context.show({ title, content: notice('bad', html`<p>${refusalText(refusal, context.language)}</p>`) }, 422);
}
