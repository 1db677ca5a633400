import type { FastifyReply } from 'fastify';
import { isAllowed } from '../../core/roles.ts';
import { AUDIT_ACTIONS } from '../../features/audit/audit.ts';
import { listNewestLinks } from '../../features/links/store/payment-links.ts';
import { keyLabel, listKeyNames } from '../../features/websites/store/api-keys.ts';
import { queryField } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { ACTION_TEXTS } from '../../platform/messages/audit-actions/audit-actions-messages.ts';
import { EXPORT_TEXTS } from '../../platform/messages/exports/exports-messages.ts';
import { LIST_TEXTS } from '../../platform/messages/payment-list/payment-list-messages.ts';
import { docsHref, hrefOf, type SignedInContext } from '../console-context.ts';
import { type FormField, fieldView } from '../views/form.ts';
import { visibleWebsites } from '../visible.ts';
import { exportForm, monthLinks } from './export-buttons.ts';
import { FILTER_CHARACTERS, MENU_PATH } from './export-filter.ts';
import { EXPORT_LISTS } from './export-lists.ts';
import { wordsOf } from './export-words.ts';
import type { ExportList } from './exported-list.ts';

/** If there are more keys or links than this, they are not listed by name, and the field takes an id. */
const MOST_NAMED = 200;

/** The page of all lists that the user may export, with a form for each. */
export async function showExports(context: SignedInContext): Promise<FastifyReply> {
  const { deps, language, who, request } = context;
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
  const docs = docsHref(context, 'exports');
  const content = html`<p>${texts.intro} <a href="${docs}">${texts.columns}</a></p>${deps.sendsMail && html`<p><a href="${hrefOf(context, '/account#notifications')}">${texts.monthly}</a></p>`}${lists}`;
  return context.show({ title: texts.title, content, place: MENU_PATH, mode: context.mode });
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
