import type { FastifyReply } from 'fastify';
import { readFirstSteps } from '../../features/operations/store/count-work.ts';
import { html } from '../../platform/html/html.ts';
import { FRAME_TEXTS } from '../../platform/messages/frame/frame-messages.ts';
import { OVERVIEW_TEXTS } from '../../platform/messages/overview/overview-messages.ts';
import type { SignedInContext } from '../console-context.ts';
import type { ConsoleRoute } from '../route.ts';
import { visibleWebsites } from '../visible.ts';
import { rangesView, readAsked } from './asked-overview.ts';
import { dismiss, restore, showDismiss } from './dismiss-page.ts';
import { showLostReceipts, showOverdue, showWaiting } from './need-lists.ts';
import { readNeeds } from './needs.ts';
import { needsView } from './needs-view.ts';
import { readMoney } from './read-money.ts';
import { merchantSteps, stepsView } from './steps-view.ts';

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
