import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { US_PER_MINUTE } from '../core/durations.ts';
import { formFields } from '../http/form-fields.ts';
import { hashKey, randomBase62, type SecretBox } from '../platform/secrets/secrets.ts';
import { asObject, parseObject } from '../platform/text/json-object.ts';
import { type ConsoleContext, type KeptForm, ownPath } from './console-context.ts';
import { CONSOLE_PATH } from './console-path.ts';
import type { ConsoleRoute, FieldCount } from './route.ts';
import { cookieHeader, cookieOf, markOf, sessionToken } from './session-cookie.ts';

/** The fields of every form: its token, the address of its page, and, for password managers, the user name. */
const OF_EVERY_FORM: Readonly<Record<string, FieldCount>> = {
  form_token: 'one',
  form_page: 'maybe',
  username: 'maybe',
};

const TOKEN_PURPOSE = 'console-form';
const NONCE_CHARACTERS = 12;
const TOKEN = /^([0-9A-Za-z]{12})\.([0-9a-f]{32})$/;

/** The subject of a form's token before sign-in, when no session exists. Such forms are protected by the check of the request's origin. */
const NO_SESSION = 'no session';

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
 * signed in here last (`markBrowser`): for any other user, or in any other browser, it does not open. Only a form
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

/**
 * Whether a form sent exactly the fields of its route, each as often as allowed. So no missing field is read as an
 * empty one, no value of a duplicate field is picked, and no unknown field is read.
 */
export function isWholeForm(
  { body }: Pick<FastifyRequest, 'body'>,
  sends: Readonly<Record<string, FieldCount>>,
): boolean {
  const fields = { ...OF_EVERY_FORM, ...sends };
  const sent = { ...(body as Readonly<Record<string, unknown>> | null) };
  return (
    Object.keys(sent).every((name) => Object.hasOwn(fields, name)) &&
    Object.entries(fields).every(([name, count]) => isCount(count, sent[name], Object.hasOwn(sent, name)))
  );
}

function isCount(count: FieldCount, value: unknown, isSent: boolean): boolean {
  if (count === 'many') return true;
  // For a duplicate field, a multipart form has no value, and other forms have a list.
  return isSent ? value !== undefined && !Array.isArray(value) : count === 'maybe';
}

/**
 * The CSRF token of a session's forms, which another site's page cannot know. Each response has a different one, so that the compressed
 * size of a page reveals nothing about it.
 *
 * @param sessionHash undefined before sign-in
 */
export function makeFormToken(box: Pick<SecretBox, 'tag'>, sessionHash: string | undefined): string {
  const nonce = randomBase62(NONCE_CHARACTERS);
  return `${nonce}.${box.tag(TOKEN_PURPOSE, taggedText(nonce, sessionHash))}`;
}

/** Whether the submitted form belongs to this session. */
export function isFormToken(box: Pick<SecretBox, 'isTag'>, sessionHash: string | undefined, token: string): boolean {
  const [, nonce, tag] = TOKEN.exec(token) ?? [];
  return nonce !== undefined && tag !== undefined && box.isTag(TOKEN_PURPOSE, taggedText(nonce, sessionHash), tag);
}

function taggedText(nonce: string, sessionHash = NO_SESSION): string {
  return `${sessionHash}/${nonce}`;
}

/**
 * Whether a request that changes something comes from a page of this gateway, by the browser's `Sec-Fetch-Site` header, or else by
 * `Origin`. A browser that sends neither is old, and only the form's token is checked.
 */
export function isOwnRequest({ headers }: Pick<FastifyRequest, 'headers'>, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = headers;
  return origin === undefined || origin === new URL(publicUrl).origin;
}
