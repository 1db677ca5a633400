import type { FastifyReply } from 'fastify';
import { listWebsitesOfMerchants } from '../../features/users/store/users.ts';
import { findWebsite } from '../../features/websites/store/websites.ts';
import { formField } from '../../http/form-fields.ts';
import { html } from '../../platform/html/html.ts';
import { EXPORT_TEXTS } from '../../platform/messages/exports/exports-messages.ts';
import { actorOf, type SignedInContext } from '../console-context.ts';
import type { ConsoleRoute } from '../route.ts';
import { exportFileName } from './export-file-name.ts';
import { FilterFault, MENU_PATH, readExportFilter } from './export-filter.ts';
import { EXPORT_LISTS } from './export-lists.ts';
import { EXPORT_FORMATS } from './export-text.ts';
import type { ExportList } from './exported-list.ts';
import { showExports } from './exports-page.ts';
import { abortOnSignOut, sendExport } from './send-export.ts';

const BUSY_SECONDS = 30;

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
