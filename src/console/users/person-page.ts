import type { FastifyReply } from 'fastify';
import { isAllowed, managedRoles, sideOf } from '../../core/roles.ts';
import { listSessions } from '../../features/users/store/sessions.ts';
import { countRecoveryCodes, listFactors } from '../../features/users/store/user-factors.ts';
import type { UserWithWebsites } from '../../features/users/store/users.ts';
import { queryField } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { ACCOUNT_TEXTS } from '../../platform/messages/account/account-messages.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { ROLE_MESSAGES } from '../../platform/messages/roles/role-messages.ts';
import { PEOPLE_TEXTS } from '../../platform/messages/users/users-messages.ts';
import { hrefOf, type SignedInContext } from '../console-context.ts';
import { factsView, notice, timeView } from '../views/parts.ts';
import { visibleWebsites } from '../visible.ts';
import { unverifiedAddress, userBadge } from './user-views.ts';

const MENU_PATH = '/people';
/** The result of the last action, as the redirect address names it. */
const DONE = ['changed', 'deactivated', 'activated'] as const;

/** One user, with the actions. */
export async function showPerson(context: SignedInContext): Promise<FastifyReply> {
  const { deps, who, language, params, request } = context;
  const texts = PEOPLE_TEXTS[language];
  const user = await deps.users.requireUser(who, params.id ?? '');
  const done = DONE.find((each) => each === queryField(request, 'done'));
  const isManaged = managedRoles(who.user.role).includes(user.role);
  const manage = isManaged
    ? html`<p class="row"><a class="button" href="${hrefOf(context, `/people/${user.id}/change`)}">${texts.change}</a></p>`
    : '';
  const records = isAllowed(who.user.role, 'audit.read')
    ? html`<p class="row"><a class="button quiet" href="${hrefOf(context, '/audit', { subject: user.id })}">${texts.record}</a> <a class="button quiet" href="${hrefOf(context, '/audit', { actor: user.id })}">${texts.theirChanges}</a></p>`
    : '';
  const content = html`${done ? notice('good', html`<p>${texts[done]}</p>`) : ''}
${await unverifiedAddress(context, user)}
<div class="sheet">${await personFacts(context, user)}</div>
${manage}${records}`;
  return context.show({ title: user.name ?? user.email, content, place: MENU_PATH });
}

async function personFacts(context: SignedInContext, user: UserWithWebsites): Promise<Html> {
  const { deps, language, who } = context;
  const texts = PEOPLE_TEXTS[language];
  const [factors, codes, sessions, websites] = await Promise.all([
    listFactors(deps.db, user.id),
    countRecoveryCodes(deps.db, user.id),
    listSessions(deps.db, user.id),
    visibleWebsites(context),
  ]);
  const names = new Map(websites.map(({ id, name }) => [id, name]));
  const bound = user.websiteIds.map((id) => html`<li><bdi>${names.get(id) ?? id}</bdi></li>`);
  const kinds = factors.map(({ kind }) => ACCOUNT_TEXTS[language][kind]).join(', ');
  const left = factors.length > 0 ? ` · ${texts.codesLeft({ count: codes })}` : '';
  const time = (us: number | null) => (us === null ? null : timeView(us, language));
  const [newest] = sessions;
  return factsView([
    [
      texts.name,
      user.name === null ? null : html`<bdi>${user.name}</bdi>${user.id === who.user.id ? ` (${texts.you})` : ''}`,
    ],
    [texts.email, html`<bdi>${user.email}</bdi>`],
    [texts.role, html`${ROLE_MESSAGES[language].name[user.role]}`],
    [
      texts.websites,
      sideOf(user.role) === 'merchant' ? html`<ul class="plain">${bound}</ul>` : html`${texts.allWebsites}`,
    ],
    [texts.language, html`${TEXTS[user.language].languageName}`],
    [texts.state, userBadge(user, language)],
    [texts.factors, html`${kinds === '' ? texts.factorsNone : kinds}${left}`],
    [texts.invited, time(user.createdAtUs)],
    [texts.accepted, time(user.acceptedAtUs)],
    [texts.lastSeen, time(newest?.lastSeenAtUs ?? null) ?? html`${texts.signedOut}`],
  ]);
}
