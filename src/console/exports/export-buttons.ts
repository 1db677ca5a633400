import { isAllowed } from '../../core/roles.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { EXPORT_TEXTS } from '../../platform/messages/exports/exports-messages.ts';
import { hrefOf, type SignedInContext } from '../console-context.ts';
import { EXPORT_LISTS, type ExportList } from './export-lists.ts';
import { EXPORT_FORMATS } from './export-text.ts';

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
