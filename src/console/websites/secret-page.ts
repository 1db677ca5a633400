import type { FastifyReply } from 'fastify';
import { html } from 'ghtml';
import { OperatorError } from '../../domain/operator-error.ts';
import { formField } from '../../http/form-fields.ts';
import { ChangedMeanwhile } from '../../operator/changed-meanwhile.ts';
import { webhookSecretMark } from '../../operator/roll-webhook-secret.ts';
import { nextSecretFromOf } from '../../operator/views/website-json.ts';
import { formatHaitiTime } from '../../wording/format-haiti-time.ts';
import { actorOf } from '../actor-of.ts';
import { formView } from '../views/form.ts';
import { notice, secretOnce } from '../views/notice.ts';
import { visibleWebsite } from '../visible.ts';
import { hrefOf, type SignedInVisit } from '../visit.ts';
import { sentWait, waitField } from './wait-field.ts';
import { WEBSITE_TEXTS } from './website-texts.ts';
import { backLink, PLACE, pathOf } from './website-view.ts';

/** The form that gives a website a new webhook secret. */
export async function showSecretForm(visit: SignedInVisit, fault?: OperatorError): Promise<FastifyReply> {
  const { language, request } = visit;
  const texts = WEBSITE_TEXTS[language];
  const website = await visibleWebsite(visit, visit.params.id ?? '');
  const isConflict = fault instanceof ChangedMeanwhile;
  const seen = fault && !isConflict ? formField(request, 'seen') : webhookSecretMark(website);
  const form = formView(visit, {
    action: `${pathOf(website)}/secret`,
    submit: texts.secretRoll,
    isDanger: true,
    hidden: { seen },
    fields: [
      {
        ...waitField(visit, 'after', fault ? formField(request, 'after') : '86400'),
        ...{ label: texts.secretAfter, hint: texts.secretAfterHint, error: isConflict ? undefined : fault?.message },
      },
    ],
  });
  const told = isConflict ? notice('care', html`<p>${texts.meanwhile}</p>`) : '';
  const content = html`!${backLink(visit, website)}!${told}<div class="sheet"><p>${texts.secretText}</p>!${form}</div>`;
  return visit.show({ title: texts.secretRoll, content, place: PLACE }, fault ? (isConflict ? 409 : 422) : 200);
}

/** Makes the secret, and shows it. */
export async function rollSecret(visit: SignedInVisit): Promise<FastifyReply> {
  const { deps, language } = visit;
  const texts = WEBSITE_TEXTS[language];
  const { id } = await visibleWebsite(visit, visit.params.id ?? '');
  try {
    const afterSeconds = sentWait(visit, 'after');
    const made = await deps.operator
      .as(actorOf(visit))
      .rollWebhookSecret({ id, afterSeconds, seen: formField(visit.request, 'seen') });
    const { website, webhookSecret } = made;
    const fromUs = website.nextWebhookSecretFromUs;
    const isLater = nextSecretFromOf(website, deps.clock()) !== undefined && fromUs !== null;
    const from = isLater ? html`<p>${texts.signsFrom.replace('{time}', formatHaitiTime(fromUs, language))}</p>` : '';
    const content = html`<div class="sheet">!${secretOnce(texts.secretOnce, webhookSecret, texts.copy)}!${from}
<p><a class="button" href="${hrefOf(visit, pathOf(website))}">${texts.kept}</a></p></div>`;
    return await visit.show({ title: texts.secret, content, place: PLACE });
  } catch (error) {
    if (error instanceof OperatorError) return showSecretForm(visit, error);
    throw error;
  }
}
