import { parseTransactionId } from '../../core/ids.ts';
import { CURRENCIES, parseDecimal } from '../../core/money.ts';
import { FAILURE_REASONS, MODES, PAYMENT_METHODS, PAYMENT_STATUSES } from '../../core/payment.ts';
import type { ListFilter } from '../../features/payments/store/find-payments.ts';
import { queryField } from '../../http/form-fields.ts';
import type { Language } from '../../platform/messages/language.ts';
import { LIST_TEXTS } from '../../platform/messages/payment-list/payment-list-messages.ts';
import { isStorableText } from '../../platform/text/json-body.ts';
import type { SignedInContext } from '../console-context.ts';
import { DATE_PRESETS, rangeOf } from '../views/date-range.ts';
import { sortFilter } from '../views/filters.ts';
import { PAGE } from '../views/pager.ts';

/** Below `/console`. */
export const PAYMENTS_PLACE = '/payments';
/** If no website is chosen, the keys of at most this many websites are listed. */
export const MOST_WEBSITES = 10;

/** The names of the filters in an address, in the order of the form. */
const NAMES = [
  'q',
  'date',
  'from',
  'to',
  'mode',
  'status',
  'method',
  'website',
  'key',
  'amount',
  'currency',
  'reason',
  'recurring',
  'link',
  'sort',
] as const;
type Name = (typeof NAMES)[number];
type FilterValues = Readonly<Record<Name, string>>;

/** The filters that also apply to an export: all except the search text and the order; the days of a preset are written out. */
export const PAYMENT_FILTERS = NAMES.filter((name) => name !== 'q' && name !== 'date' && name !== 'sort');

/** Rows on one page. */
const LONGEST_TEXT = 255;
const AMOUNTS = /^(\d[\d.]*)?(\s*-\s*)?(\d[\d.]*)?$/;

/** The list that an address requests. */
export interface AskedList {
  /** Without the limit to the websites that the user may see. */
  readonly filter: Omit<ListFilter, 'websiteIds'>;
  /** The search text; empty for none. */
  readonly text: string;
  /** The filters as submitted, for links and for the form. */
  readonly given: FilterValues;
  /** The errors in the filters. */
  readonly errors: Readonly<Partial<Record<Name, string>>>;
  /** The cursor of this page, as the address has it. */
  readonly before: string;
}

/** Reads the filters of an address. Times are in Haiti's time zone, and a day alone means the whole day. */
export function readListFilter(context: SignedInContext): AskedList {
  const { request, language, deps, mode } = context;
  const sent = Object.fromEntries(NAMES.map((name) => [name, queryField(request, name).trim()])) as FilterValues;
  const { preset } = rangeOf(sent, deps.clock());
  const given = {
    ...sent,
    mode: mode ?? '',
    ...(preset && { from: '', to: '' }),
    ...(sent.date === 'custom' && { date: '' }),
    // Results of a text are ordered as the search finds them.
    sort: sent.q === '' ? (sortFilter(context).value ?? '') : '',
  };
  const { filter, errors } = parseListFilter(given, language, deps.clock());
  if (!isStorableText(given.q) || [...given.q].length > LONGEST_TEXT) errors.q = LIST_TEXTS[language].wrongText;
  const beforeId = parseTransactionId(queryField(request, 'before'));
  return {
    filter: { ...filter, isOldestFirst: given.sort !== '', beforeId, limit: PAGE },
    text: given.q,
    given,
    errors,
    before: beforeId === undefined ? '' : String(beforeId),
  };
}

/** Parses filters, and reports errors for invalid ones, which it omits. Lists and exports use the same filters. */
export function parseListFilter(given: FilterValues, language: Language, nowUs = 0) {
  const texts = LIST_TEXTS[language];
  const errors: Partial<Record<Name, string>> = {};
  const chosen = <Value extends string>(name: Name, values: readonly Value[]): Value | undefined => {
    const value = values.find((each) => each === given[name]);
    if (value === undefined && given[name] !== '') errors[name] = texts.wrongChoice;
    return value;
  };
  if (given.date) chosen('date', DATE_PRESETS);
  const { from, to, fromUs, toUs } = rangeOf(given, nowUs);
  if (from !== '' && fromUs === undefined) errors.from = texts.wrongTime;
  if (to !== '' && toUs === undefined) errors.to = texts.wrongTime;
  if (fromUs !== undefined && toUs !== undefined && fromUs >= toUs) errors.to = texts.wrongRange;
  const amounts = readAmounts(given.amount);
  if (!amounts) errors.amount = texts.wrongAmount;
  const recurring = chosen('recurring', ['yes', 'no']);
  const filter = {
    fromUs,
    toUs,
    ...amounts,
    mode: chosen('mode', MODES),
    status: chosen('status', PAYMENT_STATUSES),
    method: chosen('method', PAYMENT_METHODS),
    currency: chosen('currency', CURRENCIES),
    failureReason: chosen('reason', FAILURE_REASONS),
    isRecurring: recurring && recurring === 'yes',
    linkId: given.link === '' ? undefined : given.link,
  };
  return { filter, errors };
}

/** One amount, or a minimum and a maximum, or either: `500`, `500-1000`, `500-`, `-1000`. Undefined for invalid text. */
function readAmounts(text: string): Pick<ListFilter, 'fromMinor' | 'toMinor'> | undefined {
  if (text === '') return {};
  const [whole, least, dash, most] = AMOUNTS.exec(text) ?? [];
  if (whole === undefined || (least ?? most) === undefined || (!dash && least !== undefined && most !== undefined)) {
    return undefined;
  }
  const [fromMinor, toMinor] = [least, dash ? most : least].map((each) =>
    each === undefined ? undefined : parseDecimal(each, 2),
  );
  const isWrong = (given: string | undefined, minor: unknown) => given !== undefined && typeof minor !== 'number';
  if (isWrong(least, fromMinor) || isWrong(dash ? most : least, toMinor)) return undefined;
  if (typeof fromMinor === 'number' && typeof toMinor === 'number' && fromMinor > toMinor) return undefined;
  return { fromMinor: fromMinor as number | undefined, toMinor: toMinor as number | undefined };
}
