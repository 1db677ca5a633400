import type { FastifyReply } from 'fastify';
import { listApiKeys } from '../../features/websites/store/api-keys.ts';
import type { Website } from '../../features/websites/store/websites.ts';
import { queryField } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { FEE_TEXTS } from '../../platform/messages/fees/fees-messages.ts';
import { refusalText } from '../../platform/messages/refusals/refusal-messages.ts';
import { STATEMENT_TEXTS } from '../../platform/messages/statements/statements-messages.ts';
import { WEBSITE_TEXTS } from '../../platform/messages/websites/websites-messages.ts';
import { may, type SignedInContext } from '../console-context.ts';
import { actionView, type FormFault } from '../views/form.ts';
import { auditLink, copyable, factsView, notice, timeView } from '../views/parts.ts';
import { visibleWebsite } from '../visible.ts';
import { keyList, requestsButton } from './key-view.ts';
import { testEventForms } from './test-event-page.ts';
import { websiteNotice } from './undo.ts';
import { healthView } from './website-health.ts';
import {
  colourSample,
  FILE_TOO_LARGE,
  isOfLogo,
  linkButton,
  logoSection,
  MENU_PATH,
  methodsOf,
  pathOf,
  secretSection,
  stateOf,
} from './website-view.ts';

/** A website's page, with its actions. */
export async function showWebsite(context: SignedInContext, refused?: FormFault): Promise<FastifyReply> {
  // A file that was too large to be read leads back here.
  const fault = queryField(context.request, 'logo') === 'too_large' ? FILE_TOO_LARGE : refused;
  const website = await visibleWebsite(context, context.params.id ?? '');
  const { language } = context;
  const keys = may(context, 'keys.read')
    ? keyList(context, website, await listApiKeys(context.deps.db, website.id))
    : '';
  const content = html`${fault ? '' : await websiteNotice(context, website)}
${fault && !isOfLogo(fault) ? fault.faults.map((each) => notice('bad', html`<p>${refusalText(each.refusal, language)}</p>`)) : ''}
<div class="sheet">${factsOf(context, website)}${editRow(context, website)}</div>
${await healthView(context, website)}
${logoSection(context, website, fault)}
${keys}
${secretSection(context, website)}
${testSection(context, website)}
${approvals(context, website)}
<p>${auditLink(context, website.id)}</p>`;
  return context.show({ title: website.name, content, place: MENU_PATH, mode: context.mode }, fault ? 422 : 200);
}

function factsOf(context: SignedInContext, website: Website): Html {
  const { language } = context;
  const texts = WEBSITE_TEXTS[language];
  const { brand } = website;
  return factsView([
    [texts.id, html`<code>${copyable(website.id)}</code>`],
    [texts.state, stateOf(context, website)],
    [texts.methods, html`${methodsOf(context, website)}`],
    [texts.card, html`${website.cardLiveApproved ? texts.approved : texts.notApproved}`],
    [texts.callback, website.callbackUrl === null ? html`${texts.callbackMissing}` : copyable(website.callbackUrl)],
    [
      texts.testCallback,
      website.testCallbackUrl === null ? html`${texts.testAsLive}` : copyable(website.testCallbackUrl),
    ],
    [
      texts.refundCallback,
      website.refundCallbackUrl === null ? html`${texts.refundCallbackMissing}` : copyable(website.refundCallbackUrl),
    ],
    [
      texts.testRefundCallback,
      website.testRefundCallbackUrl !== null
        ? copyable(website.testRefundCallbackUrl)
        : website.refundCallbackUrl === null
          ? null
          : html`${texts.testRefundAsLive}`,
    ],
    [texts.return, html`<bdi>${website.returnUrl ?? texts.nothing}</bdi>`],
    [texts.contact, html`<bdi>${brand.contact ?? texts.nothing}</bdi>`],
    [texts.colour, brand.colour === null ? html`${texts.nothing}` : colourSample(brand.colour, texts.pay)],
    [texts.receipts, html`${website.sendsReceipts ? texts.on : texts.off}`],
    [texts.rateLimit, html`${website.rateLimitPerMinute ?? texts.rateLimitGeneral}`],
    [texts.created, timeView(website.createdAtUs, language)],
  ]);
}

function editRow(context: SignedInContext, website: Website): Html {
  const texts = WEBSITE_TEXTS[context.language];
  const path = pathOf(website);
  const links = [
    may(context, 'websites.update') && linkButton(context, `${path}/edit`, texts.edit),
    may(context, 'websites.callback') && linkButton(context, `${path}/callback`, texts.callbackChange),
    may(context, 'statements.read') &&
      linkButton(context, `${path}/statements`, STATEMENT_TEXTS[context.language].title),
    may(context, 'keys.read') && requestsButton(context, website),
    may(context, 'fees.read') && linkButton(context, `${path}/fees`, FEE_TEXTS[context.language].title),
    may(context, 'websites.methods') && linkButton(context, `${path}/methods`, texts.methods),
    may(context, 'websites.limit') && linkButton(context, `${path}/limit`, texts.rateLimitChange),
  ];
  return html`<p class="row">${links}</p>`;
}

function testSection(context: SignedInContext, website: Website): Html | '' {
  const texts = WEBSITE_TEXTS[context.language];
  if (!may(context, 'websites.test_event')) return '';
  const buttons = testEventForms(context, website);
  const none = buttons.length === 0 ? html`<p class="soft">${texts.callbackMissing}</p>` : '';
  return html`<h2>${texts.test}</h2><div class="sheet"><p>${texts.testText}</p>${buttons}${none}</div>`;
}

/** The settings that only the operator decides. */
function approvals(context: SignedInContext, website: Website): Html {
  const texts = WEBSITE_TEXTS[context.language];
  const path = pathOf(website);
  const isActive = website.deactivatedAtUs === null;
  const card = website.cardLiveApproved
    ? linkButton(context, `${path}/card/withdraw`, texts.revoke, 'danger')
    : linkButton(context, `${path}/card/approve`, texts.approve);
  const state = isActive
    ? linkButton(context, `${path}/deactivate`, texts.deactivate, 'danger')
    : actionView(context, { action: `${path}/activate`, submit: texts.activate });
  const cardSheet = may(context, 'websites.approve_card')
    ? html`<h2>${texts.card}</h2><div class="sheet"><p>${website.cardLiveApproved ? texts.approved : texts.notApproved}</p><p>${card}</p></div>`
    : '';
  const stateSheet = may(context, 'websites.activate')
    ? html`<h2>${texts.state}</h2><div class="sheet"><p>${isActive ? texts.activeText : texts.inactiveText}</p>${isActive ? html`<p>${state}</p>` : state}</div>`
    : '';
  return html`${cardSheet}${stateSheet}`;
}
