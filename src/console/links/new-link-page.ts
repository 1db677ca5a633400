import type { FastifyReply } from 'fastify';
import type { Mode } from '../../core/payment.ts';
import type { PaymentLink } from '../../features/links/payment-link.ts';
import { findLink } from '../../features/links/store/payment-links.ts';
import { listApiKeys } from '../../features/websites/store/api-keys.ts';
import type { Website } from '../../features/websites/store/websites.ts';
import { formField, queryField, seeOther } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { LINK_TEXTS } from '../../platform/messages/links/links-messages.ts';
import type { OperatorError } from '../../platform/operator-error.ts';
import { actorOf, hrefOf, may, type SignedInContext } from '../console-context.ts';
import { type FormField, formView } from '../views/form.ts';
import { notice } from '../views/parts.ts';
import { visibleLink, visibleWebsite, visibleWebsites } from '../visible.ts';
import { drawnId, sentId } from '../websites/form-nonce.ts';
import { faultOfForm, linkFormFields, sentLink, valuesOfLink } from './link-fields.ts';
import { MENU_PATH, newPath, pathOf } from './link-views.ts';

/** The pages that create a link of one mode, because permissions depend on the mode. */
export function newLinkPages(mode: Mode) {
  return {
    show: async (context: SignedInContext) => {
      const like = queryField(context.request, 'like');
      return showForm(context, mode, { like: like === '' ? undefined : await visibleLink(context, like) });
    },
    make: {
      handle: (context: SignedInContext) => makeLink(context, mode),
      refused: (context: SignedInContext, fault: OperatorError) => refuseLink(context, mode, fault),
    },
  };
}

async function makeLink(context: SignedInContext, mode: Mode): Promise<FastifyReply> {
  const { deps, request, reply } = context;
  const { id: websiteId } = await visibleWebsite(context, formField(request, 'website'));
  const id = sentId(context, 'lnk');
  const like = await copiedLink(context);
  const pictureOf = formField(request, 'keeps_picture') === '1' ? like?.id : undefined;
  const made = { id, websiteId, mode, pictureOf, ...sentLink(context) };
  const link = await deps.operator.as(actorOf(context)).createLink(made);
  return seeOther(reply, hrefOf(context, pathOf(link), { done: 'made' }));
}

/** Shows the form again, or the link that the same form has already created. */
async function refuseLink(context: SignedInContext, mode: Mode, fault: OperatorError): Promise<FastifyReply> {
  if (fault.field !== 'id') return showForm(context, mode, { like: await copiedLink(context), fault });
  const made = await findLink(context.deps.db, sentId(context, 'lnk'));
  return seeOther(context.reply, hrefOf(context, made ? pathOf(made) : MENU_PATH, { done: 'already' }));
}

/** The link that the form was copied from, as the form names it. */
async function copiedLink(context: SignedInContext): Promise<PaymentLink | undefined> {
  const like = formField(context.request, 'like');
  return like === '' ? undefined : visibleLink(context, like);
}

async function showForm(
  context: SignedInContext,
  mode: Mode,
  { like, fault }: { like?: PaymentLink | undefined; fault?: OperatorError },
): Promise<FastifyReply> {
  const { deps, language, request } = context;
  const texts = LINK_TEXTS[language];
  const title = texts.make[mode];
  const all = await visibleWebsites(context);
  const websites = await websitesWithKey(context, all, mode);
  if (websites.length === 0) return context.show({ title, content: noKey(context, mode, all), place: MENU_PATH, mode });
  const { fields, folds } = linkFormFields(context, valuesOfLink(like, deps.clock()));
  const form = formView(context, {
    action: newPath(mode),
    submit: texts.submit,
    fault: fault && faultOfForm(fault, language),
    hidden: {
      once: fault ? formField(request, 'once') : drawnId(context, 'lnk'),
      ...(like && { like: like.id }),
      ...(websites.length === 1 && { website: websites[0]?.id ?? '' }),
    },
    fields: [...websiteField(context, websites, like?.websiteId), ...fields, ...pictureField(context, like)],
    folds,
  });
  const content = html`${mode === 'test' ? notice('care', html`<p>${texts.testNote}</p>`) : ''}${like ? html`<p>${texts.likeText}</p>` : ''}
<div class="sheet">${form}</div>`;
  return context.show({ title, content, place: MENU_PATH, mode }, fault ? 422 : 200);
}

/** The choice of a website; no field if there is only one. */
function websiteField(context: SignedInContext, websites: readonly Website[], value: string | undefined): FormField[] {
  if (websites.length === 1) return [];
  const options = websites.map(({ id, name }) => [id, name] as const);
  return [{ name: 'website', label: LINK_TEXTS[context.language].website, type: 'select', value, options }];
}

/** Whether the new link gets the picture of the original one; no field if there is none. */
function pictureField({ language }: SignedInContext, like: PaymentLink | undefined): FormField[] {
  if (!like?.picture) return [];
  const { keepPicture, keepPictureHint } = LINK_TEXTS[language];
  return [{ name: 'keeps_picture', label: keepPicture, hint: keepPictureHint, type: 'checkbox', value: '1' }];
}

/** The websites that a link of this mode can be created for. */
async function websitesWithKey(
  { deps }: SignedInContext,
  websites: readonly Website[],
  mode: Mode,
): Promise<Website[]> {
  const hasKey = await Promise.all(
    websites.map(async ({ id, deactivatedAtUs }) => {
      if (deactivatedAtUs !== null) return false;
      const keys = await listApiKeys(deps.db, id);
      return keys.some((key) => key.mode === mode && key.deactivatedAtUs === null);
    }),
  );
  return websites.filter((_, at) => hasKey[at]);
}

/** A notice that there is no key yet, with a link to create one. */
function noKey(context: SignedInContext, mode: Mode, websites: readonly Website[]): Html {
  const texts = LINK_TEXTS[context.language];
  const active = websites.filter(({ deactivatedAtUs }) => deactivatedAtUs === null);
  const buttons = may(context, `keys.create.${mode}`)
    ? active.map(
        ({ id, name }) =>
          html`<a class="button quiet" href="${hrefOf(context, `/websites/${id}/${mode}-keys/new`)}">${texts.addKey[mode]}${active.length > 1 ? html`: <bdi>${name}</bdi>` : ''}</a>`,
      )
    : [html`<span>${texts.noKeyAsk}</span>`];
  const instead =
    mode === 'live' && may(context, 'links.create.test')
      ? [html`<a class="button quiet" href="${hrefOf(context, newPath('test'))}">${texts.make.test}</a>`]
      : [];
  return html`<div class="empty"><p>${texts.noKey[mode]}</p><p class="row">${[...buttons, ...instead]}</p></div>`;
}
