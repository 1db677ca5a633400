import assert from 'node:assert/strict';
import { TOTP } from 'otpauth';
import { type Role, sideOf } from '../../src/core/roles.ts';
import { passwordHashing } from '../../src/features/users/passwords.ts';
import { recoveryCodeHash } from '../../src/features/users/recovery-codes.ts';
import { startSession } from '../../src/features/users/sessions.ts';
import { insertSession } from '../../src/features/users/store/sessions.ts';
import { insertFactor, replaceRecoveryCodes } from '../../src/features/users/store/user-factors.ts';
import { insertUser, replaceWebsitesOfUser, type User } from '../../src/features/users/store/users.ts';
import { newTotpSecret } from '../../src/features/users/totp.ts';
import { newId } from '../../src/platform/secrets/secrets.ts';
import type { TestGateway } from './gateway.ts';
import { formsOf, type HtmlForm } from './html-forms.ts';

/** The password of every user that `consolePerson` creates. */
export const PASSWORD = 'mango river lantern 58';
const COOKIE = 'peye_console';
const MINUTE_US = 60_000_000;

/**
 * How a user has signed in. `recent`: the factor was confirmed a moment ago; `old`: six minutes ago; `none`: the user has no factor, and
 * the session is complete; `half`: the password was right, and the session waits for the factor.
 */
export type Standing = 'recent' | 'old' | 'none' | 'half';

export interface ConsoleResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The address of a redirect, below `/console`; null without a redirect. */
  readonly location: string | null;
}

/** The optional parts of a request. */
interface FormSubmission {
  readonly fields?: Readonly<Record<string, string | readonly string[]>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** A raw body, used instead of fields. */
  readonly body?: string;
}

/**
 * A browser without scripts, with its own cookie jar. It can post forms, and does not follow links or redirects by
 * itself.
 */
export interface ConsoleClient {
  /** The cookies, by their names. */
  readonly jar: Map<string, string>;
  /** Sends a request with exactly these contents, and the cookies. Paths are below `/console`. */
  request(method: string, path: string, sent?: FormSubmission): Promise<ConsoleResponse>;
  get(path: string, headers?: Record<string, string>): Promise<ConsoleResponse>;
  /** Posts fields as one of our forms would, with the form token of the current session unless the fields have another one. */
  post(path: string, fields?: FormSubmission['fields'], headers?: Record<string, string>): Promise<ConsoleResponse>;
  /** Opens a page, and posts its form whose action ends with `action`, unchanged except for these fields. */
  submit(page: string, action: string, fields?: FormSubmission['fields']): Promise<ConsoleResponse>;
  /** A form token of the session. */
  formToken(): Promise<string>;
}

/** A user who may sign in, with an existing session. */
export interface ConsolePerson extends ConsoleClient {
  readonly user: User;
  readonly sessionId: string;
  /** Null without a factor. */
  readonly factorId: string | null;
  /** The secret of the authenticator, in base 32. */
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  /** The code that the authenticator shows now, or this many steps of thirty seconds later. */
  code(steps?: number): string;
}

/** Opens a browser without a session. */
export function consoleClient(origin: string): ConsoleClient {
  const jar = new Map<string, string>();
  let known = { cookie: '', token: '' };
  const request: ConsoleClient['request'] = async (method, path, { fields, headers = {}, body } = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const sent = body ?? (fields && encoded(fields));
    const response = await fetch(`${origin}/console${path}`, {
      method,
      redirect: 'manual',
      headers: {
        // Compression would take a quarter of the time of these tests; test/pages/appearance.test.ts tests it.
        'accept-encoding': 'identity',
        ...(cookie !== '' && { cookie }),
        ...(sent !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      ...(sent !== undefined && { body: sent }),
    });
    keepCookies(jar, response.headers);
    const { pathname, search } = new URL(response.headers.get('location') ?? '', `${origin}/`);
    const location = response.headers.has('location') ? `${pathname}${search}`.replace(/^\/console/, '') : null;
    return { status: response.status, headers: response.headers, text: await response.text(), location };
  };
  const get: ConsoleClient['get'] = (path, headers = {}) => request('GET', path, { headers });
  const formToken = async () => {
    const cookie = jar.get(COOKIE) ?? '';
    if (known.token === '' || known.cookie !== cookie) {
      // One of these pages is shown with a session, one with a half session, and one without a session.
      let token: string | undefined;
      for (const path of ['/account', '/sign-in/factor', '/sign-in']) {
        token ??= /name="form_token" value="([^"]+)"/.exec((await get(path)).text)?.[1];
      }
      assert.ok(token, 'a page has a form');
      known = { cookie: jar.get(COOKIE) ?? '', token };
    }
    return known.token;
  };
  const post: ConsoleClient['post'] = async (path, fields = {}, headers = {}) => {
    const given = 'form_token' in fields ? fields : { form_token: await formToken(), ...fields };
    return request('POST', path, { fields: given, headers: { 'sec-fetch-site': 'same-origin', origin, ...headers } });
  };
  const submit: ConsoleClient['submit'] = async (page, action, fields = {}) => {
    const { text, status } = await get(page);
    const form = formsOf(text).find((each) => each.method === 'post' && pathOf(each.action).endsWith(action));
    assert.ok(form, `${page} (${status}) has a form that leads to ${action}`);
    return post(pathOf(form.action), { ...valuesOf(form), ...fields });
  };
  return { jar, request, get, post, submit, formToken };
}

let people = 0;

/**
 * Creates a user with this role and a session, directly in the store. This is fast, because the password is hashed only once. Users of a
 * merchant get the gateway's first website unless others are named.
 */
export async function consolePerson(
  gateway: Pick<TestGateway, 'store' | 'website' | 'url'>,
  role: Role,
  {
    standing = 'recent',
    websiteIds,
    ...changes
  }: Partial<User> & { standing?: Standing; websiteIds?: readonly string[] } = {},
): Promise<ConsolePerson> {
  const { db, box, clock } = gateway.store;
  const nowUs = clock();
  const number = ++people;
  const user: User = {
    id: newId('usr'),
    email: `person${number}@console.example`,
    name: `Person ${number}`,
    role,
    language: 'en',
    passwordHash: await passwordHash(),
    version: 1,
    createdAtUs: nowUs,
    acceptedAtUs: nowUs,
    deactivatedAtUs: null,
    ...changes,
  };
  const hasFactor = standing !== 'none';
  const factorId = newId('fac');
  const { secret } = await newTotpSecret({ issuer: 'Peye', label: user.email });
  const recoveryCodes = hasFactor ? ['aaaa-bbbb-cccc-dddd', 'eeee-ffff-gggg-hhhh'] : [];
  const { session, token } = startSession({ userId: user.id, isHalf: standing === 'half', nowUs }, VISITOR);
  const factorAtUs = { recent: nowUs, old: nowUs - 6 * MINUTE_US, none: null, half: null }[standing];
  await db.transaction(async (tx) => {
    assert.ok(await insertUser(tx, user));
    const bound = websiteIds ?? (sideOf(role) === 'merchant' ? [gateway.website.id] : []);
    await replaceWebsitesOfUser(tx, user.id, bound);
    if (hasFactor) {
      await insertFactor(tx, {
        id: factorId,
        userId: user.id,
        kind: 'totp',
        name: 'Phone',
        createdAtUs: nowUs,
        lastUsedAtUs: null,
        totpSecretSealed: box.seal('totp-secret', secret, factorId),
        totpLastStep: 0,
        credentialId: null,
        publicKey: null,
        signCount: null,
        transports: null,
      });
    }
    const hashes = recoveryCodes.map((code) => recoveryCodeHash(user.id, code));
    await replaceRecoveryCodes(tx, { userId: user.id, hashes, nowUs });
    await insertSession(tx, { ...session, factorAtUs });
  });
  const client = consoleClient(gateway.url);
  client.jar.set(COOKIE, token);
  // Payments of tests are test payments. Without the cookie, a user with a live key would see live ones.
  client.jar.set('peye_mode', 'test');
  const code = (steps = 0) => new TOTP({ secret }).generate({ timestamp: clock() / 1000 + steps * 30_000 });
  return {
    ...client,
    user,
    sessionId: session.id,
    factorId: hasFactor ? factorId : null,
    secret,
    recoveryCodes,
    code,
  };
}

const VISITOR = { address: '203.0.113.9', userAgent: 'Mozilla/5.0 (Android 15) Firefox/140.0' };

let hashed: Promise<string> | undefined;

/** The hash of the password that all of these users have. */
function passwordHash(): Promise<string> {
  hashed ??= passwordHashing().inTurn((hasher) => hasher.hash(PASSWORD));
  return hashed;
}

/** The path of an address below `/console`. */
export function pathOf(address: string): string {
  return address.replace(/^(https?:\/\/[^/]+)?\/console/, '');
}

/** The fields that a browser would send for a form that the user has not changed. */
export function valuesOf({ fields }: HtmlForm): Record<string, string> {
  return Object.fromEntries(fields.flatMap(({ name, value }) => (value === null ? [] : [[name, value]])));
}

function encoded(fields: NonNullable<FormSubmission['fields']>): string {
  const given = new URLSearchParams();
  for (const [name, values] of Object.entries(fields)) {
    for (const value of [values].flat()) given.append(name, value);
  }
  return String(given);
}

function keepCookies(jar: Map<string, string>, headers: Headers): void {
  for (const line of headers.getSetCookie()) {
    const [pair = ''] = line.split(';');
    const [name = '', value = ''] = pair.split('=');
    if (/max-age=0/i.test(line)) jar.delete(name);
    else jar.set(name, value);
  }
}
