import type { FastifyReply } from 'fastify';
import { formField, queryField, seeOther } from '../../http/form-fields.ts';
import { html } from '../../platform/html/html.ts';
import { SIGN_IN_TEXTS } from '../../platform/messages/sign-in/sign-in-messages.ts';
import { type ConsoleContext, hrefOf, visitorOf } from '../console-context.ts';
import type { ConsoleRoute } from '../route.ts';
import { formView } from '../views/form.ts';
import { notice } from '../views/parts.ts';

/** The page on which a user requests a link to set a new password. */
export const LOST_PASSWORD_PATH = '/sign-in/lost-password';

/** A link for a lost password. If the gateway sends no e-mails, these routes lead back to the sign-in. */
export const LOST_PASSWORD_ROUTES: readonly ConsoleRoute[] = [
  { method: 'GET', path: LOST_PASSWORD_PATH, access: 'everybody', handle: (context) => showLostPassword(context) },
  { method: 'POST', path: LOST_PASSWORD_PATH, access: 'everybody', sends: { email: 'one' }, handle: sendLink },
];

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
