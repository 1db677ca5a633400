import { InvalidArgumentError, UnexpectedResponseError } from './errors.ts';
import { fieldsInJson } from './fields-in-json.ts';
import type { Settings } from './settings.ts';
import { type Answer, read } from './transport.ts';
import type { CheckoutSession, CreateSessionFields } from './types.ts';

/**
 * Creates a checkout session. It is repeated after failures that may be temporary: a session whose response was lost is never shown to a
 * customer, and expires unpaid.
 */
export async function createSession(
  settings: Settings,
  fields: CreateSessionFields,
  timeoutMs: number | undefined,
): Promise<CheckoutSession> {
  return session(await read(settings, 'createCheckoutSession', { body: fieldsInJson(fields), timeoutMs }));
}

/** The session as it is now. */
export async function readSession(settings: Settings, sessionId: string): Promise<CheckoutSession> {
  return session(await read(settings, 'readCheckoutSession', { params: sessionParam(sessionId) }));
}

/** Cancels a session. Cancelling it again is not an error, so the request is repeated like a read. */
export async function cancelSession(settings: Settings, sessionId: string): Promise<CheckoutSession> {
  return session(await read(settings, 'cancelCheckoutSession', { params: sessionParam(sessionId) }));
}

/** The session in the member `data`. Throws an `UnexpectedResponseError` when there is none. */
function session({ json, status, requestId }: Answer): CheckoutSession {
  if (typeof json.data?.session_id === 'string') return json.data;
  throw new UnexpectedResponseError(`The response (${status}) contains no session.`, { status, requestId });
}

function sessionParam(id: unknown): { session_id: string } {
  if (typeof id === 'string' && /^[A-Za-z0-9_]{1,64}$/.test(id)) return { session_id: id };
  throw new InvalidArgumentError('A session_id is the text that starts with cos_ in the response to sessions.create.');
}
