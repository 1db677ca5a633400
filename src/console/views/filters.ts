import type { Mode } from '../../core/payment.ts';
import type { Website } from '../../features/websites/store/websites.ts';
import { queryField } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { LISTS } from '../../platform/messages/lists/lists-messages.ts';
import { type ConsoleContext, hrefOf } from '../console-context.ts';
import { modeOfAddress } from '../mode.ts';
import { type FormField, fieldView } from './form.ts';

/** More fields would push the list off a phone's screen. */
const SHOWN = 3;

/** The values of filters, for links and exports. */
export function queryOf(filters: readonly FormField[]): Readonly<Record<string, string>> {
  return Object.fromEntries(filters.map(({ name, value = '' }) => [name, value]));
}

/** A filter with these choices, and `any`, by default "all". */
export function choiceFilter<Value extends string>(
  { request, language }: ConsoleContext,
  name: string,
  label: string,
  values: readonly Value[],
  textOf: (value: Value) => string,
  any: string = LISTS[language].all,
): FormField {
  const options = values.map((value) => [value, textOf(value)] as const);
  return { name, label, type: 'select', value: queryField(request, name), options: [['', any], ...options] };
}

/** The chosen value of a filter; undefined for none, and for a text that is not a choice. */
export function chosenValue<Value extends string>(
  { request }: Pick<ConsoleContext, 'request'>,
  name: string,
  values: readonly Value[],
): Value | undefined {
  return values.find((value) => value === queryField(request, name));
}

/** A filter by text, without the spaces around it. */
export function textFilter({ request }: ConsoleContext, name: string, label: string, maxlength?: number): FormField {
  const value = queryField(request, name).trim();
  return { name, label, type: 'search', value, ...(maxlength !== undefined && { maxlength }) };
}

/** The filter by website. It is hidden if the user has only one. */
export function websiteFilter(context: ConsoleContext, websites: readonly Website[], any?: string): FormField {
  const names = new Map(websites.map(({ id, name }) => [id, name]));
  const { website } = LISTS[context.language];
  const filter = choiceFilter(context, 'website', website, [...names.keys()], (id) => names.get(id) ?? id, any);
  return { ...filter, isHidden: websites.length < 2 };
}

/** The mode, which the header chooses: links and exports have it, the form of the filters does not. */
export function modeFilter({ mode }: { readonly mode: Mode | undefined }): FormField {
  return { name: 'mode', label: '', value: mode ?? '', isHidden: true };
}

/** The filter by a range of time, in Haiti's time zone. */
export function rangeFilter({ language, request }: ConsoleContext): FormField[] {
  const { from, to, haiti } = LISTS[language];
  return [
    { name: 'from', label: `${from} (${haiti})`, type: 'datetime-local', value: queryField(request, 'from') },
    { name: 'to', label: `${to} (${haiti})`, type: 'datetime-local', value: queryField(request, 'to') },
  ];
}

/**
 * The filters of a list: a form with the GET method, so that the address can be shared. On small screens the fields after the first few are
 * folded until one of them is used. The list has no hidden filters, and a line shows those in use.
 */
export function filtersView(
  context: ConsoleContext,
  path: string,
  filters: readonly FormField[],
  { isWhole = false }: { isWhole?: boolean } = {},
): Html {
  const texts = LISTS[context.language];
  const fields = filters.filter(({ isHidden }) => !isHidden);
  const isUsed = ({ value, error }: FormField) => error !== undefined || (value !== undefined && value !== '');
  const shown = isWhole || fields.length <= SHOWN ? fields : fields.slice(0, 1);
  const folded = fields.slice(shown.length);
  const view = (some: readonly FormField[]) =>
    html`<div class="filters">${some.map((field) => fieldView({ ...field, isOptional: true }))}</div>`;
  const more =
    folded.length === 0
      ? ''
      : html`<details class="more"${folded.some(isUsed) ? ' open' : ''}><summary>${texts.moreFilters}</summary>${view(folded)}</details>`;
  return html`<form class="sheet" method="get" action="${hrefOf(context, path)}" role="search" aria-label="${texts.filters}">${modeInput(context)}
${view(shown)}${more}
<p class="row"><button>${texts.apply}</button></p></form>
${chosenView(context, path, fields)}`;
}

/** The mode of an address that names it: the form keeps it. */
export function modeInput({ request }: Pick<ConsoleContext, 'request'>): Html | '' {
  const mode = modeOfAddress(request);
  return mode === undefined ? '' : html`<input type="hidden" name="mode" value="${mode}">`;
}

/** The filters in use, with a link that clears them; empty if there are none. */
function chosenView(context: ConsoleContext, path: string, fields: readonly FormField[]): Html | '' {
  const chosen = fields.filter(({ value = '' }) => value !== '');
  if (!chosen.some(({ name }) => queryField(context.request, name) !== '')) return '';
  const items = chosen.map(({ label, value = '', type, options }) => {
    const text = options?.find(([each]) => each === value)?.[1] ?? value;
    return html`<li><span>${label}</span> <b><bdi>${type === 'datetime-local' ? text.replace('T', ' ') : text}</bdi></b></li>`;
  });
  const clear = html`<li><a class="button quiet" href="${hrefOf(context, path)}">${LISTS[context.language].clear}</a></li>`;
  return html`<ul class="chosen">${items}${clear}</ul>`;
}
