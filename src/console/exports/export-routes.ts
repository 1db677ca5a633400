import type { FastifyReply } from 'fastify';
import { isAllowed } from '../../core/roles.ts';
import { listWebsitesOfMerchants } from '../../features/users/store/users.ts';
import { formField } from '../../http/form-fields.ts';
import { haitiTimestamp } from '../../platform/clock/haiti-time.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { EXPORT_TEXTS } from '../../platform/messages/exports/exports-messages.ts';
import { actorOf } from '../actor-of.ts';
import type { SignedInContext } from '../console-context.ts';
import { CONSOLE_PATH } from '../console-path.ts';
import type { ConsoleRoute } from '../route.ts';
import { type FormField, fieldView } from '../views/form.ts';
import { visibleWebsites } from '../visible.ts';
import { abortOnSignOut } from './abort-on-sign-out.ts';
import { exportForm } from './export-buttons.ts';
import { FILTER_CHARACTERS, FilterFault, readExportFilter } from './export-filter.ts';
import { EXPORT_LISTS, type ExportList } from './export-lists.ts';
import { EXPORT_FORMATS } from './export-text.ts';
import { sendExport } from './send-export.ts';

const MENU_PATH = '/exports';
const BUSY_SECONDS = 30;

/** Exports: a page with all lists, and the routes that its forms and the buttons below lists post to. */
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
  const { language, base, who } = context;
  const texts = EXPORT_TEXTS[language];
  const websites = (await visibleWebsites(context)).map(({ id, name }) => [id, name] as const);
  const lists = EXPORT_LISTS.filter(({ access }) => isAllowed(who.user.role, access)).map(
    (list) => html`<details class="sheet" id="${list.name}"><summary>${texts.lists[list.name]}</summary>
${exportForm(context, list, html`<div class="filters">${fieldsOf(context, list, websites)}</div>`)}</details>`,
  );
  const docs = `${base.slice(0, -CONSOLE_PATH.length)}/docs/exports`;
  const content = html`<p>${texts.intro} <a href="${docs}">${texts.columns}</a></p>${lists}`;
  return context.show({ title: texts.title, content, place: MENU_PATH });
}

function fieldsOf(
  context: SignedInContext,
  list: ExportList,
  websites: readonly (readonly [string, string])[],
): Html[] {
  const texts = EXPORT_TEXTS[context.language];
  const filterLabels: Readonly<Record<string, string>> = texts.filters;
  const any = ['', texts.all] as const;
  const fields: FormField[] = [];
  if (list.hasWebsites) {
    fields.push({ name: 'website', label: texts.website, type: 'select', options: [any, ...websites] });
  }
  for (const [name, choices] of Object.entries(list.filters)) {
    const label = filterLabels[name] ?? name;
    const named = (value: string) => [value, value] as const;
    fields.push(
      choices
        ? {
            name,
            label,
            type: 'select',
            options: [name === 'currency' ? ['', texts.allCurrencies] : any, ...choices.map(named)],
          }
        : { name, label, maxlength: FILTER_CHARACTERS },
    );
  }
  if (list.hasTimes) {
    fields.push({ name: 'from', label: texts.from, type: 'datetime-local' });
    fields.push({ name: 'to', label: texts.to, type: 'datetime-local' });
  }
  // Each list has its own form on this page, so names alone are not unique ids.
  return fields.map((field) => fieldView({ ...field, id: `${list.name}-${field.name}`, isOptional: true }));
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
    const day = haitiTimestamp(deps.clock()).slice(0, 10);
    return sendExport(context.reply, prepared, {
      fileName: `peye-${list.name}-${day}.${format}`,
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
