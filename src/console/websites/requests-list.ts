import type { FastifyReply } from 'fastify';
import { US_PER_DAY } from '../../core/durations.ts';
import { ERROR_CODES } from '../../core/errors.ts';
import { REQUEST_LOG_DAYS } from '../../features/requests/delete-old-requests.ts';
import { STATUS_CLASSES } from '../../features/requests/request-lines.ts';
import {
  type ApiRequest,
  listRequests,
  type RequestFilter,
  readLastDrop,
} from '../../features/requests/store/api-requests.ts';
import { type ListedApiKey, listApiKeys } from '../../features/websites/store/api-keys.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { KEY_TEXTS } from '../../platform/messages/keys/keys-messages.ts';
import { hrefOf, type SignedInContext } from '../console-context.ts';
import { choiceFilter, chosenValue, type Filter, modeFilter, queryOf, textFilter } from '../views/filters.ts';
import { listView } from '../views/list.ts';
import { readPage } from '../views/pager.ts';
import { badge, copyable, notice, paymentLink, timeView } from '../views/parts.ts';
import type { Column } from '../views/table.ts';
import { visibleWebsite } from '../visible.ts';
import { keyEnd, keyName, keyPath } from './key-view.ts';
import { backLink, MENU_PATH, requestsPath } from './website-view.ts';

/** Request ids are `req_` and 24 hex digits. */
const LONGEST_ID = 64;

/** The API requests of the keys of a website in the shown mode, newest first. */
export async function showRequests(context: SignedInContext): Promise<FastifyReply> {
  const { deps, language, mode } = context;
  const { db, clock } = deps;
  const website = await visibleWebsite(context, context.params.id ?? '');
  const texts = KEY_TEXTS[language].requests;
  const keys = (await listApiKeys(db, website.id)).filter((key) => key.mode === mode);
  const fromUs = Math.floor(clock()) - REQUEST_LOG_DAYS * US_PER_DAY;
  const { filters, wanted } = filtersOf(context, keys);
  const path = requestsPath(website);
  const source = async ({ before, limit }: Parameters<Parameters<typeof readPage<'atUs', Row>>[2]>[0]) => {
    const position = before && { atUs: before.atUs, requestId: before.id };
    const owner = { websiteId: website.id, mode };
    return (await listRequests(db, { ...owner, ...wanted, fromUs, before: position, limit })).map(rowOf);
  };
  const list = { path, time: 'atUs' as const, query: queryOf(filters) };
  const rows = await readPage(context, list, source);
  const droppedAtUs = await readLastDrop(db, { websiteId: website.id, mode }, fromUs);
  const dropped =
    droppedAtUs === null ? '' : notice('care', html`<p>${texts.dropped} ${timeView(droppedAtUs, language)}</p>`);
  const top = html`${backLink(context, website)}<p class="soft">${texts.about}</p>${dropped}`;
  const { title, none, noneMatch } = texts;
  const content = await listView(
    context,
    { path, title, filters, columns: columnsOf(context, keys), none, noneMatch, top },
    rows,
  );
  return context.show({ title, content, place: MENU_PATH, mode });
}

type Row = ApiRequest & { readonly id: string };

function rowOf(request: ApiRequest): Row {
  return { ...request, id: request.requestId };
}

type Wanted = Pick<RequestFilter, 'requestId' | 'statusClass' | 'error' | 'keyId'>;

function filtersOf(context: SignedInContext, keys: readonly ListedApiKey[]): { filters: Filter[]; wanted: Wanted } {
  const texts = KEY_TEXTS[context.language];
  const names = new Map(keys.map((key) => [key.id, `${keyName(context, key)} (${keyEnd(key)})`]));
  const id = textFilter(context, 'request', texts.requests.find, LONGEST_ID);
  const keyId = chosenValue(context, 'key', [...names.keys()]);
  const keyFilter = choiceFilter(context, 'key', texts.key, [...names.keys()], (key) => names.get(key) ?? key);
  return {
    filters: [
      id,
      choiceFilter(context, 'status', texts.requests.status, STATUS_CLASSES, (each) => texts.requests.classes[each]),
      choiceFilter(context, 'error', texts.requests.error, ERROR_CODES, (code) => code),
      // Any other id is ignored, whether or not it is that of another website's key.
      { ...keyFilter, value: keyId ?? '' },
      modeFilter(context),
    ],
    wanted: {
      requestId: id.value === '' ? undefined : id.value,
      statusClass: chosenValue(context, 'status', STATUS_CLASSES),
      error: chosenValue(context, 'error', ERROR_CODES),
      keyId,
    },
  };
}

function columnsOf(context: SignedInContext, keys: readonly ListedApiKey[]): Column<Row>[] {
  const { language } = context;
  const { requests: texts, key: label } = KEY_TEXTS[language];
  const keyOf = (id: string) => keys.find((key) => key.id === id);
  const keyColumn: Column<Row> = {
    label,
    cell: ({ keyId }) => {
      const key = keyOf(keyId);
      return key ? html`<a href="${hrefOf(context, keyPath(key))}"><bdi>${keyName(context, key)}</bdi></a>` : '';
    },
  };
  return [
    { label: texts.time, phone: 'end', cell: ({ atUs }) => timeView(atUs, language, { seconds: true }) },
    { label: texts.status, phone: 'lead', cell: statusBadge },
    { label: texts.request, phone: 'second', cell: ({ method, path }) => html`${method} ${shortPath(context, path)}` },
    { label: texts.error, phone: 'second', cell: ({ error }) => (error === null ? '' : html`${error}`) },
    { label: texts.payment, phone: 'second', cell: ({ paymentId }) => paymentLink(context, paymentId) },
    {
      label: texts.duration,
      isNumber: true,
      cell: ({ durationUs }) => html`${Math.max(1, Math.round(durationUs / 1000))}`,
    },
    ...(keys.length > 1 ? [keyColumn] : []),
    { label: texts.id, cell: ({ requestId }) => html`<code>${copyable(requestId)}</code>` },
  ];
}

/** The path without the base of the merchant API, which most requests have. */
function shortPath({ deps }: SignedInContext, path: string): string {
  return path.startsWith(`${deps.apiBase}/`) ? path.slice(deps.apiBase.length) : path;
}

function statusBadge({ status }: ApiRequest): Html {
  return badge(status < 400 ? 'good' : status < 500 ? 'care' : 'bad', String(status));
}
