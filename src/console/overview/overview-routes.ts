import type { FastifyReply } from 'fastify';
import { ApiError } from '../../core/errors.ts';
import { MODES, type Mode } from '../../core/payment.ts';
import { isAllowed } from '../../core/roles.ts';
import { type FirstSteps, readFirstSteps } from '../../features/operations/store/count-work.ts';
import { readSumsState } from '../../features/payments/store/payment-sums-fill.ts';
import type { Website } from '../../features/websites/store/websites.ts';
import { queryField } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { FRAME_TEXTS } from '../../platform/messages/frame/frame-messages.ts';
import { OVERVIEW_TEXTS } from '../../platform/messages/overview/overview-messages.ts';
import { hrefOf, type SignedInContext } from '../console-context.ts';
import { CONSOLE_PATH } from '../console-path.ts';
import type { ConsoleRoute } from '../route.ts';
import { filtersView } from '../views/filters.ts';
import type { FormField } from '../views/form.ts';
import { notice } from '../views/notice.ts';
import { isVisible, visibleWebsites } from '../visible.ts';
import { readFigures } from './figures.ts';
import { figuresView } from './figures-view.ts';
import { showLostReceipts, showOverdue, showWaiting } from './need-lists.ts';
import { type Need, readNeeds } from './needs.ts';
import { periodOf, RANGES, type Range } from './period.ts';

/** The first page, and the lists behind its items. */
export const OVERVIEW_ROUTES: readonly ConsoleRoute[] = [
  { method: 'GET', path: '', access: 'overview.read', handle: showOverview },
  { method: 'GET', path: '/overview/overdue', access: 'payments.read', handle: showOverdue },
  { method: 'GET', path: '/overview/waiting', access: 'payments.read', handle: showWaiting },
  { method: 'GET', path: '/overview/receipts', access: 'payments.read', handle: showLostReceipts },
];

async function showOverview(context: SignedInContext): Promise<FastifyReply> {
  const { deps, who, language } = context;
  const texts = OVERVIEW_TEXTS[language];
  const websites = await visibleWebsites(context);
  const steps = await readFirstSteps(deps.db, who.websiteIds);
  const asked = readAsked(context, websites, steps);
  const needs = await readNeeds(context);
  const period = periodOf(asked.range, deps.clock());
  const figures = steps.hasPayment ? await readFigures(deps.db, asked, period) : undefined;
  const { beginsAtUs, nextId } = await readSumsState(deps.db);
  const isCounted = beginsAtUs !== null && nextId === null;
  const drawn = figures
    ? html`<h2>${texts.figures}</h2><p class="soft">${FRAME_TEXTS[language].zone}</p>${filtersView(context, '', filterFields(context, websites, asked))}
${isCounted ? '' : notice('care', html`<p>${texts.notCounted}</p>`)}${figuresView(language, period, figures)}`
    : '';
  const content = html`<h2>${texts.today}</h2>
${needsView(context, needs)}
${stepsView(context, websites, steps)}
${drawn}`;
  return context.show({ title: FRAME_TEXTS[language].overview, content, place: '' });
}

/** The selected scope and range. */
interface OverviewRequest {
  readonly website: string;
  readonly websiteIds: readonly string[] | undefined;
  readonly mode: Mode;
  readonly range: Range;
}

/** Live by default, once there are live keys. Throws ApiError `not_found` for a website that the user may not see. */
function readAsked(
  context: SignedInContext,
  websites: readonly Website[],
  { hasLiveKey }: FirstSteps,
): OverviewRequest {
  const { request, who } = context;
  const website = queryField(request, 'website');
  if (website !== '' && !(isVisible(context, website) && websites.some(({ id }) => id === website))) {
    throw new ApiError('not_found');
  }
  return {
    website,
    websiteIds: website === '' ? (who.websiteIds ?? undefined) : [website],
    mode: MODES.find((each) => each === queryField(request, 'mode')) ?? (hasLiveKey ? 'live' : 'test'),
    range: RANGES.find((each) => each === queryField(request, 'range')) ?? 'today',
  };
}

function filterFields(
  { language }: SignedInContext,
  websites: readonly Website[],
  asked: OverviewRequest,
): FormField[] {
  const texts = OVERVIEW_TEXTS[language];
  const choice = (name: string, label: string, value: string, options: FormField['options'] = []): FormField => ({
    name,
    label,
    value,
    type: 'select',
    options,
  });
  const names = websites.map(({ id, name }) => [id, name] as const);
  return [
    ...(names.length > 1 ? [choice('website', texts.website, asked.website, [['', texts.all], ...names])] : []),
    choice(
      'mode',
      texts.mode,
      asked.mode,
      MODES.map((each) => [each, texts[each]]),
    ),
    choice(
      'range',
      texts.range,
      asked.range,
      RANGES.map((each) => [each, texts.ranges[each]]),
    ),
  ];
}

function needsView({ language }: SignedInContext, needs: readonly Need[]): Html {
  const texts = OVERVIEW_TEXTS[language];
  if (needs.length === 0) return html`<div class="empty"><p>${texts.nothing}</p></div>`;
  const lines = needs.map(({ count, isMore, text, href }) => {
    const number = count === null ? '!' : isMore ? texts.atLeast({ count }) : String(count);
    return html`<li><a href="${href}"><strong>${number}</strong> <span>${text}</span></a></li>`;
  });
  return html`<ul class="needs">${lines}</ul>`;
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
    html`<li>${isDone ? '✓ ' : ''}${mayDo && !isDone ? html`<a href="${hrefOf(context, path)}">${text}</a>` : html`${text}`}</li>`;
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
