import type { FastifyReply } from 'fastify';
import { ApiError } from '../../core/errors.ts';
import type { Mode } from '../../core/payment.ts';
import { EditConflict } from '../../features/audit/edit-conflict.ts';
import { webhookSecretMark } from '../../features/websites/rotate-webhook-secret.ts';
import { nextSecretFromOf } from '../../features/websites/website-json.ts';
import { formField } from '../../http/form-fields.ts';
import { html } from '../../platform/html/html.ts';
import { WEBSITE_TEXTS } from '../../platform/messages/websites/websites-messages.ts';
import type { OperatorError } from '../../platform/operator-error.ts';
import { formatHaitiTime } from '../../platform/wording/format.ts';
import { actorOf, hrefOf, type SignedInContext } from '../console-context.ts';
import { formView } from '../views/form.ts';
import { notice, secretOnce } from '../views/parts.ts';
import { visibleWebsite } from '../visible.ts';
import { sentWait, waitField } from './key-fields.ts';
import { backLink, MENU_PATH, pathOf } from './website-view.ts';

/** The paths after the website's path. */
const PATHS = { live: '/secret', test: '/test-secret' } as const;

export const showSecretForm = formOf('live');
export const rollSecret = rollOf('live');
export const showTestSecretForm = formOf('test');
export const rollTestSecret = rollOf('test');

/** The form that replaces a website's webhook secret, or the secret for test payments. */
function formOf(mode: Mode): (context: SignedInContext, fault?: OperatorError) => Promise<FastifyReply> {
  return (context, fault) => showForm(context, mode, fault);
}

async function showForm(context: SignedInContext, mode: Mode, fault?: OperatorError): Promise<FastifyReply> {
  const { language, request } = context;
  const texts = WEBSITE_TEXTS[language];
  const website = await visibleWebsite(context, context.params.id ?? '');
  // Without a secret for test payments there is nothing to rotate: the website's page offers to create one.
  if (!website.signers[mode]) throw new ApiError('not_found');
  const isConflict = fault instanceof EditConflict;
  const seen = fault && !isConflict ? formField(request, 'seen') : webhookSecretMark(website, mode);
  const form = formView(context, {
    action: pathOf(website) + PATHS[mode],
    submit: texts.secretRoll,
    isDanger: true,
    hidden: { seen },
    fields: [
      {
        ...waitField(context, 'after', fault ? formField(request, 'after') : '86400'),
        label: texts.secretAfter,
        hint: texts.secretAfterHint,
        error: isConflict ? undefined : fault?.refusal,
      },
    ],
  });
  const message = isConflict ? notice('care', html`<p>${texts.conflict}</p>`) : '';
  const content = html`${backLink(context, website)}${message}<div class="sheet"><p>${mode === 'test' ? texts.testSecretText : texts.secretText}</p>${form}</div>`;
  return context.show({ title: texts.secretRoll, content, place: MENU_PATH }, fault ? (isConflict ? 409 : 422) : 200);
}

/** Creates the secret, and shows it. */
function rollOf(mode: Mode): (context: SignedInContext) => Promise<FastifyReply> {
  return async (context) => {
    const { deps, language } = context;
    const texts = WEBSITE_TEXTS[language];
    const { id } = await visibleWebsite(context, context.params.id ?? '');
    const afterSeconds = sentWait(context, 'after');
    const made = await deps.operator
      .as(actorOf(context))
      .rotateWebhookSecret({ id, mode, afterSeconds, seen: formField(context.request, 'seen') });
    const { website, webhookSecret } = made;
    const fromUs = website.signers[mode]?.nextFromUs ?? null;
    const isLater = nextSecretFromOf(website, mode, deps.clock()) !== undefined && fromUs !== null;
    const from = isLater ? html`<p>${texts.signsFrom({ time: formatHaitiTime(fromUs, language) })}</p>` : '';
    const label = mode === 'test' ? texts.testSecretOnce : texts.secretOnce;
    const content = html`<div class="sheet">${secretOnce(label, webhookSecret, texts.copy)}${from}
<p><a class="button" href="${hrefOf(context, pathOf(website))}">${texts.kept}</a></p></div>`;
    return context.show({ title: mode === 'test' ? texts.testSecret : texts.secret, content, place: MENU_PATH });
  };
}
