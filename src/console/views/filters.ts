import { type Mode, PAYMENT_METHODS } from '../../core/payment.ts';
import type { Website } from '../../features/websites/store/websites.ts';
import { queryField } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { LISTS } from '../../platform/messages/lists/lists-messages.ts';
import { methodName } from '../../platform/wording/format.ts';
import { type ConsoleContext, hrefOf } from '../console-context.ts';
import { modeOfAddress } from '../mode.ts';
import { DATE_PRESETS, type DateRange, rangeOf } from './date-range.ts';
import { type FormField, fieldView } from './form.ts';
import type { ColumnSort } from './table.ts';

type Query = Readonly<Record<string, string | undefined>>;

/** The name of this order in an address: the oldest first. */
export const OLDEST = 'oldest';
/** The fields of one chip, the date's. */
const DATE_FIELDS = ['date', 'from', 'to'];

/** A filter of a list. The first one by text is the search line above the chips. */
export interface Filter extends FormField {
  /** Whether the filter is behind "More" until it is used. */
  readonly isRare?: boolean;
  /** The value without a choice in the address. */
  readonly byDefault?: string;
}

/** Several fields behind one label. */
interface Chip {
  readonly label: string;
  readonly fields: readonly Filter[];
}

/** The values of filters, for links and exports. */
export function queryOf(filters: readonly FormField[]): Readonly<Record<string, string>> {
  return Object.fromEntries(filters.map(({ name, value = '' }) => [name, value]));
}

/** The values of filters for an export, which has no default choices. */
export function exportQueryOf(filters: readonly Filter[]): Readonly<Record<string, string>> {
  return queryOf(
    filters.map((each) => (each.byDefault !== undefined && each.value === ALL ? { ...each, value: '' } : each)),
  );
}

/** A filter with these choices, and `any`, by default "all". */
export function choiceFilter<Value extends string>(
  { request, language }: ConsoleContext,
  name: string,
  label: string,
  values: readonly Value[],
  textOf: (value: Value) => string,
  any: string = LISTS[language].all,
): Filter {
  const options = values.map((value) => [value, textOf(value)] as const);
  return { name, label, type: 'select', value: queryField(request, name), options: [['', any], ...options] };
}

/** A filter by payment method. */
export function methodFilter(context: ConsoleContext, label: string): Filter {
  const nameOf = (method: (typeof PAYMENT_METHODS)[number]) => methodName(method, TEXTS[context.language]);
  return choiceFilter(context, 'method', label, PAYMENT_METHODS, nameOf);
}

/** The value in an address for all choices, for a filter with another default. */
export const ALL = 'all';

/** A filter with these choices, of which the first is the default, and all. */
export function defaultFilter<Value extends string>(
  context: ConsoleContext,
  name: string,
  label: string,
  values: readonly [Value, ...Value[]],
  textOf: (value: Value) => string,
): Filter {
  const [byDefault] = values;
  const value = queryField(context.request, name) === ALL ? ALL : (chosenValue(context, name, values) ?? byDefault);
  const options = [...values.map((each) => [each, textOf(each)] as const), [ALL, LISTS[context.language].all] as const];
  return { name, label, type: 'select', value, options, byDefault };
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
export function textFilter({ request }: ConsoleContext, name: string, label: string, maxlength?: number): Filter {
  const value = queryField(request, name).trim();
  return { name, label, type: 'search', value, ...(maxlength !== undefined && { maxlength }) };
}

/** The filter by website. It is hidden if the user has only one. */
export function websiteFilter(context: ConsoleContext, websites: readonly Website[], any?: string): Filter {
  const names = new Map(websites.map(({ id, name }) => [id, name]));
  const { website } = LISTS[context.language];
  const filter = choiceFilter(context, 'website', website, [...names.keys()], (id) => names.get(id) ?? id, any);
  return { ...filter, isHidden: websites.length < 2 };
}

/** The mode, which the header chooses: links and exports have it, the form of the filters does not. */
export function modeFilter({ mode }: { readonly mode: Mode | undefined }): FormField {
  return { name: 'mode', label: '', value: mode ?? '', isHidden: true };
}

/** The order of a list, as its address has it, in a hidden filter: links have it, and the form of the filters keeps it. Empty for newest first. */
export function sortFilter(context: Pick<ConsoleContext, 'request'>, orders: readonly string[] = [OLDEST]): FormField {
  return { name: 'sort', label: '', value: chosenValue(context, 'sort', orders) ?? '', isHidden: true };
}

/** Whether the filters of a list order it by its time, with the oldest rows first. */
export function isOldestFirst(context: Pick<ConsoleContext, 'request'>): boolean {
  return sortFilter(context).value === OLDEST;
}

/** The head of the column by whose time a list is ordered: a link that turns the order round. */
export function timeSort(context: ConsoleContext, path: string, query: Query): ColumnSort {
  const way = query.sort === OLDEST ? 'ascending' : query.sort ? undefined : 'descending';
  return { way, href: hrefOf(context, path, { ...query, sort: way === 'descending' ? OLDEST : '' }) };
}

/** The head of a column by which a list can be ordered as well: a link to that order, and back. */
export function orderSort(
  context: ConsoleContext,
  path: string,
  query: Query,
  order: string,
  way: 'ascending' | 'descending' = 'ascending',
): ColumnSort {
  const isChosen = query.sort === order;
  return {
    way: isChosen ? way : undefined,
    href: hrefOf(context, path, { ...query, sort: isChosen ? '' : order }),
  };
}

/** The fields of a range of time, in Haiti's time zone, for a form. */
export function rangeFields({ language, request }: ConsoleContext): FormField[] {
  const { from, to, haiti } = LISTS[language];
  return [
    { name: 'from', label: `${from} (${haiti})`, type: 'datetime-local', value: queryField(request, 'from') },
    { name: 'to', label: `${to} (${haiti})`, type: 'datetime-local', value: queryField(request, 'to') },
  ];
}

/** The mode of an address that names it: the form keeps it. */
export function modeInput({ request }: Pick<ConsoleContext, 'request'>): Html | '' {
  const mode = modeOfAddress(request);
  return mode === undefined ? '' : html`<input type="hidden" name="mode" value="${mode}">`;
}

/** The range of time in an address. */
export function askedRange({ request, deps }: ConsoleContext): DateRange {
  const [date, from, to] = ['date', 'from', 'to'].map((name) => queryField(request, name).trim());
  return rangeOf({ date: date ?? '', from: from ?? '', to: to ?? '' }, deps.clock());
}

/** The filter by a range of time: presets, and the first and last day. With `hasTimes` or times in the address, also times of day. */
export function dateFilter(context: ConsoleContext, { hasTimes = false } = {}): Filter[] {
  const { language } = context;
  const { preset, from, to } = askedRange(context);
  const texts = LISTS[language];
  const presets = DATE_PRESETS.map((each) => [each, texts.presets[each]] as const);
  const field = (name: 'from' | 'to', value: string): Filter => ({
    name,
    label: texts[name],
    type: hasTimes || value.includes('T') ? 'datetime-local' : 'date',
    value: preset ? '' : value,
  });
  return [
    {
      name: 'date',
      label: texts.date,
      type: 'radios',
      value: preset ?? '',
      options: [...presets, ['custom', texts.custom, texts.haiti]],
    },
    field('from', from),
    field('to', to),
  ];
}

/** A form with all of its fields open, for a page that needs them filled in. It has the GET method, so that the address can be shared. */
export function filterForm(context: ConsoleContext, path: string, fields: readonly FormField[]): Html {
  const texts = LISTS[context.language];
  const shown = fields.filter(({ isHidden }) => !isHidden).map((field) => fieldView({ ...field, isOptional: true }));
  return html`<form class="sheet" method="get" action="${hrefOf(context, path)}" role="search" aria-label="${texts.filters}">${fields.some(({ name }) => name === 'mode') ? '' : modeInput(context)}
<div class="filters">${shown}</div><p class="row"><button>${texts.apply}</button></p></form>`;
}

/**
 * The filters of a list: a search line, if the list has a filter by text, and a chip for each other filter. A chip shows its value, and has
 * a link that removes it. The form has the GET method, so that the address can be shared, and works without scripts.
 */
export function filtersView(context: ConsoleContext, path: string, filters: readonly Filter[]): Html {
  const texts = LISTS[context.language];
  const shown = filters.filter(({ isHidden }) => !isHidden);
  const search = shown.find(({ type, isRare }) => type === 'search' && !isRare);
  const chips = chipsOf(shown.filter((field) => field !== search));
  const rare = chips.filter((chip) => chip.fields.every((field) => field.isRare) && !isUsed(chip));
  const more =
    rare.length === 0 ? '' : popView(context, { label: texts.more, fields: rare.flatMap(({ fields }) => fields) }, {});
  const query = queryOf(filters);
  const sort = query.sort ? html`<input type="hidden" name="sort" value="${query.sort}">` : '';
  const isAnyUsed = shown.some(({ name }) => queryField(context.request, name) !== '');
  const clear = isAnyUsed ? html`<a class="button quiet" href="${hrefOf(context, path)}">${texts.clear}</a>` : '';
  return html`<form class="find" method="get" action="${hrefOf(context, path)}" role="search" aria-label="${texts.filters}">${modeInput(context)}${sort}
${search ? searchView(context, search) : ''}<div class="chips">${chips.filter((chip) => !rare.includes(chip)).map((chip) => chipView(context, path, query, chip))}${more}${clear}</div></form>`;
}

/** The date and the ends of its range are one chip. */
function chipsOf(filters: readonly Filter[]): Chip[] {
  const dates = filters.filter(({ name }) => DATE_FIELDS.includes(name));
  return filters
    .filter(({ name }) => name === 'date' || !dates.some((date) => date.name === name))
    .map((field) => ({ label: field.label, fields: field.name === 'date' ? dates : [field] }));
}

function isUsed({ fields }: Chip): boolean {
  return fields.some(({ value = '', error }) => error !== undefined || value !== '');
}

function searchView(
  { language }: ConsoleContext,
  { name, label, hint, value = '', maxlength, inputmode, error }: Filter,
): Html {
  const wrong = error === undefined ? '' : html` aria-invalid="true" aria-describedby="e-${name}"`;
  return html`<div class="seek"><label class="hidden" for="f-${name}">${label}</label><input type="search" id="f-${name}" name="${name}" value="${value}" placeholder="${hint ?? label}"${maxlength && html` maxlength="${maxlength}"`}${inputmode && html` inputmode="${inputmode}"`}${wrong}><button>${LISTS[language].search}</button>${error && html`<p class="error" id="e-${name}">${error}</p>`}</div>`;
}

function chipView(context: ConsoleContext, path: string, query: Readonly<Record<string, string>>, chip: Chip): Html {
  const value = chosenText(context, chip);
  const texts = LISTS[context.language];
  const without = { ...query, ...Object.fromEntries(chip.fields.map(({ name }) => [name, ''])) };
  const mayClear = chip.fields.every(({ type, options = [], byDefault, value }) =>
    byDefault === undefined ? type !== 'select' || options[0]?.[0] === '' : value !== byDefault,
  );
  const off =
    value === '' || !mayClear
      ? ''
      : html`<a class="off" href="${hrefOf(context, path, without)}"><span aria-hidden="true">×</span><span class="hidden">${texts.remove({ filter: chip.label })}</span></a>`;
  return html`<span class="${value === '' ? '' : 'set'}">${popView(context, chip, { value })}${off}</span>`;
}

/** A chip: its label, and its fields, which open below it. */
function popView(context: ConsoleContext, { label, fields }: Chip, { value = '' }: { value?: string }): Html {
  const isAlone = fields.length === 1;
  const isCustom = fields.some(({ name, value = '' }) => name !== 'date' && value !== '');
  const views = fields.map((field) => {
    if (field.name === 'date') return fieldView({ ...field, value: isCustom ? 'custom' : field.value });
    return fieldView({ ...field, isOptional: true, ...(isAlone && field.type === 'select' && { type: 'radios' }) });
  });
  const isWrong = fields.some(({ error }) => error !== undefined);
  const shown =
    value === '' ? html`${label}` : html`${label}${TEXTS[context.language].colon} <b><bdi>${value}</bdi></b>`;
  return html`<details class="chip"${isWrong ? ' open' : ''}><summary>${shown}</summary><div class="pop">${views}<button>${LISTS[context.language].apply}</button></div></details>`;
}

/** The text of a chip's value; empty for none. */
function chosenText({ language }: ConsoleContext, { fields }: Chip): string {
  const texts = fields.flatMap(({ name, value = '', options }) => {
    if (value === '') return [];
    const text = options?.find(([each]) => each === value)?.[1] ?? value.replace('T', ' ');
    const isEnd = fields.length > 1 && (name === 'from' || name === 'to');
    return [isEnd ? `${LISTS[language][name].toLowerCase()} ${text}` : text];
  });
  return texts.join(' ');
}
