import { ApiError } from '../../core/errors.ts';
import type { Website } from '../../features/websites/store/websites.ts';
import { queryField } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { LISTS } from '../../platform/messages/lists/lists-messages.ts';
import { OVERVIEW_TEXTS } from '../../platform/messages/overview/overview-messages.ts';
import { hrefOf, type SignedInContext } from '../console-context.ts';
import { modeInput } from '../views/filters.ts';
import { type FormField, fieldView } from '../views/form.ts';
import { isVisible } from '../visible.ts';
import type { FiguresOf } from './figures.ts';
import { customPeriod, inputDay, type Period, PRESETS, periodOf } from './period.ts';

/** The selected scope and period. */
export interface OverviewRequest extends FiguresOf {
  readonly website: string;
  /** The names of the websites in the scope, by their ids. */
  readonly names: ReadonlyMap<string, string>;
  readonly period: Period;
  /** The custom days are invalid. */
  readonly isWrong: boolean;
  /** The query that selects the same scope and period. */
  readonly query: Readonly<Record<string, string>>;
}

/** Throws ApiError `not_found` for a website that the user may not see. */
export function readAsked(context: SignedInContext, websites: readonly Website[]): OverviewRequest {
  const { request, who, deps, mode } = context;
  const [website, from, to] = ['website', 'from', 'to'].map((name) => queryField(request, name)) as [
    string,
    string,
    string,
  ];
  if (website !== '' && !(isVisible(context, website) && websites.some(({ id }) => id === website))) {
    throw new ApiError('not_found');
  }
  const nowUs = deps.clock();
  const isCustom = from !== '' || to !== '';
  const custom = isCustom ? customPeriod(from, to, nowUs) : undefined;
  const preset = PRESETS.find((each) => each === queryField(request, 'range')) ?? 'today';
  const period = custom ?? periodOf(preset, nowUs);
  const scope = websites.filter(({ id }) => website === '' || id === website);
  return {
    website,
    names: new Map(scope.map(({ id, name }) => [id, name])),
    websiteIds: website === '' ? (who.websiteIds ?? undefined) : [website],
    mode,
    period,
    isWrong: isCustom && custom === undefined,
    query: { website, mode, ...(period.range === 'custom' ? { from, to } : { range: period.range }) },
  };
}

/** The presets as links; the websites, modes and custom days as a form. */
export function rangesView(context: SignedInContext, websites: readonly Website[], asked: OverviewRequest): Html {
  const { language } = context;
  const texts = OVERVIEW_TEXTS[language];
  const { website, mode, period, isWrong } = asked;
  const links = PRESETS.map((range) => {
    const current = range === period.range ? html` aria-current="page"` : '';
    return html`<a href="${hrefOf(context, '', { website, mode, range })}"${current}>${texts.ranges[range]}</a>`;
  });
  const choice = (name: string, label: string, value: string, options: FormField['options'] = []): FormField => ({
    name,
    label,
    value,
    type: 'select',
    options,
  });
  const day = (name: string, label: string, value: string, error?: string): FormField => ({
    name,
    label,
    type: 'date',
    value,
    error,
  });
  const { now } = period;
  const [from, to] = [inputDay(now.from), inputDay(now.to - 1)];
  const fields = [
    ...(websites.length > 1
      ? [
          choice('website', texts.website, website, [
            ['', texts.all],
            ...websites.map(({ id, name }) => [id, name] as const),
          ]),
        ]
      : []),
    day(
      'from',
      LISTS[language].from,
      isWrong ? queryField(context.request, 'from') : from,
      isWrong ? texts.customWrong : undefined,
    ),
    day('to', LISTS[language].to, isWrong ? queryField(context.request, 'to') : to),
  ].map((field) => fieldView({ ...field, isOptional: true }));
  const isOpen = isWrong || period.range === 'custom';
  return html`<nav class="ranges" aria-label="${texts.range}">${links}</nav>
<details${isOpen ? ' open' : ''}><summary>${texts.custom}</summary><form class="sheet" method="get" action="${hrefOf(context, '')}" role="search" aria-label="${LISTS[language].filters}">${modeInput(context)}<div class="filters">${fields}</div><p class="row"><button>${LISTS[language].apply}</button></p></form></details>`;
}
