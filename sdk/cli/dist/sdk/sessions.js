import { InvalidArgumentError, UnexpectedResponseError } from './errors.js';
import { fieldsInJson } from './fields-in-json.js';

import {              read } from './transport.js';

export async function createSession(
  settings          ,
  fields                     ,
  timeoutMs                    ,
)                           {
  return session(await read(settings, 'createCheckoutSession', { body: fieldsInJson(fields), timeoutMs }));
}

export async function readSession(settings          , sessionId        )                           {
  return session(await read(settings, 'readCheckoutSession', { params: sessionParam(sessionId) }));
}

export async function cancelSession(settings          , sessionId        )                           {
  return session(await read(settings, 'cancelCheckoutSession', { params: sessionParam(sessionId) }));
}

function session({ json, status, requestId }        )                  {
  if (typeof json.data?.session_id === 'string') return json.data;
  throw new UnexpectedResponseError(`The response (${status}) contains no session.`, { status, requestId });
}

function sessionParam(id         )                         {
  if (typeof id === 'string' && /^[A-Za-z0-9_]{1,64}$/.test(id)) return { session_id: id };
  throw new InvalidArgumentError('A session_id is the text that starts with cos_ in the response to sessions.create.');
}
