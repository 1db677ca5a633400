import type { FastifyReply } from 'fastify';
import { ARRANGED_LISTS } from '../features/users/change-preferences.ts';
import { listPreferences } from '../features/users/store/preferences.ts';
import { formField, formFields, seeOther } from '../http/form-fields.ts';
import { type Html, html } from '../platform/html/html.ts';
import { LISTS } from '../platform/messages/lists/lists-messages.ts';
import { hrefOf, ownPath, type SignedInContext } from './console-context.ts';
import type { ConsoleRoute } from './route.ts';
import { type Filter, queryOf } from './views/filters.ts';
import { actionView, formView } from './views/form.ts';
import type { Column } from './views/table.ts';

/** A user's arrangement of a list. */
interface Arranged<Item> {
  /** The visible columns. */
  readonly columns: readonly Column<Item>[];
  /** The saved filters, each a link to the list. */
  readonly saved: Html | '';
  /** The forms that choose columns and save the filter. */
  readonly forms: Html | '';
}

/** The list in the user's arrangement. Parts that the list no longer has, such as a removed column, are ignored. */
export async function arrange<Item>(
  context: SignedInContext,
  {
    path,
    columns,
    filters = [],
  }: { readonly path: string; readonly columns: readonly Column<Item>[]; readonly filters?: readonly Filter[] },
): Promise<Arranged<Item>> {
  if (!ARRANGED_LISTS.some((each) => each === path)) return { columns, saved: '', forms: '' };
  const { deps, who } = context;
  const stored = await listPreferences(deps.db, { userId: who.user.id, list: path });
  const hidden = stored.find(({ name }) => name === '')?.value.split(' ') ?? [];
  const isHidden = ({ key }: Column<Item>) => key !== undefined && hidden.includes(key);
  const saved = stored
    .filter(({ name }) => name !== '')
    .map(({ name, value }) => savedView(context, path, { name, query: knownQuery(filters, value) }));
  return {
    columns: columns.filter((column) => !isHidden(column)),
    saved:
      saved.length === 0
        ? ''
        : html`<ul class="chips saved" aria-label="${LISTS[context.language].saved}">${saved}</ul>`,
    forms: joined(columnsForm(context, path, columns, isHidden), saveForm(context, path, filters)),
  };
}

function joined(...parts: readonly (Html | '')[]): Html | '' {
  return parts.every((part) => part === '') ? '' : html`${parts}`;
}

/** The query of a saved filter; undefined if the list no longer has one of its fields, or a chosen value. */
function knownQuery(filters: readonly Filter[], saved: string): Readonly<Record<string, string>> | undefined {
  const fields = [...new URLSearchParams(saved)];
  const isKnown = fields.every(([name, value]) => {
    const field = filters.find((each) => each.name === name && isKept(each));
    return field && (!field.options || field.options.some(([option]) => option === value));
  });
  return isKnown && fields.length > 0 ? Object.fromEntries(fields) : undefined;
}

/** Whether a filter is saved. The mode is not, because the header chooses it. */
function isKept({ isHidden, name }: Filter): boolean {
  return !isHidden || name === 'sort';
}

function savedView(
  context: SignedInContext,
  path: string,
  { name, query }: { readonly name: string; readonly query: Readonly<Record<string, string>> | undefined },
): Html {
  const text = html`<bdi>${name}</bdi>`;
  const link = query ? html`<a href="${hrefOf(context, path, query)}">${text}</a>` : html`<s>${text}</s>`;
  const remove = LISTS[context.language].removeSaved({ filter: name });
  return html`<li>${link}${actionView(context, { action: '/lists/filters/remove', submit: '×', about: remove, hidden: { list: path, name } })}</li>`;
}

function columnsForm<Item>(
  context: SignedInContext,
  path: string,
  columns: readonly Column<Item>[],
  isHidden: (column: Column<Item>) => boolean,
): Html | '' {
  const offered = columns.flatMap((column) => (column.key === undefined ? [] : [{ ...column, key: column.key }]));
  if (offered.length === 0) return '';
  const texts = LISTS[context.language];
  const form = formView(context, {
    action: '/lists/columns',
    submit: texts.apply,
    hidden: { list: path, offered: offered.map(({ key }) => key).join(' ') },
    fields: [
      {
        name: 'columns',
        label: texts.columns,
        type: 'checkboxes',
        values: offered.filter((column) => !isHidden(column)).map(({ key }) => key),
        options: offered.map(({ key, label }) => [key, label]),
      },
    ],
  });
  return html`<details class="chip"><summary>${texts.columns}</summary><div class="pop">${form}</div></details>`;
}

function saveForm(context: SignedInContext, path: string, filters: readonly Filter[]): Html | '' {
  const texts = LISTS[context.language];
  const used = Object.entries(queryOf(filters.filter((each) => isKept(each) && each.value !== each.byDefault))).filter(
    ([, value]) => value !== '',
  );
  if (used.length === 0) return '';
  const form = formView(context, {
    action: '/lists/filters',
    submit: texts.save,
    hidden: { list: path, query: String(new URLSearchParams(used)) },
    fields: [{ name: 'name', label: texts.saveName, maxlength: 40 }],
  });
  return html`<details class="chip"><summary>${texts.saveFilter}</summary><div class="pop">${form}</div></details>`;
}

async function chooseColumns(context: SignedInContext): Promise<FastifyReply> {
  const { request, deps, who } = context;
  const shown = formFields(request, 'columns');
  const columns = formField(request, 'offered')
    .split(' ')
    .filter((each) => !shown.includes(each));
  await deps.operator.hideColumns(who, { list: formField(request, 'list'), columns });
  return backToList(context);
}

async function saveFilter(context: SignedInContext): Promise<FastifyReply> {
  const { request, deps, who } = context;
  const [list, name, query] = ['list', 'name', 'query'].map((field) => formField(request, field).trim());
  await deps.operator.saveFilter(who, { list: list ?? '', name: name ?? '', query: query ?? '' });
  return backToList(context);
}

async function removeFilter(context: SignedInContext): Promise<FastifyReply> {
  const { request, deps, who } = context;
  await deps.operator.removeFilter(who, { list: formField(request, 'list'), name: formField(request, 'name') });
  return backToList(context);
}

function backToList(context: SignedInContext): FastifyReply {
  return seeOther(context.reply, hrefOf(context, '') + ownPath(context));
}

/** The forms with which users arrange their own lists. */
export const ARRANGE_ROUTES: readonly ConsoleRoute[] = [
  {
    method: 'POST',
    path: '/lists/columns',
    access: 'signed_in',
    sends: { list: 'one', offered: 'one', columns: 'many' },
    handle: chooseColumns,
  },
  {
    method: 'POST',
    path: '/lists/filters',
    access: 'signed_in',
    sends: { list: 'one', name: 'one', query: 'one' },
    handle: saveFilter,
  },
  {
    method: 'POST',
    path: '/lists/filters/remove',
    access: 'signed_in',
    sends: { list: 'one', name: 'one' },
    handle: removeFilter,
  },
];
