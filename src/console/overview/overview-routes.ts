import type { FastifyReply } from 'fastify';
import { ApiError } from '../../core/errors.ts';
import { isAllowed } from '../../core/roles.ts';
import { type FirstSteps, readFirstSteps, readMerchantSteps } from '../../features/operations/store/count-work.ts';
import { readSumsState } from '../../features/payments/store/payment-sums-fill.ts';
import { FILLED_DAYS } from '../../features/payments/update-payment-sums.ts';
import { sumReturned } from '../../features/refunds/store/returned-money.ts';
import type { Website } from '../../features/websites/store/websites.ts';
import { queryField } from '../../http/form-fields.ts';
import { haitiDayOf, startOfHaitiDayUs } from '../../platform/clock/haiti-time.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { FRAME_TEXTS } from '../../platform/messages/frame/frame-messages.ts';
import { LISTS } from '../../platform/messages/lists/lists-messages.ts';
import { OVERVIEW_TEXTS } from '../../platform/messages/overview/overview-messages.ts';
import { formatDays } from '../../platform/wording/format-haiti-time.ts';
import { hrefOf, may, type SignedInContext } from '../console-context.ts';
import { CONSOLE_PATH } from '../console-path.ts';
import type { ConsoleRoute } from '../route.ts';
import { modeInput } from '../views/filters.ts';
import { actionView, type FormField, fieldView } from '../views/form.ts';
import { notice } from '../views/parts.ts';
import { isVisible, visibleWebsites } from '../visible.ts';
import { dismiss, restore, showDismiss } from './dismiss-page.ts';
import { type FiguresOf, readFigures, readWebsiteTotals, type Totals } from './figures.ts';
import { figuresView } from './figures-view.ts';
import { methodsTable, revenueCharts, totalsView, usualView, websitesTable } from './money-view.ts';
import { showLostReceipts, showOverdue, showWaiting } from './need-lists.ts';
import { type Needs, readNeeds } from './needs.ts';
import { needsView } from './needs-view.ts';
import { customPeriod, inputDay, type Period, PRESETS, periodOf } from './period.ts';
import { readUsualDay } from './usual-day.ts';

/** The first page, and the lists behind its items. */
export const OVERVIEW_ROUTES: readonly ConsoleRoute[] = [
  { method: 'GET', path: '', access: 'overview.read', handle: showOverview },
  { method: 'GET', path: '/overview/overdue', access: 'payments.read', handle: showOverdue },
  { method: 'GET', path: '/overview/waiting', access: 'payments.read', handle: showWaiting },
  { method: 'GET', path: '/overview/receipts', access: 'payments.read', handle: showLostReceipts },
  { method: 'GET', path: '/overview/websites/:id/dismiss', access: 'overview.dismiss', handle: showDismiss },
  {
    method: 'POST',
    path: '/overview/websites/:id/dismiss',
    access: 'overview.dismiss',
    sends: { kind: 'one', seen: 'one', note: 'one' },
    handle: dismiss,
    refused: showDismiss,
  },
  {
    method: 'POST',
    path: '/overview/websites/:id/restore',
    access: 'overview.dismiss',
    sends: { kind: 'one' },
    handle: restore,
  },
];

async function showOverview(context: SignedInContext): Promise<FastifyReply> {
  const { deps, who, language } = context;
  const texts = OVERVIEW_TEXTS[language];
  const websites = await visibleWebsites(context);
  const steps = await readFirstSteps(deps.db, who.websiteIds);
  const asked = readAsked(context, websites);
  const needs = await readNeeds(context);
  const figures = steps.hasPayment ? await readMoney(context, asked) : undefined;
  const attention = html`<section><h2>${texts.today}</h2>
${needsView(context, needs)}
${who.websiteIds ? await merchantSteps(context, websites, { steps, needs }) : stepsView(context, websites, steps)}</section>`;
  const content = figures
    ? html`${rangesView(context, websites, asked)}
<div class="glance"><section><h2>${texts.revenue}</h2>${figures.money}</section>
${attention}</div>
${figures.details}`
    : attention;
  return context.show({ title: FRAME_TEXTS[language].overview, content, place: '', mode: asked.mode });
}

/** Reads the figures, and renders those at the top of the page, and those below. */
async function readMoney(context: SignedInContext, asked: OverviewRequest): Promise<{ money: Html; details: Html }> {
  const { deps, language } = context;
  const texts = OVERVIEW_TEXTS[language];
  const { db } = deps;
  const nowUs = deps.clock();
  const { period, names } = asked;
  const [compared, returned, byWebsite, { beginsAtUs, nextId }] = await Promise.all([
    readFigures(db, asked, period),
    sumReturned(db, {
      websiteIds: asked.websiteIds,
      mode: asked.mode,
      fromUs: startOfHaitiDayUs(period.now.from),
      toUs: startOfHaitiDayUs(period.now.to),
    }),
    names.size > 1
      ? readWebsiteTotals(db, { websiteIds: [...names.keys()], mode: asked.mode }, period.now)
      : new Map<string, Totals>(),
    readSumsState(db),
  ]);
  const shown = { ...compared, returned, language, period, today: haitiDayOf(nowUs) };
  const usual = period.range === 'today' ? await readUsualDay(db, asked, { nowUs, firstDay: compared.firstDay }) : null;
  const isCounted = beginsAtUs !== null && nextId === null;
  const countedFrom = beginsAtUs === null ? 0 : haitiDayOf(beginsAtUs) - FILLED_DAYS;
  const isEarlier = isCounted && beginsAtUs > 0 && period.now.from < countedFrom;
  const link = (id: string) =>
    html`<a href="${hrefOf(context, '', { ...asked.query, website: id })}"><bdi>${names.get(id) ?? id}</bdi></a>`;
  const first = formatDays(countedFrom, countedFrom, shown);
  return {
    money: html`${isCounted ? '' : notice('care', html`<p>${texts.notCounted}</p>`)}${isEarlier ? notice('care', html`<p>${texts.countedFrom({ date: first })}</p>`) : ''}
${totalsView(shown)}${usual ? usualView(shown, usual) : ''}${revenueCharts(shown)}
<p class="soft">${texts.revenueText} ${FRAME_TEXTS[language].zone}</p>`,
    details: html`${websitesTable(shown, byWebsite, link)}${methodsTable(shown)}<h2>${texts.figures}</h2>${figuresView(shown)}`,
  };
}

/** The selected scope and period. */
interface OverviewRequest extends FiguresOf {
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
function readAsked(context: SignedInContext, websites: readonly Website[]): OverviewRequest {
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
function rangesView(context: SignedInContext, websites: readonly Website[], asked: OverviewRequest): Html {
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

/** The remaining steps to the first payment; empty after it. */
function stepsView(context: SignedInContext, websites: readonly Website[], steps: FirstSteps): Html | '' {
  const { language, who, base } = context;
  const texts = OVERVIEW_TEXTS[language];
  const [website] = websites;
  const hasCallback = websites.some(({ callbackUrl }) => callbackUrl !== null);
  if (website && steps.hasKey && steps.hasPayment && hasCallback) return '';
  const { role } = who.user;
  const own = website === undefined ? '/websites' : `/websites/${website.id}`;
  const step = (isDone: boolean, mayDo: boolean, text: string, path: string) =>
    stepView(context, isDone, text, mayDo ? path : undefined);
  const docs = `${base.slice(0, -CONSOLE_PATH.length)}/docs/first-payment`;
  const link =
    isAllowed(role, 'links.create.test') && steps.hasKey
      ? html`<p><a href="${hrefOf(context, '/links/test/new')}">${texts.stepLink}</a></p>`
      : '';
  const lines = [
    step(website !== undefined, isAllowed(role, 'websites.create'), texts.stepWebsite, '/websites/new'),
    step(
      steps.hasKey,
      isAllowed(role, 'keys.create.test') && website !== undefined,
      texts.stepKey,
      `${own}/test-keys/new`,
    ),
    step(steps.hasPayment, isAllowed(role, 'payments.test') && steps.hasKey, texts.stepPayment, '/payments/new'),
    step(
      hasCallback,
      isAllowed(role, 'websites.callback') && website !== undefined,
      texts.stepCallback,
      `${own}/callback`,
    ),
  ];
  return html`<h2>${texts.steps}</h2><div class="sheet"><ol>${lines}</ol><p><a href="${docs}">${texts.stepDocs}</a></p>${link}</div>`;
}

/**
 * A merchant's way to the first live payment, for the roles that go it. Until a user of the merchant shows it again, it can be hidden. With
 * that payment the list ends for good.
 */
async function merchantSteps(
  context: SignedInContext,
  websites: readonly Website[],
  { steps: { hasKey, hasPayment, hasLiveKey }, needs }: { steps: FirstSteps; needs: Needs },
): Promise<Html | ''> {
  const { deps, language } = context;
  const [website] = websites;
  if (!website || !(may(context, 'payments.test') || may(context, 'links.create.live'))) return '';
  const { hasLink, hasLivePayment } = await readMerchantSteps(
    deps.db,
    websites.map(({ id }) => id),
  );
  if (hasLivePayment) return '';
  const texts = OVERVIEW_TEXTS[language];
  const own = `/websites/${website.id}`;
  const hidden = needs.dismissals.find(({ websiteId, kind }) => websiteId === website.id && kind === 'steps');
  const change = may(context, 'overview.dismiss')
    ? actionView(context, {
        action: `/overview${own}/${hidden ? 'restore' : 'dismiss'}`,
        submit: hidden ? texts.showSteps : texts.hideSteps,
        // No later event shows the list again, so the time at which it was seen does not matter.
        hidden: { kind: 'steps', ...(!hidden && { seen: '1', note: texts.steps }) },
      })
    : '';
  if (hidden) return change;
  const isBranded = websites.some(({ brand: { logo, contact } }) => logo !== null && contact !== null);
  const sells = hasLink || websites.some(({ callbackUrl }) => callbackUrl !== null);
  const callback = may(context, 'websites.callback') ? `${own}/callback` : undefined;
  const lines = [
    stepView(context, hasKey, texts.stepKey, may(context, 'keys.create.test') ? `${own}/test-keys/new` : undefined),
    stepView(context, hasPayment, texts.stepPayment, may(context, 'payments.test') ? '/payments/new' : undefined),
    stepView(context, sells, texts.stepCallback, callback),
    stepView(context, isBranded, texts.stepBrand, may(context, 'websites.update') ? own : undefined),
    stepView(context, hasLiveKey, texts.stepLiveKey, may(context, 'keys.create.live') ? own : undefined),
    stepView(context, false, texts.stepLivePayment, undefined),
  ];
  const link = sells || !hasKey || !may(context, 'links.create.test') ? '' : '/links/test/new';
  return html`<h2>${texts.steps}</h2><div class="sheet"><ol>${lines}</ol>${link && html`<p><a href="${hrefOf(context, link)}">${texts.stepLink}</a></p>`}${change}</div>`;
}

/** A step: done, or with a link to the page for it. */
function stepView(context: SignedInContext, isDone: boolean, text: string, path: string | undefined): Html {
  if (isDone) return html`<li>✓ ${text}</li>`;
  return html`<li>${path === undefined ? text : html`<a href="${hrefOf(context, path)}">${text}</a>`}</li>`;
}
