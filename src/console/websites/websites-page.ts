import type { FastifyReply } from 'fastify';
import { findWebsite, listNewestWebsites } from '../../features/websites/store/websites.ts';
import { formField, queryField, seeOther } from '../../http/form-fields.ts';
import { html } from '../../platform/html/html.ts';
import { WEBSITE_TEXTS } from '../../platform/messages/websites/websites-messages.ts';
import type { OperatorError } from '../../platform/operator-error.ts';
import { isStorableText } from '../../platform/text/json-body.ts';
import { actorOf, hrefOf, may, type SignedInContext } from '../console-context.ts';
import { choiceFilter, chosenValue, textFilter } from '../views/filters.ts';
import { formView } from '../views/form.ts';
import { showList } from '../views/list.ts';
import { notice, secretOnce, timeView } from '../views/parts.ts';
import { drawnId, sentId } from './form-nonce.ts';
import { linkButton, MENU_PATH, methodsOf, pathOf, stateOf } from './website-view.ts';

const NEW = `${MENU_PATH}/new`;
const STATES = ['active', 'inactive'] as const;

/** The websites that the user may see, newest first. */
export async function showWebsites(context: SignedInContext): Promise<FastifyReply> {
  const { deps, who, request, language } = context;
  const texts = WEBSITE_TEXTS[language];
  const text = queryField(request, 'text').trim();
  const state = chosenValue(context, 'state', STATES);
  return showList(
    context,
    (page) =>
      listNewestWebsites(deps.db, {
        ids: who.websiteIds ?? undefined,
        text: isStorableText(text) ? text : '',
        isActive: state && state === 'active',
        ...page,
      }),
    {
      path: MENU_PATH,
      title: texts.websites,
      time: 'createdAtUs',
      actions: may(context, 'websites.create') ? linkButton(context, NEW, texts.add) : '',
      filters: [
        textFilter(context, 'text', texts.search, 255),
        choiceFilter(context, 'state', texts.state, STATES, (each) => texts[each], texts.any),
      ],
      columns: [
        {
          label: texts.name,
          phone: 'lead',
          cell: (website) => html`<a href="${hrefOf(context, pathOf(website))}"><bdi>${website.name}</bdi></a>`,
        },
        { label: texts.state, phone: 'end', cell: (website) => stateOf(context, website) },
        { label: texts.methods, phone: 'second', cell: (website) => html`${methodsOf(context, website)}` },
        { label: texts.callback, cell: ({ callbackUrl }) => html`<bdi>${callbackUrl ?? texts.nothing}</bdi>` },
        { label: texts.created, cell: ({ createdAtUs }) => timeView(createdAtUs, language) },
        { label: texts.id, cell: ({ id }) => html`<code>${id}</code>` },
      ],
      none: who.websiteIds === null ? texts.none : texts.noneOwn,
      noneMatch: texts.noneFound,
    },
  );
}

/** The form that creates a website. */
export async function showNewWebsite(context: SignedInContext, fault?: OperatorError): Promise<FastifyReply> {
  const { language, request } = context;
  const texts = WEBSITE_TEXTS[language];
  const form = formView(context, {
    action: NEW,
    submit: texts.add,
    fault,
    hidden: { once: fault ? formField(request, 'once') : drawnId(context, 'web') },
    fields: [
      {
        name: 'name',
        label: texts.name,
        hint: texts.nameHint,
        maxlength: 255,
      },
      {
        name: 'callback_url',
        label: texts.callback,
        hint: texts.callbackHint,
        type: 'url',
        isOptional: true,
      },
      {
        name: 'return_url',
        label: texts.return,
        hint: texts.returnHint,
        type: 'url',
        isOptional: true,
      },
    ],
  });
  const content = html`<p>${texts.newText}</p><div class="sheet">${form}</div>`;
  return context.show({ title: texts.add, content, place: MENU_PATH }, fault ? 422 : 200);
}

/** Creates the website, and shows its webhook secret. */
export async function createWebsite(context: SignedInContext): Promise<FastifyReply> {
  const { deps, request, language } = context;
  const texts = WEBSITE_TEXTS[language];
  const { website, webhookSecret } = await deps.operator.as(actorOf(context)).createWebsite({
    id: sentId(context, 'web'),
    name: formField(request, 'name').trim(),
    callbackUrl: formField(request, 'callback_url').trim(),
    returnUrl: formField(request, 'return_url').trim(),
  });
  const content = html`${notice('good', html`<p>${texts.registered}</p>`)}
<div class="sheet">${secretOnce(texts.secretOnce, webhookSecret, texts.copy)}
<p><a class="button" href="${hrefOf(context, pathOf(website))}">${texts.kept}</a></p></div>`;
  return context.show({ title: website.name, content, place: MENU_PATH });
}

/** Shows the form again, or the website that the same form has already created. */
export async function refuseNewWebsite(context: SignedInContext, fault: OperatorError): Promise<FastifyReply> {
  if (fault.field !== 'id') return showNewWebsite(context, fault);
  const made = await findWebsite(context.deps.db, sentId(context, 'web'));
  return seeOther(context.reply, hrefOf(context, made ? pathOf(made) : MENU_PATH, { done: 'already' }));
}
