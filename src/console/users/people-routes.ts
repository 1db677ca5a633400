import type { ConsoleRoute } from '../route.ts';
import { changePerson, resetPerson, setPersonActive, showChange } from './change-person.ts';
import { invite, showInvite } from './invite-page.ts';
import { showPeople } from './people-list.ts';
import { showPerson } from './person-page.ts';

/** A form of the page that changes a user, which shows its refusals. */
const ON_PERSON = { method: 'POST', access: 'team.manage', refused: showChange } as const;

/** Users: the operator's users for the operator, a merchant's team for its owners. The verbs decide which ones. */
export const PEOPLE_ROUTES: readonly ConsoleRoute[] = [
  { method: 'GET', path: '/people', access: 'team.read', handle: showPeople },
  { method: 'GET', path: '/people/invite', access: 'team.manage', handle: showInvite },
  {
    method: 'POST',
    path: '/people/invite',
    access: 'team.manage',
    sends: { email: 'one', name: 'one', role: 'maybe', website_id: 'many', language: 'one' },
    handle: invite,
    refused: showInvite,
  },
  { method: 'GET', path: '/people/:id', access: 'team.read', handle: showPerson },
  { method: 'GET', path: '/people/:id/change', access: 'team.manage', handle: showChange },
  {
    ...ON_PERSON,
    path: '/people/:id/change',
    sends: { version: 'one', role: 'maybe', website_id: 'many' },
    handle: changePerson,
  },
  { ...ON_PERSON, path: '/people/:id/reset', sends: { version: 'one', remove_factors: 'maybe' }, handle: resetPerson },
  { ...ON_PERSON, path: '/people/:id/active', sends: { version: 'one', active: 'one' }, handle: setPersonActive },
];
