import type { FastifyReply } from 'fastify';
import { isAllowed } from '../../core/roles.ts';
import { AUDIT_ACTIONS } from '../../features/audit/audit.ts';
import { listNewestLinks } from '../../features/links/store/payment-links.ts';
import { listWebsitesOfMerchants } from '../../features/users/store/users.ts';
import { keyLabel, listKeyNames } from '../../features/websites/store/api-keys.ts';
import { findWebsite } from '../../features/websites/store/websites.ts';
import { formField, queryField } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { ACTION_TEXTS } from '../../platform/messages/audit-actions/audit-actions-messages.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { EXPORT_TEXTS } from '../../platform/messages/exports/exports-messages.ts';
import { LISTS } from '../../platform/messages/lists/lists-messages.ts';
import { LIST_TEXTS } from '../../platform/messages/payment-list/payment-list-messages.ts';
import { actorOf, hrefOf, type SignedInContext } from '../console-context.ts';
import { CONSOLE_PATH } from '../console-path.ts';
import type { ConsoleRoute } from '../route.ts';
import { timesOfPreset } from '../views/date-range.ts';
import { type FormField, fieldView } from '../views/form.ts';
import { isVisible, visibleWebsites } from '../visible.ts';
import { abortOnSignOut } from './abort-on-sign-out.ts';
import { exportForm } from './export-buttons.ts';
import { exportFileName } from './export-file-name.ts';
import { FILTER_CHARACTERS, FilterFault, readExportFilter } from './export-filter.ts';
import { EXPORT_LISTS, type ExportList } from './export-lists.ts';
import { EXPORT_FORMATS } from './export-text.ts';
import { wordsOf } from './export-words.ts';
import { sendExport } from './send-export.ts';

const MENU_PATH = '/exports';
const BUSY_SECONDS = 30;
/** If there are more keys or links than this, they are not listed by name, and the field takes an id. */
const MOST_NAMED = 200;

/** Exports: a page with all lists, whose filters its address may fill in, and the routes that its forms and the buttons below lists post to. */
export const EXPORT_ROUTES: readonly ConsoleRoute[] = [
  { method: 'GET', path: MENU_PATH, access: 'exports', handle: showExports },
  ...EXPORT_LISTS.map(
    (list): ConsoleRoute => ({
      method: 'POST',
      path: `${MENU_PATH}/${list.name}`,
      access: list.access,
      sends: { format: 'one', ...filtersOf(list) },
      handle: (context) => exportList(context, list),
    }),
  ),
];

/** All filters are optional: with fewer filters, more rows are exported. */
function filtersOf({ filters, hasWebsites, hasTimes }: ExportList): Record<string, 'maybe'> {
  const names = [...Object.keys(filters), ...(hasWebsites ? ['website'] : []), ...(hasTimes ? ['from', 'to'] : [])];
  return Object.fromEntries(names.map((name) => [name, 'maybe']));
}

async function showExports(context: SignedInContext): Promise<FastifyReply> {
  const { deps, language, base, who, request } = context;
  const texts = EXPORT_TEXTS[language];
  const [websites, keys, links] = await Promise.all([
    visibleWebsites(context),
    listKeyNames(deps.db, who.websiteIds),
    listNewestLinks(deps.db, { websiteIds: who.websiteIds ?? undefined, limit: MOST_NAMED + 1 }),
  ]);
  const named: Readonly<Record<string, Named>> = {
    website: { label: texts.website, options: websites.map(({ id, name }) => [id, name]) },
    key: {
      label: texts.titles.key_id,
      options: keys.map((each) => [each.id, `${keyLabel(each)} (${LIST_TEXTS[language][each.mode]})`]),
    },
    link: { label: LIST_TEXTS[language].link, options: links.map(({ id, name, code }) => [id, `${name} (${code})`]) },
    action: { label: texts.filters.action, options: AUDIT_ACTIONS.map((each) => [each, ACTION_TEXTS[language][each]]) },
  };
  const lists = EXPORT_LISTS.filter(({ access }) => isAllowed(who.user.role, access)).map(
    (list) =>
      html`<details class="sheet" id="${list.name}"${list.name === queryField(request, 'list') ? ' open' : ''}><summary>${texts.lists[list.name]}</summary>
${list.hasTimes && monthLinks(context, list)}${exportForm(context, list, html`<div class="filters">${fieldsOf(context, list, named)}</div>`)}</details>`,
  );
  const docs = `${base.slice(0, -CONSOLE_PATH.length)}/docs/exports`;
  const content = html`<p>${texts.intro} <a href="${docs}">${texts.columns}</a></p>${deps.sendsMail && html`<p><a href="${hrefOf(context, '/account#notifications')}">${texts.monthly}</a></p>`}${lists}`;
  return context.show({ title: texts.title, content, place: MENU_PATH, mode: context.mode });
}

/** Links that fill in the days of a month; the other filters of the address stay. */
function monthLinks(context: SignedInContext, { name, filters }: ExportList): Html {
  const { request, deps, language } = context;
  const ofList = html`<span class="hidden">${TEXTS[language].colon} ${EXPORT_TEXTS[language].lists[name]}</span>`;
  const website = queryField(request, 'website');
  const kept = Object.keys(filters).map((field) => [field, queryField(request, field).slice(0, FILTER_CHARACTERS)]);
  const links = (['lastmonth', 'month'] as const).map((preset) => {
    const { from, to } = timesOfPreset(preset, deps.clock());
    const isChosen = from === queryField(request, 'from') && to === queryField(request, 'to');
    const href = hrefOf(context, MENU_PATH, {
      ...Object.fromEntries(kept),
      ...(isVisible(context, website) && { website }),
      list: name,
      from,
      to,
    });
    return html`<a href="${href}#${name}"${isChosen ? html` aria-current="true"` : ''}>${LISTS[language].presets[preset]}${ofList}</a>`;
  });
  return html`<p class="ranges">${links}</p>`;
}

/** A filter whose values have names. */
interface Named {
  readonly label: string;
  readonly options: readonly (readonly [value: string, text: string])[];
}

function fieldsOf(
  { language, mode, request }: SignedInContext,
  list: ExportList,
  named: Readonly<Record<string, Named>>,
): Html[] {
  const texts = EXPORT_TEXTS[language];
  const words = wordsOf(list.name, language);
  const labels: Readonly<Record<string, string>> = texts.filters;
  const select = (name: string, { label, options }: Named): FormField => ({
    name,
    label,
    type: 'select',
    ...(name === 'mode' && { value: mode }),
    options: [['', name === 'currency' ? texts.allCurrencies : texts.all], ...options],
  });
  const filters = Object.entries(list.filters).map(([name, choices]): FormField => {
    const label = labels[name] ?? name;
    if (choices) return select(name, { label, options: choices.map((each) => [each, words[name]?.[each] ?? each]) });
    const known = named[name];
    return known && known.options.length <= MOST_NAMED
      ? select(name, known)
      : { name, label, maxlength: FILTER_CHARACTERS };
  });
  const fields: FormField[] = [
    ...(list.hasWebsites ? [select('website', named.website!)] : []),
    ...filters,
    ...(list.hasTimes
      ? [
          { name: 'from', label: texts.from, type: 'datetime-local' as const },
          { name: 'to', label: texts.to, type: 'datetime-local' as const },
        ]
      : []),
  ];
  // Each list has its own form on this page, so names alone are not unique ids.
  return fields.map((field) => {
    const value = queryField(request, field.name).slice(0, FILTER_CHARACTERS);
    return fieldView({ value, ...field, id: `${list.name}-${field.name}`, isOptional: true });
  });
}

async function exportList(context: SignedInContext, list: ExportList): Promise<FastifyReply> {
  const { deps, who, request } = context;
  const texts = EXPORT_TEXTS[context.language];
  const format = EXPORT_FORMATS.find((each) => each === formField(request, 'format'));
  const filterLabels: Readonly<Record<string, string>> = texts.filters;
  const refuse = (fault: string) => {
    const message = texts.fault({ field: filterLabels[fault] ?? fault });
    return context.show({ title: texts.title, content: html`<p role="alert">${message}</p>`, place: MENU_PATH }, 422);
  };
  if (!format) return refuse('format');
  const websiteIds = who.websiteIds && (await listWebsitesOfMerchants(deps.db, who.websiteIds));
  const place = deps.exportPlaces.take({ userId: who.user.id, websiteIds });
  if (typeof place === 'string') {
    context.reply.header('retry-after', String(BUSY_SECONDS));
    return context.show(
      { title: texts.busyTitle, content: html`<p role="alert">${texts[place]}</p>`, place: MENU_PATH },
      429,
    );
  }
  try {
    const filter = readExportFilter(context);
    const prepared = abortOnSignOut(deps, who, await list.prepare(deps.db, filter, format));
    const end = await deps.operator.as(actorOf(context)).recordExport({
      list: list.name,
      format,
      filter: filter.asQuery,
      websiteId: filter.websiteId ?? null,
    });
    const [only, ...others] = (list.hasWebsites && filter.websiteIds) || [];
    const website = only !== undefined && others.length === 0 ? await findWebsite(deps.db, only) : undefined;
    return sendExport(context.reply, prepared, {
      fileName: exportFileName(list, filter, { website, format }),
      onEnd: (ended) => {
        place();
        end(ended).catch((error: unknown) =>
          request.log.error({ err: error }, 'the end of an export was not recorded'),
        );
      },
    });
  } catch (error) {
    place();
    if (error instanceof FilterFault) return refuse(error.field);
    throw error;
  }
}
