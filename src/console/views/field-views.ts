import { type Field, fieldsIn, isSeenBy, plainValue, readerOf } from '../../core/fields.ts';
import { CURRENCIES } from '../../core/money.ts';
import type { ExportedList } from '../../features/exports/record-export.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { EXPORT_TEXTS } from '../../platform/messages/exports/exports-messages.ts';
import { formatMoney } from '../../platform/wording/format.ts';
import type { SignedInContext } from '../console-context.ts';
import { wordsOf } from '../exports/export-words.ts';
import { copyable, type Fact, timeView } from './parts.ts';
import type { Column } from './table.ts';

/** The fields of a list that users can export: its spreadsheets and its pages have the same labels, and the same words for codes. */
export interface ShownFields<Item, Name extends string> {
  readonly list: ExportedList['list'];
  readonly fields: Readonly<Record<Name, Field<Item>>>;
  /** Fields that commands show among the details of an item, and its page does not. */
  readonly notOnPage?: readonly NoInfer<Name>[];
}

/** A field with its own value or label on a page. */
interface OwnField<Name> {
  readonly field: Name;
  readonly html?: Html | '' | null;
  readonly label?: string;
}

/**
 * Facts of an item: these, which are fields and what only the page has, followed by all other fields of its details. Fields that the user's
 * role does not see are omitted.
 */
export function fieldFacts<Item, Name extends string>(
  context: SignedInContext,
  shown: ShownFields<Item, Name>,
  item: Item,
  facts: readonly (NoInfer<Name> | OwnField<NoInfer<Name>> | Fact)[],
): Fact[] {
  const viewOf = viewsOf(context, shown);
  const given = facts.map((each): OwnField<Name> | Fact => (typeof each === 'string' ? { field: each } : each));
  const named: readonly string[] = [
    ...(shown.notOnPage ?? []),
    ...given.map((each) => ('field' in each ? each.field : '')),
  ];
  const others = fieldsIn(shown.fields, 'details').filter(({ name }) => !named.includes(name));
  return [...given, ...others.map(({ name }) => ({ field: name as Name }))].flatMap((each): Fact[] => {
    if (!('field' in each)) return [each];
    const { field, html: own, label }: OwnField<Name> = each;
    const view = viewOf(field);
    return view === undefined ? [] : [[label ?? view.label, own === undefined ? view.cell(item) : own]];
  });
}

/** Columns of a list: fields with their place in it, and columns that only the page has. Fields that the user's role does not see are omitted. */
export function fieldColumns<Item, Name extends string>(
  context: SignedInContext,
  shown: ShownFields<Item, Name>,
  columns: readonly (Column<Item> | (Partial<Column<Item>> & { readonly field: NoInfer<Name> }))[],
): Column<Item>[] {
  const viewOf = viewsOf(context, shown);
  return columns.flatMap((column): Column<Item>[] => {
    if (!('field' in column)) return [column];
    const view = viewOf(column.field);
    return view === undefined ? [] : [{ label: view.label, cell: (item) => view.cell(item) ?? '', ...column }];
  });
}

function viewsOf<Item, Name extends string>(
  { language, who }: SignedInContext,
  { list, fields }: ShownFields<Item, Name>,
) {
  const labels: Readonly<Record<string, string>> = EXPORT_TEXTS[language].titles;
  const words = wordsOf(list, language);
  const currencyOf = 'currency' in fields ? readerOf(fields.currency as Field<Item>) : undefined;
  return (name: Name): { label: string; cell: (item: Item) => Html | null } | undefined => {
    const field = fields[name];
    if (!isSeenBy(who.user.role, field)) return undefined;
    const column = field.csv ?? name;
    const read = readerOf(field);
    return {
      label: labels[column] ?? column,
      cell(item) {
        const found = read(item);
        if (found.value === null) return null;
        if (found.kind === 'time') return timeView(found.value, language);
        if (found.kind === 'raw') return html`<pre tabindex="0">${found.value}</pre>`;
        if (found.kind === 'count') return html`${found.value}`;
        const currency = found.kind === 'minor' && CURRENCIES.find((each) => each === currencyOf?.(item).value);
        if (currency) return html`${formatMoney(Number(found.value), currency, language)}`;
        const text = String(plainValue(found, { time: String, separator: ', ' }));
        if (field.isCopied) return copyable(text);
        const word = words[column]?.[text];
        return word === undefined ? html`<bdi>${text}</bdi>` : html`${word}`;
      },
    };
  };
}
