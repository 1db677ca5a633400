import type { FastifyReply } from 'fastify';
import { isAllowed, isRole, seenRoles } from '../../core/roles.ts';
import { USER_STATES, type UserState } from '../../features/users/store/page-users.ts';
import type { UserWithWebsites } from '../../features/users/store/users.ts';
import type { Website } from '../../features/websites/store/websites.ts';
import { queryField } from '../../http/form-fields.ts';
import { type Html, html, joinHtml } from '../../platform/html/html.ts';
import { ROLE_MESSAGES } from '../../platform/messages/roles/role-messages.ts';
import { PEOPLE_TEXTS } from '../../platform/messages/users/users-messages.ts';
import { hrefOf, type SignedInContext } from '../console-context.ts';
import { filtersView } from '../views/filters.ts';
import { readPage } from '../views/pager.ts';
import { tableView } from '../views/table.ts';
import { timeView } from '../views/time.ts';
import { visibleWebsites } from '../visible.ts';
import { userBadge } from './user-views.ts';

const MENU_PATH = '/people';

/** All users that this user may see, newest first. */
export async function showPeople(context: SignedInContext): Promise<FastifyReply> {
  const { deps, who, language, request } = context;
  const texts = PEOPLE_TEXTS[language];
  const query = {
    text: queryField(request, 'text').trim(),
    role: queryField(request, 'role'),
    state: queryField(request, 'state'),
    website: queryField(request, 'website'),
  };
  const [websites, { shown, pager }] = await Promise.all([
    visibleWebsites(context),
    readPage(context, { path: MENU_PATH, query, time: 'createdAtUs' }, (page) =>
      deps.users.pageUsers(who, {
        role: isRole(query.role) ? query.role : undefined,
        state: USER_STATES.find((each) => each === query.state),
        websiteId: query.website === '' ? undefined : query.website,
        text: query.text,
        ...page,
      }),
    ),
  ]);
  const isAny = Object.values(query).some((value) => value !== '');
  const invite = isAllowed(who.user.role, 'team.manage')
    ? html`<p class="row"><a class="button" href="${hrefOf(context, '/people/invite')}">${texts.invite}</a></p>`
    : '';
  const content = html`${invite}
${filters(context, query, websites)}
${listOf(context, shown, { websites, isAny })}
${pager}`;
  return context.show({ title: texts.people, content, place: MENU_PATH });
}

function filters(context: SignedInContext, query: Record<string, string>, websites: readonly Website[]): Html {
  const { language, who } = context;
  const texts = PEOPLE_TEXTS[language];
  const states = USER_STATES.map((each: UserState) => [each, texts.states[each]] as const);
  return filtersView(context, MENU_PATH, [
    { name: 'text', label: texts.search, type: 'search', value: query.text },
    {
      name: 'role',
      label: texts.role,
      type: 'select',
      value: query.role,
      options: [
        ['', texts.anyRole],
        ...seenRoles(who.user.role).map((role) => [role, ROLE_MESSAGES[language].name[role]] as const),
      ],
    },
    {
      name: 'state',
      label: texts.state,
      type: 'select',
      value: query.state,
      options: [['', texts.anyState], ...states],
    },
    ...(websites.length > 1
      ? [
          {
            name: 'website',
            label: texts.websites,
            type: 'select' as const,
            value: query.website,
            options: [['', texts.anyWebsite] as const, ...websites.map(({ id, name }) => [id, name] as const)],
          },
        ]
      : []),
  ]);
}

function listOf(
  context: SignedInContext,
  users: readonly UserWithWebsites[],
  { websites, isAny }: { websites: readonly Website[]; isAny: boolean },
): Html {
  const { language, who } = context;
  const texts = PEOPLE_TEXTS[language];
  const names = new Map(websites.map(({ id, name }) => [id, name]));
  return tableView(users, {
    caption: texts.people,
    empty: html`<p>${isAny ? texts.noMatch : texts.none}</p>`,
    columns: [
      {
        label: texts.name,
        cell: (user) =>
          html`<a href="${hrefOf(context, `/people/${user.id}`)}"><bdi>${user.name ?? user.email}</bdi></a>${user.id === who.user.id ? html` <span class="soft">(${texts.you})</span>` : ''}`,
      },
      { label: texts.email, cell: ({ email }) => html`<bdi>${email}</bdi>` },
      { label: texts.role, cell: ({ role }) => html`${ROLE_MESSAGES[language].name[role]}` },
      {
        label: texts.websites,
        cell: ({ websiteIds }) => websiteNames(websiteIds, names) || html`${texts.allWebsites}`,
      },
      { label: texts.state, cell: (user) => userBadge(user, language) },
      { label: texts.invited, cell: ({ createdAtUs }) => timeView(createdAtUs, language) },
    ],
  });
}

/** Names of websites; of many, only the first. */
function websiteNames(ids: readonly string[], names: ReadonlyMap<string, string>): Html | '' {
  const shown = ids.slice(0, 3).map((id) => html`<bdi>${names.get(id) ?? id}</bdi>`);
  const more = ids.length - shown.length;
  if (shown.length === 0) return '';
  return html`${joinHtml(shown, ', ')}${more > 0 ? `, +${more}` : ''}`;
}
