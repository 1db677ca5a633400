import { MODES } from '../../core/payment.ts';
import type { ConsoleRoute } from '../route.ts';
import { keyPages } from './key-pages.ts';
import { rollSecret, rollTestSecret, showSecretForm, showTestSecretForm } from './secret-page.ts';
import { sendTestEvent } from './test-event-page.ts';
import {
  makeTestSecret,
  removeLogo,
  removeTestSecret,
  saveCallback,
  saveEdit,
  saveLogo,
  saveMethods,
  setActive,
  setCard,
  showCallback,
  showEdit,
  showMethods,
} from './website-forms.ts';
import { showWebsite } from './website-page.ts';
import { createWebsite, showNewWebsite, showWebsites } from './websites-page.ts';

const ONE = '/websites/:id';
/** The fields of a key's form. */
const KEY = { name: 'one', expires_at: 'one', allowed_addresses: 'one', scopes: 'many' } as const;

/** Websites and their keys. */
export const WEBSITES_ROUTES: readonly ConsoleRoute[] = [
  { method: 'GET', path: '/websites', access: 'websites.read', handle: showWebsites },
  { method: 'GET', path: '/websites/new', access: 'websites.create', handle: (context) => showNewWebsite(context) },
  {
    method: 'POST',
    path: '/websites/new',
    access: 'websites.create',
    sends: { once: 'one', name: 'one', callback_url: 'one', return_url: 'one' },
    handle: createWebsite,
  },
  { method: 'GET', path: ONE, access: 'websites.read', handle: (context) => showWebsite(context) },
  { method: 'GET', path: `${ONE}/edit`, access: 'websites.update', handle: showEdit },
  {
    method: 'POST',
    path: `${ONE}/edit`,
    access: 'websites.update',
    sends: { seen: 'one', name: 'one', contact: 'one', colour: 'one', return_url: 'one', receipts: 'maybe' },
    handle: saveEdit,
  },
  {
    method: 'POST',
    path: `${ONE}/logo`,
    access: 'websites.update',
    sends: { seen: 'one', logo: 'maybe' },
    handle: saveLogo,
  },
  { method: 'POST', path: `${ONE}/logo/remove`, access: 'websites.update', sends: { seen: 'one' }, handle: removeLogo },
  { method: 'GET', path: `${ONE}/callback`, access: 'websites.callback', handle: showCallback },
  {
    method: 'POST',
    path: `${ONE}/callback`,
    access: 'websites.callback',
    sends: { seen: 'one', callback_url: 'one', test_callback_url: 'one' },
    handle: saveCallback,
  },
  { method: 'GET', path: `${ONE}/methods`, access: 'websites.methods', handle: showMethods },
  {
    method: 'POST',
    path: `${ONE}/methods`,
    access: 'websites.methods',
    sends: { seen: 'one', methods: 'many' },
    handle: saveMethods,
  },
  { method: 'POST', path: `${ONE}/card`, access: 'websites.approve_card', sends: { approved: 'one' }, handle: setCard },
  { method: 'POST', path: `${ONE}/active`, access: 'websites.activate', sends: { active: 'one' }, handle: setActive },
  { method: 'GET', path: `${ONE}/secret`, access: 'secrets.roll', handle: showSecretForm },
  {
    method: 'POST',
    path: `${ONE}/secret`,
    access: 'secrets.roll',
    sends: { seen: 'one', after: 'one' },
    handle: rollSecret,
  },
  { method: 'GET', path: `${ONE}/test-secret`, access: 'secrets.roll', handle: showTestSecretForm },
  {
    method: 'POST',
    path: `${ONE}/test-secret`,
    access: 'secrets.roll',
    sends: { seen: 'one', after: 'one' },
    handle: rollTestSecret,
  },
  {
    method: 'POST',
    path: `${ONE}/test-secret/new`,
    access: 'secrets.roll',
    sends: { seen: 'one' },
    handle: makeTestSecret,
  },
  {
    method: 'POST',
    path: `${ONE}/test-secret/remove`,
    access: 'secrets.roll',
    sends: { seen: 'one' },
    handle: removeTestSecret,
  },
  {
    method: 'POST',
    path: `${ONE}/test-event`,
    access: 'websites.test_event',
    sends: { mode: 'one' },
    handle: sendTestEvent,
  },
  ...MODES.flatMap((mode): ConsoleRoute[] => {
    const { showNew, create, show, showChange, change, showRoll, roll, setActive: setKeyActive } = keyPages(mode);
    const [made, one] = [`${ONE}/${mode}-keys/new`, `${ONE}/${mode}-keys/:key`];
    return [
      { method: 'GET', path: made, access: `keys.create.${mode}`, handle: showNew },
      { method: 'POST', path: made, access: `keys.create.${mode}`, sends: { once: 'one', ...KEY }, handle: create },
      { method: 'GET', path: one, access: 'keys.read', handle: show },
      { method: 'GET', path: `${one}/change`, access: `keys.change.${mode}`, handle: showChange },
      {
        method: 'POST',
        path: `${one}/change`,
        access: `keys.change.${mode}`,
        sends: { seen: 'one', ...KEY },
        handle: change,
      },
      {
        method: 'POST',
        path: `${one}/active`,
        access: `keys.change.${mode}`,
        sends: { active: 'one' },
        handle: setKeyActive,
      },
      { method: 'GET', path: `${one}/roll`, access: `keys.roll.${mode}`, handle: showRoll },
      {
        method: 'POST',
        path: `${one}/roll`,
        access: `keys.roll.${mode}`,
        sends: { seen: 'one', overlap: 'one' },
        handle: roll,
      },
    ];
  }),
];
