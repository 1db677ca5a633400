import type { FastifyReply } from 'fastify';
import { isHalf } from '../../features/users/session-rules.ts';
import { wholeAddressOf } from '../../http/count-request.ts';
import { formField, queryField, seeOther } from '../../http/form-fields.ts';
import { html } from '../../platform/html/html.ts';
import { SIGN_IN_TEXTS } from '../../platform/messages/sign-in/sign-in-messages.ts';
import { type ConsoleContext, hrefOf, visitorOf } from '../console-context.ts';
import { nextPath } from '../console-path.ts';
import { keptForm, removeKeptForm } from '../kept-form.ts';
import type { ConsoleRoute } from '../route.ts';
import { clearSessionToken, knownBrowser, markBrowser, sendSessionToken, sessionToken } from '../session-cookie.ts';
import { formView } from '../views/form.ts';
import { notice } from '../views/parts.ts';

/** Sign-in with a password, and sign-out. */
export const SIGN_IN_ROUTES: readonly ConsoleRoute[] = [
  { method: 'GET', path: '/sign-in', access: 'everybody', handle: showSignIn },
  {
    method: 'POST',
    path: '/sign-in',
    access: 'everybody',
    sends: { email: 'one', password: 'one', next: 'maybe' },
    handle: signIn,
  },
  { method: 'POST', path: '/sign-out', access: 'half', sends: {}, handle: signOut },
];

/** The page on which a user requests a link to set a new password. */
const LOST_PASSWORD_PATH = '/sign-in/lost-password';

/** A link for a lost password. If the gateway sends no e-mails, these routes lead back to the sign-in. */
export const LOST_PASSWORD_ROUTES: readonly ConsoleRoute[] = [
  { method: 'GET', path: LOST_PASSWORD_PATH, access: 'everybody', handle: (context) => showLostPassword(context) },
  { method: 'POST', path: LOST_PASSWORD_PATH, access: 'everybody', sends: { email: 'one' }, handle: sendLink },
];

async function showSignIn(context: ConsoleContext): Promise<FastifyReply> {
  const { who, request, reply } = context;
  const next = nextPath(queryField(request, 'next'));
  if (who && !isHalf(who)) return seeOther(reply, hrefOf(context, '') + next);
  return showForm(context, { next, ended: endedText(context, next) });
}

/**
 * The notice about the browser's previous session, and about the form that it sent; undefined when the browser had no
 * session.
 */
function endedText({ request, deps, language }: ConsoleContext, next: string): string | undefined {
  const texts = SIGN_IN_TEXTS[language];
  if (keptForm(request, deps)?.page === next) return texts.endedKept;
  if (queryField(request, 'lost') === '1') return texts.endedLost;
  return sessionToken(request, deps.publicUrl) === undefined ? undefined : texts.ended;
}

async function signIn(context: ConsoleContext): Promise<FastifyReply> {
  const { request, reply, deps, language } = context;
  const texts = SIGN_IN_TEXTS[language];
  const email = formField(request, 'email').trim();
  const next = nextPath(formField(request, 'next'));
  const result = await deps.users.signIn(
    {
      email,
      password: formField(request, 'password'),
      formerToken: sessionToken(request, deps.publicUrl),
      knownBrowser: knownBrowser(request, deps, email),
      ...visitorOf(request),
    },
    deps.limits,
  );
  switch (result.outcome) {
    case 'signed_in':
    case 'factor_awaited':
      sendSessionToken(reply, deps.publicUrl, result.token);
      if (result.outcome === 'signed_in') markBrowser(request, reply, { deps, email });
      return seeOther(
        reply,
        result.outcome === 'signed_in' ? hrefOf(context, '') + next : hrefOf(context, '/sign-in/factor', { next }),
      );
    case 'wrong':
      return showForm(context, { next, email, fault: texts.wrong, status: 422 });
    case 'busy':
      reply.header('retry-after', '5');
      return showForm(context, { next, email, fault: texts.busy, status: 503 });
    case 'wait':
      reply.header('retry-after', String(result.seconds));
      return showForm(context, {
        next,
        email,
        fault: texts.wait({ seconds: result.seconds }),
        status: 429,
      });
  }
}

async function signOut(context: ConsoleContext): Promise<FastifyReply> {
  const { request, reply, deps } = context;
  const token = sessionToken(request, deps.publicUrl);
  if (token !== undefined) await deps.users.signOut(token, wholeAddressOf(request) ?? null);
  clearSessionToken(reply, deps.publicUrl);
  removeKeptForm(reply, deps);
  return seeOther(reply, hrefOf(context, '/sign-in'));
}

function showForm(
  context: ConsoleContext,
  {
    next,
    email,
    ended,
    fault,
    status = 200,
  }: { next: string; email?: string; ended?: string | undefined; fault?: string; status?: number },
): Promise<FastifyReply> {
  const texts = SIGN_IN_TEXTS[context.language];
  const form = formView(context, {
    action: '/sign-in',
    submit: texts.signIn,
    hidden: { next },
    fields: [
      { name: 'email', label: texts.email, type: 'email', value: email, autocomplete: 'username', inputmode: 'email' },
      { name: 'password', label: texts.password, type: 'password', autocomplete: 'current-password' },
    ],
  });
  const lostPassword = context.deps.sendsMail
    ? html`<p><a href="${hrefOf(context, LOST_PASSWORD_PATH)}">${texts.lostLink}</a></p><p class="soft">${texts.noPasswordYet}</p>`
    : html`<p class="soft">${texts.noPassword}</p>`;
  const content = html`${ended === undefined ? '' : notice('care', html`<p>${ended}</p>`)}${fault === undefined ? '' : notice('bad', html`<p>${fault}</p>`)}<div class="sheet">${form}</div>
${lostPassword}`;
  return context.show({ title: texts.signIn, content }, status);
}

async function showLostPassword(context: ConsoleContext, waitSeconds = 0): Promise<FastifyReply> {
  const { deps, language, request, reply } = context;
  if (!deps.sendsMail) return seeOther(reply, hrefOf(context, '/sign-in'));
  const texts = SIGN_IN_TEXTS[language];
  const back = html`<p><a href="${hrefOf(context, '/sign-in')}">${texts.signIn}</a></p>`;
  if (queryField(request, 'done') === 'sent') {
    const content = html`${notice('good', html`<p>${texts.lostSent}</p>`)}<p>${texts.lostLater}</p>${back}`;
    return context.show({ title: texts.lostTitle, content });
  }
  const form = formView(context, {
    action: LOST_PASSWORD_PATH,
    submit: texts.lostSend,
    fields: [
      {
        name: 'email',
        label: texts.email,
        type: 'email',
        value: formField(request, 'email'),
        autocomplete: 'username',
        inputmode: 'email',
      },
    ],
  });
  const wait = waitSeconds > 0 ? notice('bad', html`<p>${texts.wait({ seconds: waitSeconds })}</p>`) : '';
  const content = html`${wait}<p>${texts.lostText}</p><div class="sheet">${form}</div>${back}`;
  return context.show({ title: texts.lostTitle, content }, waitSeconds > 0 ? 429 : 200);
}

async function sendLink(context: ConsoleContext): Promise<FastifyReply> {
  const { deps, request, reply } = context;
  if (!deps.sendsMail) return seeOther(reply, hrefOf(context, '/sign-in'));
  const given = { email: formField(request, 'email'), address: visitorOf(request).address };
  const seconds = await deps.users.requestNewPassword(given, deps.limits);
  if (seconds > 0) {
    reply.header('retry-after', String(seconds));
    return showLostPassword(context, seconds);
  }
  return seeOther(reply, hrefOf(context, LOST_PASSWORD_PATH, { done: 'sent' }));
}
