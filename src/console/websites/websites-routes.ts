import { MODES } from '../../core/payment.ts';
import type { ConsoleRoute } from '../route.ts';
import { TYPED_NAME } from '../views/confirm-page.ts';
import {
  approve,
  confirmApproval,
  confirmDeactivation,
  confirmWithdrawal,
  deactivate,
  withdraw,
} from './confirm-pages.ts';
import { keyPages } from './key-pages.ts';
import { showRequests } from './requests-list.ts';
import { rollSecret, rollTestSecret, showSecretForm, showTestSecretForm } from './secret-page.ts';
import { sendTestEvent } from './test-event-page.ts';
import { UNDONE_FORMS, undoOf } from './undo.ts';
import { activate, makeTestSecret, removeLogo, removeTestSecret, saveLogo } from './website-actions.ts';
import {
  saveCallback,
  saveEdit,
  saveLimit,
  saveMethods,
  showCallback,
  showEdit,
  showLimit,
  showMethods,
} from './website-forms.ts';
import { showWebsite } from './website-page.ts';
import { createWebsite, refuseNewWebsite, showNewWebsite, showWebsites } from './websites-page.ts';

const ONE = '/websites/:id';
/** The fields of a key's form. */
const KEY = { name: 'one', expires_at: 'one', allowed_addresses: 'one', scopes: 'many' } as const;
/** A form of a website's page, which shows its refusals. */
const ON_PAGE = { method: 'POST', refused: showWebsite } as const;

/** Websites and their keys. */
export const WEBSITES_ROUTES: readonly ConsoleRoute[] = [
  { method: 'GET', path: '/websites', access: 'websites.read', handle: showWebsites },
  { method: 'GET', path: '/websites/new', access: 'websites.create', handle: showNewWebsite },
  {
    method: 'POST',
    path: '/websites/new',
    access: 'websites.create',
    sends: { once: 'one', name: 'one', callback_url: 'one', return_url: 'one' },
    handle: createWebsite,
    refused: refuseNewWebsite,
  },
  { method: 'GET', path: ONE, access: 'websites.read', handle: showWebsite },
  { method: 'GET', path: `${ONE}/edit`, access: 'websites.update', handle: showEdit },
  {
    method: 'POST',
    path: `${ONE}/edit`,
    access: 'websites.update',
    sends: { seen: 'one', name: 'one', contact: 'one', colour: 'one', return_url: 'one', receipts: 'maybe' },
    handle: saveEdit,
    refused: showEdit,
  },
  {
    ...ON_PAGE,
    path: `${ONE}/logo`,
    access: 'websites.update',
    sends: { seen: 'one', logo: 'maybe' },
    handle: saveLogo,
  },
  { ...ON_PAGE, path: `${ONE}/logo/remove`, access: 'websites.update', sends: { seen: 'one' }, handle: removeLogo },
  { method: 'GET', path: `${ONE}/callback`, access: 'websites.callback', handle: showCallback },
  {
    method: 'POST',
    path: `${ONE}/callback`,
    access: 'websites.callback',
    sends: {
      seen: 'one',
      callback_url: 'one',
      test_callback_url: 'one',
      refund_callback_url: 'one',
      test_refund_callback_url: 'one',
    },
    handle: saveCallback,
    refused: showCallback,
  },
  { method: 'GET', path: `${ONE}/requests`, access: 'keys.read', handle: showRequests },
  { method: 'GET', path: `${ONE}/methods`, access: 'websites.methods', handle: showMethods },
  {
    method: 'POST',
    path: `${ONE}/methods`,
    access: 'websites.methods',
    sends: { seen: 'one', methods: 'many', [TYPED_NAME]: 'maybe' },
    handle: saveMethods,
    refused: showMethods,
  },
  { method: 'GET', path: `${ONE}/limit`, access: 'websites.limit', handle: showLimit },
  {
    method: 'POST',
    path: `${ONE}/limit`,
    access: 'websites.limit',
    sends: { seen: 'one', rate_limit_per_minute: 'one' },
    handle: saveLimit,
    refused: showLimit,
  },
  { method: 'GET', path: `${ONE}/card/approve`, access: 'websites.approve_card', handle: confirmApproval },
  {
    method: 'POST',
    path: `${ONE}/card/approve`,
    access: 'websites.approve_card',
    sends: { note: 'one', [TYPED_NAME]: 'one' },
    handle: approve,
    refused: confirmApproval,
  },
  { method: 'GET', path: `${ONE}/card/withdraw`, access: 'websites.approve_card', handle: confirmWithdrawal },
  {
    method: 'POST',
    path: `${ONE}/card/withdraw`,
    access: 'websites.approve_card',
    sends: { [TYPED_NAME]: 'one' },
    handle: withdraw,
    refused: confirmWithdrawal,
  },
  { method: 'GET', path: `${ONE}/deactivate`, access: 'websites.activate', handle: confirmDeactivation },
  {
    method: 'POST',
    path: `${ONE}/deactivate`,
    access: 'websites.activate',
    sends: { [TYPED_NAME]: 'one' },
    handle: deactivate,
    refused: confirmDeactivation,
  },
  { ...ON_PAGE, path: `${ONE}/activate`, access: 'websites.activate', sends: {}, handle: activate },
  ...UNDONE_FORMS.map((form): ConsoleRoute => {
    const { path, access } = form;
    return { ...ON_PAGE, path: ONE + path, access, sends: { change: 'one' }, handle: undoOf(form) };
  }),
  { method: 'GET', path: `${ONE}/secret`, access: 'secrets.roll', handle: showSecretForm },
  {
    method: 'POST',
    path: `${ONE}/secret`,
    access: 'secrets.roll',
    sends: { seen: 'one', after: 'one' },
    handle: rollSecret,
    refused: showSecretForm,
  },
  { method: 'GET', path: `${ONE}/test-secret`, access: 'secrets.roll', handle: showTestSecretForm },
  {
    method: 'POST',
    path: `${ONE}/test-secret`,
    access: 'secrets.roll',
    sends: { seen: 'one', after: 'one' },
    handle: rollTestSecret,
    refused: showTestSecretForm,
  },
  {
    ...ON_PAGE,
    path: `${ONE}/test-secret/new`,
    access: 'secrets.roll',
    sends: { seen: 'one' },
    handle: makeTestSecret,
  },
  {
    ...ON_PAGE,
    path: `${ONE}/test-secret/remove`,
    access: 'secrets.roll',
    sends: { seen: 'one' },
    handle: removeTestSecret,
  },
  {
    ...ON_PAGE,
    path: `${ONE}/test-event`,
    access: 'websites.test_event',
    sends: { mode: 'one', to: 'one' },
    handle: sendTestEvent,
  },
  ...MODES.flatMap((mode): ConsoleRoute[] => {
    const keys = keyPages(mode);
    const [made, one] = [`${ONE}/${mode}-keys/new`, `${ONE}/${mode}-keys/:key`];
    const [create, change, roll] = [`keys.create.${mode}`, `keys.change.${mode}`, `keys.roll.${mode}`] as const;
    const end = { path: `${one}/deactivate`, access: change } as const;
    // Deactivating a test key stops no money.
    const deactivation: ConsoleRoute[] =
      mode === 'live'
        ? [
            { ...end, method: 'GET', handle: keys.confirmDeactivation },
            { ...end, method: 'POST', sends: { [TYPED_NAME]: 'one' }, ...keys.deactivateConfirmed },
          ]
        : [{ ...end, method: 'POST', sends: {}, handle: keys.deactivate }];
    return [
      { method: 'GET', path: made, access: create, handle: keys.showNew },
      { method: 'POST', path: made, access: create, sends: { once: 'one', ...KEY }, ...keys.create },
      { method: 'GET', path: one, access: 'keys.read', handle: keys.show },
      { method: 'GET', path: `${one}/change`, access: change, handle: keys.showChange },
      { method: 'POST', path: `${one}/change`, access: change, sends: { seen: 'one', ...KEY }, ...keys.change },
      ...deactivation,
      { method: 'POST', path: `${one}/deactivate/undo`, access: change, sends: { change: 'one' }, handle: keys.undo },
      { method: 'POST', path: `${one}/activate`, access: change, sends: {}, handle: keys.activate },
      { method: 'GET', path: `${one}/roll`, access: roll, handle: keys.showRoll },
      { method: 'POST', path: `${one}/roll`, access: roll, sends: { seen: 'one', overlap: 'one' }, ...keys.roll },
    ];
  }),
];
