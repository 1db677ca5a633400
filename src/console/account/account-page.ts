import type { FastifyReply } from 'fastify';
import { listTopics } from '../../features/notifications/store/notifications.ts';
import { type Topic, topicsFor } from '../../features/notifications/topics.ts';
import { countRecoveryCodes, listFactors } from '../../features/users/store/user-factors.ts';
import { formField, formFields, queryField, seeOther } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { ACCOUNT_TEXTS } from '../../platform/messages/account/account-messages.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { LANGUAGES } from '../../platform/messages/language.ts';
import { NOTIFICATION_TEXTS } from '../../platform/messages/notifications/notifications-messages.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { ROLE_MESSAGES } from '../../platform/messages/roles/role-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { hrefOf, type SignedInContext } from '../console-context.ts';
import type { ConsoleRoute } from '../route.ts';
import { sendSessionToken } from '../session-cookie.ts';
import { formView } from '../views/form.ts';
import { factsView, notice } from '../views/parts.ts';
import { factorList, sessionList } from './account-lists.ts';

const MENU_PATH = '/account';

/** The user's own account: profile, two-factor authentication, sessions, password. */
export const ACCOUNT_PAGE_ROUTES: readonly ConsoleRoute[] = [
  { method: 'GET', path: MENU_PATH, access: 'signed_in', handle: showAccount },
  {
    method: 'POST',
    path: '/account/profile',
    access: 'signed_in',
    sends: { name: 'one', language: 'one' },
    handle: changeProfile,
    refused,
  },
  {
    method: 'POST',
    path: '/account/password',
    access: 'signed_in',
    sends: { password: 'one', new_password: 'one' },
    handle: changePassword,
    refused,
  },
  {
    method: 'POST',
    path: '/account/sessions/end',
    access: 'signed_in',
    sends: { id: 'one' },
    handle: endSession,
    // The session has already ended, as the user requested.
    refused: ended,
  },
  {
    method: 'POST',
    path: '/account/notifications',
    access: 'signed_in',
    sends: { topics: 'many' },
    handle: saveTopics,
    refused,
  },
  { method: 'POST', path: '/account/sessions/end-others', access: 'signed_in', sends: {}, handle: endOthers },
];

/** The result of the last action, as the redirect address names it. */
const DONE = ['changed', 'saved', 'ended', 'removed', 'notifications'] as const;

async function showAccount(context: SignedInContext, fault?: OperatorError, status = 200): Promise<FastifyReply> {
  const { deps, who, language, request } = context;
  const texts = ACCOUNT_TEXTS[language];
  const [factors, codes, sessions, topics] = await Promise.all([
    listFactors(deps.db, who.user.id),
    countRecoveryCodes(deps.db, who.user.id),
    deps.users.listSessions(who),
    listTopics(deps.db, who.user.id),
  ]);
  const done = DONE.find((each) => each === queryField(request, 'done'));
  const facts = factsView([
    [texts.name, who.user.name === null ? null : html`<bdi>${who.user.name}</bdi>`],
    [texts.email, html`${who.user.email}`],
    [texts.role, html`${ROLE_MESSAGES[language].name[who.user.role]}`],
  ]);
  const content = html`${done && !fault ? notice('good', html`<p>${done === 'notifications' ? NOTIFICATION_TEXTS[language].saved : texts[done]}</p>`) : ''}
<div class="sheet">${facts}</div>
<h2>${texts.factors}</h2>
${factorList(context, factors, codes)}
<h2>${texts.sessions}</h2>
${sessionList(context, sessions)}
<h2>${texts.profile}</h2>
<div class="sheet">${profileForm(context, fault)}</div>
<h2 id="notifications">${NOTIFICATION_TEXTS[language].title}</h2>
<div class="sheet">${topicsForm(context, topics, fault)}</div>
<h2>${texts.password}</h2>
<div class="sheet">${passwordForm(context, fault)}</div>`;
  return context.show({ title: texts.account, content, place: MENU_PATH }, status);
}

function refused(context: SignedInContext, fault: OperatorError): Promise<FastifyReply> {
  return showAccount(context, fault, 422);
}

function profileForm(context: SignedInContext, fault: OperatorError | undefined): Html {
  const { who, language } = context;
  const texts = ACCOUNT_TEXTS[language];
  const isRefused = fault?.field === 'name' || fault?.field === 'language';
  return formView(context, {
    action: '/account/profile',
    submit: texts.save,
    fault: isRefused ? fault : undefined,
    fields: [
      {
        name: 'name',
        label: texts.name,
        autocomplete: 'name',
        maxlength: 255,
        value: who.user.name ?? '',
      },
      {
        name: 'language',
        label: texts.language,
        type: 'select',
        value: who.user.language,
        options: LANGUAGES.map((each) => [each, TEXTS[each].languageName]),
      },
    ],
  });
}

function topicsForm(context: SignedInContext, topics: readonly Topic[], fault: OperatorError | undefined): Html {
  const { deps, who, language } = context;
  const texts = NOTIFICATION_TEXTS[language];
  if (!deps.sendsMail) return html`<p>${texts.off}</p>`;
  return html`<p>${texts.intro}</p>${formView(context, {
    action: '/account/notifications',
    submit: texts.save,
    fault: fault?.field === 'topics' ? fault : undefined,
    fields: [
      {
        name: 'topics',
        label: texts.choose,
        type: 'checkboxes',
        values: topics,
        options: topicsFor(who.user.role).map((topic) => [topic, texts.topics[topic]]),
      },
    ],
  })}`;
}

async function saveTopics(context: SignedInContext): Promise<FastifyReply> {
  const { request, reply, deps, who } = context;
  await deps.operator.chooseTopics(who, formFields(request, 'topics'));
  return seeOther(reply, hrefOf(context, MENU_PATH, { done: 'notifications' }));
}

async function changeProfile(context: SignedInContext): Promise<FastifyReply> {
  const { request, deps, who } = context;
  const given = { name: formField(request, 'name').trim(), language: formField(request, 'language') };
  await deps.users.changeProfile(who, given);
  return seeOther(context.reply, hrefOf(context, MENU_PATH, { done: 'saved' }));
}

function passwordForm(context: SignedInContext, fault: OperatorError | undefined): Html {
  const texts = ACCOUNT_TEXTS[context.language];
  const errorOf = (field: string) => (fault?.field === field ? fault.refusal : undefined);
  return formView(context, {
    action: '/account/password',
    submit: texts.change,
    username: context.who.user.email,
    fields: [
      {
        name: 'password',
        label: texts.present,
        type: 'password',
        autocomplete: 'current-password',
        error: errorOf('password') ?? errorOf('form'),
      },
      {
        name: 'new_password',
        label: texts.newPassword,
        hint: texts.passwordHint,
        type: 'password',
        autocomplete: 'new-password',
        error: errorOf('new_password'),
      },
    ],
  });
}

async function changePassword(context: SignedInContext): Promise<FastifyReply> {
  const { request, reply, deps, who } = context;
  const given = { password: formField(request, 'password'), newPassword: formField(request, 'new_password') };
  const result = await deps.users.changePassword(who, given, deps.limits);
  if (result.outcome === 'changed') {
    sendSessionToken(reply, deps.publicUrl, result.token);
    return seeOther(reply, hrefOf(context, MENU_PATH, { done: 'changed' }));
  }
  const seconds = result.outcome === 'wait' ? result.seconds : 5;
  reply.header('retry-after', String(seconds));
  const reason = result.outcome === 'wait' ? refusal('passwordWait', { seconds }) : refusal('passwordBusy');
  return showAccount(context, new OperatorError('conflict', 'form', reason), result.outcome === 'wait' ? 429 : 503);
}

async function endSession(context: SignedInContext): Promise<FastifyReply> {
  await context.deps.users.endSession(context.who, formField(context.request, 'id'));
  return ended(context);
}

async function endOthers(context: SignedInContext): Promise<FastifyReply> {
  await context.deps.users.endOtherSessions(context.who);
  return ended(context);
}

async function ended(context: SignedInContext): Promise<FastifyReply> {
  return seeOther(context.reply, hrefOf(context, MENU_PATH, { done: 'ended' }));
}
