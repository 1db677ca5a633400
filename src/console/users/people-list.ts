import type { FastifyReply } from 'fastify';
import { isAllowed, ROLES, seenRoles } from '../../core/roles.ts';
import { USER_STATES } from '../../features/users/store/page-users.ts';
import type { UserWithWebsites } from '../../features/users/store/users.ts';
import type { Website } from '../../features/websites/store/websites.ts';
import { queryField } from '../../http/form-fields.ts';
import { type Html, html, joinHtml } from '../../platform/html/html.ts';
import { ROLE_MESSAGES } from '../../platform/messages/roles/role-messages.ts';
import { PEOPLE_TEXTS } from '../../platform/messages/users/users-messages.ts';
import { hrefOf, type SignedInContext } from '../console-context.ts';
import { choiceFilter, chosenValue, textFilter, websiteFilter } from '../views/filters.ts';
import { showList } from '../views/list.ts';
import { timeView } from '../views/parts.ts';
import type { Column } from '../views/table.ts';
import { visibleWebsites } from '../visible.ts';
import { userBadge } from './user-views.ts';

const MENU_PATH = '/people';

/** All users that this user may see, newest first. */
export async function showPeople(context: SignedInContext): Promise<FastifyReply> {
  const { deps, who, language, request } = context;
  const texts = PEOPLE_TEXTS[language];
  const roles = ROLE_MESSAGES[language].name;
  const websites = await visibleWebsites(context);
  const website = queryField(request, 'website');
  const invite = html`<a class="button quiet" href="${hrefOf(context, '/people/invite')}">${texts.invite}</a>`;
  return showList(
    context,
    (page) =>
      deps.users.pageUsers(who, {
        role: chosenValue(context, 'role', ROLES),
        state: chosenValue(context, 'state', USER_STATES),
        websiteId: website === '' ? undefined : website,
        text: queryField(request, 'text').trim(),
        ...page,
      }),
    {
      path: MENU_PATH,
      title: texts.people,
      time: 'createdAtUs',
      actions: isAllowed(who.user.role, 'team.manage') ? invite : '',
      filters: [
        textFilter(context, 'text', texts.search),
        choiceFilter(context, 'role', texts.role, seenRoles(who.user.role), (role) => roles[role], texts.anyRole),
        choiceFilter(context, 'state', texts.state, USER_STATES, (state) => texts.states[state], texts.anyState),
        websiteFilter(context, websites, texts.anyWebsite),
      ],
      columns: columns(context, websites),
      none: texts.none,
      noneMatch: texts.noMatch,
    },
  );
}

function columns(context: SignedInContext, websites: readonly Website[]): Column<UserWithWebsites>[] {
  const { language, who } = context;
  const texts = PEOPLE_TEXTS[language];
  const names = new Map(websites.map(({ id, name }) => [id, name]));
  return [
    {
      label: texts.name,
      phone: 'lead',
      cell: (user) =>
        html`<a href="${hrefOf(context, `/people/${user.id}`)}"><bdi>${user.name ?? user.email}</bdi></a>${user.id === who.user.id ? html` <span class="soft">(${texts.you})</span>` : ''}`,
    },
    { label: texts.email, phone: 'second', cell: ({ email }) => html`<bdi>${email}</bdi>` },
    { label: texts.role, phone: 'second', cell: ({ role }) => html`${ROLE_MESSAGES[language].name[role]}` },
    { label: texts.websites, cell: ({ websiteIds }) => websiteNames(websiteIds, names) || html`${texts.allWebsites}` },
    { label: texts.state, phone: 'end', cell: (user) => userBadge(user, language) },
    { label: texts.invited, cell: ({ createdAtUs }) => timeView(createdAtUs, language) },
  ];
}

/** Names of websites; of many, only the first. */
function websiteNames(ids: readonly string[], names: ReadonlyMap<string, string>): Html | '' {
  const shown = ids.slice(0, 3).map((id) => html`<bdi>${names.get(id) ?? id}</bdi>`);
  const more = ids.length - shown.length;
  if (shown.length === 0) return '';
  return html`${joinHtml(shown, ', ')}${more > 0 ? `, +${more}` : ''}`;
}
