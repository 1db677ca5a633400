import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { US_PER_MINUTE } from '../core/durations.ts';
import { formFields } from '../http/form-fields.ts';
import { hashKey, type SecretBox } from '../platform/secrets/secrets.ts';
import { asObject, parseObject } from '../platform/text/json-object.ts';
import { isFormToken, isOwnRequest, isWholeForm } from './check-form.ts';
import { type ConsoleContext, type KeptForm, ownPath } from './console-context.ts';
import { CONSOLE_PATH } from './console-path.ts';
import { markOf } from './known-browser.ts';
import type { ConsoleRoute } from './route.ts';
import { cookieHeader, cookieOf, sessionToken } from './session-cookie.ts';

const NAME = 'peye_kept';
const PURPOSE = 'kept-form';
const KEPT_SECONDS = 15 * 60;
/** Proxies such as nginx refuse responses whose headers have more than 4,096 bytes. */
const MAX_SEALED = 2_400;
/** Larger than any form. */
const MAX_BYTES = 64 * 1024;
/** Fields that are not saved, and typed again: secrets, and names that a user types to confirm. */
const NEVER = /password|code|secret|passkey|token|uri|^shop_name$/;
/** Hidden fields, which users do not type. */
const UNTYPED: ReadonlySet<string> = new Set(['seen', 'once', 'version', 'change', 'active', 'id', 'mode', 'next']);

interface Parts {
  readonly box: Pick<SecretBox, 'seal' | 'open'>;
  readonly publicUrl: string;
  readonly clock: () => number;
}

/**
 * Keeps the fields of a form in the browser, so that its page can show them again after the user has signed in. Returns
 * whether there were fields to save, and whether they were short enough.
 *
 * The fields are in a cookie for 15 minutes. The server stores nothing, so no request without a session can fill the
 * store. The cookie is encrypted and authenticated for the mark of this browser, which belongs to the account that
 * signed in here last (`known-browser.ts`): for any other user, or in any other browser, it does not open. Only a form
 * whose token was issued to the browser's own session is saved, so another site cannot plant values. A form with a
 * saved value is never sent by itself. Secrets are not saved.
 */
export function keepForm(context: ConsoleContext, route: ConsoleRoute): 'saved' | 'too_long' | 'nothing' {
  const { request, reply, deps } = context;
  const { publicUrl, box } = deps;
  const token = sessionToken(request, publicUrl);
  const mark = markOf(request, publicUrl);
  if (route.method !== 'POST' || token === undefined || mark === undefined) return 'nothing';
  const [formToken = ''] = formFields(request, 'form_token');
  if (!isOwnRequest(request, publicUrl) || !isFormToken(box, hashKey(token), formToken)) return 'nothing';
  if (!isWholeForm(request, route.sends)) return 'nothing';
  const names = Object.keys(route.sends).filter((name) => !NEVER.test(name));
  const fields = Object.fromEntries(
    names.map((name) => [name, formFields(request, name)] as const).filter(([, values]) => values.length > 0),
  );
  const isTyped = Object.entries(fields).some(([name, values]) => !UNTYPED.has(name) && values.join('') !== '');
  if (!isTyped) return 'nothing';
  const untilUs = deps.clock() + (KEPT_SECONDS / 60) * US_PER_MINUTE;
  const text = JSON.stringify({ action: pathOf(request), page: ownPath(context), untilUs, fields });
  const sealed = box.seal(PURPOSE, deflateRawSync(text).toString('base64'), mark);
  if (sealed.length > MAX_SEALED) return 'too_long';
  reply.header('set-cookie', `${cookieHeader(NAME, sealed, publicUrl)}; Max-Age=${KEPT_SECONDS}`);
  return 'saved';
}

/** The form that this browser keeps for the account that signed in here last, with its page; undefined if there is none. */
export function keptForm(
  request: FastifyRequest,
  { box, publicUrl, clock }: Parts,
): (KeptForm & { page: string }) | undefined {
  const sealed = cookieOf(request, NAME, publicUrl);
  const mark = markOf(request, publicUrl);
  if (sealed === undefined || mark === undefined) return undefined;
  try {
    const packed = Buffer.from(box.open(PURPOSE, sealed, mark), 'base64');
    const kept = parseObject(inflateRawSync(packed, { maxOutputLength: MAX_BYTES }).toString());
    const { action, page, untilUs, fields } = asObject(kept);
    if (typeof action !== 'string' || typeof page !== 'string' || Number(untilUs) <= clock()) return undefined;
    return { action, page, fields: asObject(fields) as KeptForm['fields'] };
  } catch {
    // It was sealed for another account, or changed.
    return undefined;
  }
}

/** Removes the saved form, once its user has sent a form to the same target. */
export function clearKeptForm(request: FastifyRequest, reply: FastifyReply, parts: Parts): void {
  if (keptForm(request, parts)?.action === pathOf(request)) removeKeptForm(reply, parts);
}

/** Removes the saved form. */
export function removeKeptForm(reply: FastifyReply, { publicUrl }: Pick<Parts, 'publicUrl'>): void {
  reply.header('set-cookie', `${cookieHeader(NAME, '', publicUrl)}; Max-Age=0`);
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0]?.slice(CONSOLE_PATH.length) ?? '';
}
