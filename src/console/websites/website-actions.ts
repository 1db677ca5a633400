import type { FastifyReply } from 'fastify';
import type { AuditFacts } from '../../features/audit/audit.ts';
import type { WebsiteChanges } from '../../features/websites/change-website.ts';
import { newWebhookSecret } from '../../features/websites/webhook-secrets.ts';
import { fileField, seeOther } from '../../http/form-fields.ts';
import { html } from '../../platform/html/html.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { WEBSITE_TEXTS } from '../../platform/messages/websites/websites-messages.ts';
import { hrefOf, type SignedInContext } from '../console-context.ts';
import { sentFacts } from '../views/edit-form.ts';
import { secretOnce } from '../views/parts.ts';
import { visibleWebsite } from '../visible.ts';
import { change } from './website-forms.ts';
import { showWebsite } from './website-page.ts';
import { LOGO_FACTS, MENU_PATH, pathOf, TEST_SECRET_FACTS } from './website-view.ts';

/** Saves an uploaded logo. */
export async function saveLogo(context: SignedInContext): Promise<FastifyReply> {
  const logo = fileField(context.request, 'logo');
  if (logo) return act(context, { logo }, sentFacts(context, LOGO_FACTS));
  await visibleWebsite(context, context.params.id ?? '');
  return showWebsite(context, { faults: [{ field: 'logo', refusal: refusal('pictureMissing') }] });
}

/** Removes the logo. */
export async function removeLogo(context: SignedInContext): Promise<FastifyReply> {
  return act(context, { logo: null }, sentFacts(context, LOGO_FACTS));
}

/** Activates a website again. */
export async function activate(context: SignedInContext): Promise<FastifyReply> {
  return act(context, { isActive: true });
}

/** Creates a secret for test payments, and shows it. */
export async function makeTestSecret(context: SignedInContext): Promise<FastifyReply> {
  const website = await visibleWebsite(context, context.params.id ?? '');
  const testSecret = newWebhookSecret();
  await change(context, website, { testSecret }, sentFacts(context, TEST_SECRET_FACTS));
  const texts = WEBSITE_TEXTS[context.language];
  const content = html`<div class="sheet">${secretOnce(texts.testSecretOnce, testSecret, texts.copy)}
<p><a class="button" href="${hrefOf(context, pathOf(website))}">${texts.kept}</a></p></div>`;
  return context.show({ title: texts.testSecret, content, place: MENU_PATH });
}

/** Removes the secret for test payments: the webhook secret signs them from then on. */
export async function removeTestSecret(context: SignedInContext): Promise<FastifyReply> {
  return act(context, { testSecret: null }, sentFacts(context, TEST_SECRET_FACTS));
}

/** Applies the change of one button on a website's page. */
async function act(context: SignedInContext, changes: WebsiteChanges, seen?: AuditFacts): Promise<FastifyReply> {
  const website = await visibleWebsite(context, context.params.id ?? '');
  await change(context, website, changes, seen);
  return seeOther(context.reply, hrefOf(context, pathOf(website), { done: 'changed' }));
}
