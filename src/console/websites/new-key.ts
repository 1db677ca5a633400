import type { FastifyReply } from 'fastify';
import type { Mode } from '../../core/payment.ts';
import { firstPaymentCurl } from '../../features/links/first-payment-curl.ts';
import { findApiKey } from '../../features/websites/store/api-keys.ts';
import { formField, seeOther } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { KEY_TEXTS } from '../../platform/messages/keys/keys-messages.ts';
import { WEBSITE_TEXTS } from '../../platform/messages/websites/websites-messages.ts';
import type { OperatorError } from '../../platform/operator-error.ts';
import { actorOf, hrefOf, type SignedInContext } from '../console-context.ts';
import { formView } from '../views/form.ts';
import { secretOnce } from '../views/parts.ts';
import { visibleWebsite } from '../visible.ts';
import { drawnId, sentId } from './form-nonce.ts';
import { keyFields, sentKeyFields } from './key-fields.ts';
import { keyPath } from './key-view.ts';
import { backLink, MENU_PATH, pathOf } from './website-view.ts';

/** The form of a new key, of one mode. */
export async function showNew(context: SignedInContext, mode: Mode, fault?: OperatorError): Promise<FastifyReply> {
  const texts = KEY_TEXTS[context.language];
  const website = await visibleWebsite(context, context.params.id ?? '');
  const form = formView(context, {
    action: `${pathOf(website)}/${mode}-keys/new`,
    submit: texts.make,
    hidden: { once: fault ? formField(context.request, 'once') : drawnId(context, 'key') },
    fields: keyFields(context),
    fault,
  });
  const title = mode === 'test' ? texts.addTest : texts.addLive;
  const content = html`${backLink(context, website)}<div class="sheet">${form}</div>`;
  return context.show({ title, content, place: MENU_PATH }, fault ? 422 : 200);
}

/** Creates the key of a form, and shows its value once. */
export async function create(context: SignedInContext, mode: Mode): Promise<FastifyReply> {
  const website = await visibleWebsite(context, context.params.id ?? '');
  const given = { id: sentId(context, 'key'), websiteId: website.id, mode, ...sentKeyFields(context) };
  const { apiKey, text } = await context.deps.operator.as(actorOf(context)).createApiKey(given);
  const more = mode === 'test' ? firstPayment(context, text) : '';
  return showOnce(context, { title: KEY_TEXTS[context.language].made, text, path: keyPath(apiKey), more });
}

/** Shows the form again, or the key that the same form has already created. */
export async function refuseNew(context: SignedInContext, mode: Mode, fault: OperatorError): Promise<FastifyReply> {
  if (fault.field !== 'id') return showNew(context, mode, fault);
  const website = await visibleWebsite(context, context.params.id ?? '');
  const made = await findApiKey(context.deps.db, sentId(context, 'key'));
  const path = made?.websiteId === website.id ? keyPath(made) : pathOf(website);
  return seeOther(context.reply, hrefOf(context, path, { done: 'already' }));
}

/** The key's value, shown once. */
export function showOnce(
  context: SignedInContext,
  { title, text, path, more = '' }: { title: string; text: string; path: string; more?: Html | '' },
): Promise<FastifyReply> {
  const { copy, kept } = WEBSITE_TEXTS[context.language];
  const secret = secretOnce(KEY_TEXTS[context.language].once, text, copy);
  const content = html`<div class="sheet">${secret}${more}
<p><a class="button" href="${hrefOf(context, path)}">${kept}</a></p></div>`;
  return context.show({ title, content, place: MENU_PATH });
}

/** A first request with the test key, ready for a terminal. */
function firstPayment({ deps, language }: SignedInContext, key: string): Html {
  const texts = KEY_TEXTS[language];
  return html`<h2>${texts.firstTitle}</h2><p>${texts.firstText}</p><pre id="first" tabindex="0">${firstPaymentCurl(`${deps.publicUrl}${deps.apiBase}`, key)}</pre>
<p><button type="button" class="quiet copy" data-copy="first" hidden>${WEBSITE_TEXTS[language].copy}<span class="hidden">: ${texts.firstTitle}</span></button></p>`;
}
