import type { Mode } from '../../core/payment.ts';
import type { Website } from '../../features/websites/store/websites.ts';
import { websiteFacts } from '../../features/websites/website-json.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { WEBSITE_TEXTS } from '../../platform/messages/websites/websites-messages.ts';
import { formatHaitiTime } from '../../platform/wording/format.ts';
import { may, type SignedInContext } from '../console-context.ts';
import { seenFacts } from '../views/edit-form.ts';
import { actionView } from '../views/form.ts';
import { linkButton, pathOf } from './website-view.ts';

/** The facts that the buttons of the secret for test payments change. */
export const TEST_SECRET_FACTS = ['test_secret'];

/** The secret for test payments of a website, with the buttons that make and remove it. */
export function secretSection(context: SignedInContext, website: Website): Html | '' {
  const texts = WEBSITE_TEXTS[context.language];
  if (!may(context, 'secrets.roll')) return '';
  const path = pathOf(website);
  const seen = seenFacts(websiteFacts(website), TEST_SECRET_FACTS);
  const forTests = website.signers.test
    ? html`${nextSecret(context, website, 'test')}<p>${linkButton(context, `${path}/test-secret`, texts.secretRoll)}</p>
${actionView(context, { action: `${path}/test-secret/remove`, submit: texts.testSecretRemove, hidden: { seen }, isDanger: true })}`
    : actionView(context, { action: `${path}/test-secret/new`, submit: texts.testSecretMake, hidden: { seen } });
  return html`<h2>${texts.secret}</h2><div class="sheet"><p>${texts.secretText}</p>${nextSecret(context, website, 'live')}<p>${linkButton(context, `${path}/secret`, texts.secretRoll)}</p></div>
<h2>${texts.testSecret}</h2><div class="sheet"><p>${website.signers.test ? texts.testSecretText : texts.testSecretNone}</p>${forTests}</div>`;
}

/** When the new secret of a rotation starts to sign; empty when no new secret is waiting. */
function nextSecret({ deps, language }: SignedInContext, { signers }: Website, mode: Mode): Html | '' {
  const fromUs = signers[mode]?.nextFromUs ?? null;
  return fromUs !== null && fromUs > deps.clock()
    ? html`<p>${WEBSITE_TEXTS[language].secretNext({ time: formatHaitiTime(fromUs, language) })}</p>`
    : '';
}
