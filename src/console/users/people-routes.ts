import type { ConsoleRoute } from '../route.ts';
import { changePerson, resetPerson, setPersonActive, showChange } from './change-person.ts';
import { invite, showInvite } from './invite-page.ts';
import { showPeople } from './people-list.ts';
import { showPerson } from './person-page.ts';

/** Users: the operator's users for the operator, a merchant's team for its owners. The verbs decide which ones. */
export const PEOPLE_ROUTES: readonly ConsoleRoute[] = [
  { method: 'GET', path: '/people', access: 'team.read', handle: showPeople },
  { method: 'GET', path: '/people/invite', access: 'team.manage', handle: (context) => showInvite(context) },
  {
    method: 'POST',
    path: '/people/invite',
    access: 'team.manage',
    sends: { email: 'one', name: 'one', role: 'maybe', website_id: 'many', language: 'one' },
    handle: invite,
    refused: showInvite,
  },
  { method: 'GET', path: '/people/:id', access: 'team.read', handle: showPerson },
  { method: 'GET', path: '/people/:id/change', access: 'team.manage', handle: (context) => showChange(context) },
  {
    method: 'POST',
    path: '/people/:id/change',
    access: 'team.manage',
    sends: { version: 'one', role: 'maybe', website_id: 'many' },
    handle: changePerson,
    refused: showChange,
  },
  {
    method: 'POST',
    path: '/people/:id/reset',
    access: 'team.manage',
    sends: { version: 'one', remove_factors: 'maybe' },
    handle: resetPerson,
    refused: showChange,
  },
  {
    method: 'POST',
    path: '/people/:id/active',
    access: 'team.manage',
    sends: { version: 'one', active: 'one' },
    handle: setPersonActive,
    refused: showChange,
  },
];
