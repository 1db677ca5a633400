import { isAllowed } from '../../core/roles.ts';
import { type FirstSteps, readMerchantSteps } from '../../features/operations/store/count-work.ts';
import type { Website } from '../../features/websites/store/websites.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { OVERVIEW_TEXTS } from '../../platform/messages/overview/overview-messages.ts';
import { docsHref, hrefOf, may, type SignedInContext } from '../console-context.ts';
import { actionView } from '../views/form.ts';
import type { Needs } from './needs.ts';

/** The remaining steps to the first payment; empty after it. */
export function stepsView(context: SignedInContext, websites: readonly Website[], steps: FirstSteps): Html | '' {
  const { language, who } = context;
  const texts = OVERVIEW_TEXTS[language];
  const [website] = websites;
  const hasCallback = websites.some(({ callbackUrl }) => callbackUrl !== null);
  if (website && steps.hasKey && steps.hasPayment && hasCallback) return '';
  const { role } = who.user;
  const own = website === undefined ? '/websites' : `/websites/${website.id}`;
  const step = (isDone: boolean, mayDo: boolean, text: string, path: string) =>
    stepView(context, isDone, text, mayDo ? path : undefined);
  const docs = docsHref(context, 'first-payment');
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
export async function merchantSteps(
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
