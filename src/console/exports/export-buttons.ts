import { isAllowed } from '../../core/roles.ts';
import { queryField } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { EXPORT_TEXTS } from '../../platform/messages/exports/exports-messages.ts';
import { LISTS } from '../../platform/messages/lists/lists-messages.ts';
import { hrefOf, type SignedInContext } from '../console-context.ts';
import { timesOfPreset } from '../views/date-range.ts';
import { isVisible } from '../visible.ts';
import { FILTER_CHARACTERS, MENU_PATH } from './export-filter.ts';
import { EXPORT_LISTS } from './export-lists.ts';
import { EXPORT_FORMATS } from './export-text.ts';
import type { ExportList } from './exported-list.ts';

/**
 * The export buttons below a list, for the rows that its filters select; empty for users who may not export. Without a script the browser
 * downloads the file itself; with one the page shows the progress.
 */
export function exportButtons(
  context: SignedInContext,
  name: ExportList['name'],
  query: Readonly<Record<string, string | undefined>>,
): Html | '' {
  const list = EXPORT_LISTS.find((each) => each.name === name);
  if (!list || !isAllowed(context.who.user.role, list.access)) return '';
  const hidden = Object.entries(query).map(([field, value]) =>
    value ? html`<input type="hidden" name="${field}" value="${value}">` : '',
  );
  return exportForm(context, list, html`${hidden}`);
}

/** The page's script replaces these placeholders while the export runs. */
const PLACEHOLDERS = { rows: '{rows}', kilobytes: '{kilobytes}', seconds: '{seconds}' };

/** A form that exports a list. */
export function exportForm(context: SignedInContext, { name }: ExportList, fields: Html): Html {
  const { language, formToken } = context;
  const texts = EXPORT_TEXTS[language];
  // The page of all exports has several of these buttons. Screen readers also read the list's name.
  const of = html`<span class="hidden">: ${texts.lists[name]}</span>`;
  return html`<form class="export" method="post" action="${hrefOf(context, `/exports/${name}`)}" data-progress="${texts.progress(PLACEHOLDERS)}" data-whole="${texts.whole(PLACEHOLDERS)}" data-broken="${texts.broken}">
<input type="hidden" name="form_token" value="${formToken}">${fields}
<p class="row">${EXPORT_FORMATS.map((format) => html`<button class="quiet" name="format" value="${format}">${texts[format]}${of}</button> `)}<button type="button" class="danger cancel" hidden>${texts.cancel}${of}</button> <output></output></p>
</form>`;
}

/** Links that fill in the days of a month; the other filters of the address stay. */
export function monthLinks(context: SignedInContext, { name, filters }: ExportList): Html {
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
