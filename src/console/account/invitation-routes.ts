import type { FastifyReply } from 'fastify';
import { mayChange } from '../../core/roles.ts';
import { formField, seeOther } from '../../http/form-fields.ts';
import { html } from '../../platform/html/html.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { LANGUAGES, type Language } from '../../platform/messages/language.ts';
import { refusal, refusalText } from '../../platform/messages/refusals/refusal-messages.ts';
import { SIGN_IN_TEXTS } from '../../platform/messages/sign-in/sign-in-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { type ConsoleContext, hrefOf, visitorOf } from '../console-context.ts';
import type { ConsoleRoute } from '../route.ts';
import { markBrowser, sendSessionToken } from '../session-cookie.ts';
import { type FormField, formView } from '../views/form.ts';

/** The pages behind one-time links: an invitation, a password reset, the first owner. */
export const INVITATION_ROUTES: readonly ConsoleRoute[] = [
  { method: 'GET', path: '/invitations/:token', access: 'everybody', handle: showLink },
  {
    method: 'POST',
    path: '/invitations/:token',
    access: 'everybody',
    sends: { email: 'maybe', name: 'maybe', language: 'maybe', password: 'one' },
    handle: useLink,
    refused: (context, fault) => showLink(context, fault),
  },
];

async function showLink(
  given: ConsoleContext,
  fault?: OperatorError,
  status = fault ? 422 : 200,
): Promise<FastifyReply> {
  const found = await given.deps.users.readLink(tokenOf(given)).catch((error: unknown) => {
    if (error instanceof OperatorError) return error;
    throw error;
  });
  // Few phones send Kreyòl as their language, so the page uses the language that the inviter chose.
  const context = found instanceof OperatorError || !found.user ? given : given.preferring(found.user.language);
  const { language } = context;
  const texts = SIGN_IN_TEXTS[language];
  if (found instanceof OperatorError) {
    const signIn = html`<p><a href="${hrefOf(context, '/sign-in')}">${texts.signIn}</a></p>`;
    return context.show(
      { title: texts.linkOver, content: html`<p>${refusalText(found.refusal, language)}</p>${signIn}` },
      410,
    );
  }
  const { link, user } = found;
  const [title, text] = {
    invitation: [texts.welcome, texts.invited] as const,
    reset: [texts.newPassword, texts.resetText] as const,
    first_owner: [texts.firstOwner, texts.firstOwnerText] as const,
  }[link.kind];
  const email: FormField = {
    name: 'email',
    label: texts.email,
    type: 'email',
    autocomplete: 'username',
    inputmode: 'email',
  };
  const aboutMe: FormField[] = [
    { name: 'name', label: texts.name, autocomplete: 'name', maxlength: 255, value: user?.name ?? '' },
    {
      name: 'language',
      label: texts.language,
      type: 'select',
      value: user?.language ?? language,
      options: LANGUAGES.map((each) => [each, TEXTS[each].languageName]),
    },
  ];
  const form = formView(context, {
    action: `/invitations/${tokenOf(context)}`,
    submit: texts.goOn,
    fault,
    ...(user && { username: user.email }),
    fields: [
      ...(link.kind === 'first_owner' ? [email] : []),
      ...(link.kind === 'reset' ? [] : aboutMe),
      {
        name: 'password',
        label: texts.choosePassword,
        hint: texts.passwordHint,
        type: 'password',
        autocomplete: 'new-password',
        maxlength: 200,
      },
    ],
  });
  const content = html`<p>${typeof text === 'string' ? text : text({ email: user?.email ?? '' })}</p><div class="sheet">${form}</div>`;
  return context.show({ title, content }, status);
}

async function useLink(context: ConsoleContext): Promise<FastifyReply> {
  const { request, reply, deps } = context;
  const sent = (name: string) => formField(request, name);
  const isGiven = (name: string) => (request.body as Record<string, unknown> | null)?.[name] !== undefined;
  const used = await deps.users.useLink({
    token: tokenOf(context),
    password: sent('password'),
    ...(isGiven('name') && { name: sent('name').trim() }),
    ...(isGiven('email') && { email: sent('email').trim() }),
    ...(isGiven('language') && { language: LANGUAGES.find((each): each is Language => each === sent('language')) }),
    ...visitorOf(request),
  });
  if (used.outcome === 'busy') {
    reply.header('retry-after', '5');
    return showLink(context, new OperatorError('conflict', 'form', refusal('passwordBusy')), 503);
  }
  sendSessionToken(reply, deps.publicUrl, used.token);
  if (used.outcome === 'factor_awaited') return seeOther(reply, hrefOf(context, '/sign-in/factor'));
  const who = await deps.users.readSession(used.token);
  if (who) markBrowser(request, reply, { deps, email: who.user.email });
  // A user who may change data must set up two-factor authentication first, so the page offers it at once.
  const needsFactor = who !== undefined && mayChange(who.user.role) && !who.hasFactor;
  return seeOther(
    reply,
    needsFactor ? hrefOf(context, '/account/factors', { needed: 1, next: '/' }) : hrefOf(context, ''),
  );
}

function tokenOf({ params }: ConsoleContext): string {
  return params.token ?? '';
}
