import type { FastifyReply } from 'fastify';
import { OperatorError } from '../../domain/operator-error.ts';
import type { Mode } from '../../domain/payment.ts';
import type { PaymentLink } from '../../domain/payment-link.ts';
import { formField, queryField } from '../../http/form-fields.ts';
import { seeOther } from '../../http/see-other.ts';
import { type Html, html } from '../../lib/html.ts';
import { LINK_TEXTS } from '../../messages/links/links-messages.ts';
import { refusalText } from '../../messages/refusals/refusal-messages.ts';
import { listApiKeys } from '../../storage/api-keys.ts';
import { findLink } from '../../storage/links/payment-links.ts';
import type { Website } from '../../storage/websites.ts';
import { actorOf } from '../actor-of.ts';
import { type FormField, formView } from '../views/form.ts';
import { notice } from '../views/notice.ts';
import { visibleLink, visibleWebsite, visibleWebsites } from '../visible.ts';
import { hrefOf, may, type SignedInVisit } from '../visit.ts';
import { drawnId, sentId } from '../websites/form-nonce.ts';
import { linkFormFields, sentLink, typedValues, valuesOfLink } from './link-fields.ts';
import { newPath, PLACE, pathOf } from './link-views.ts';

/** The pages that create a link of one mode, because permissions depend on the mode. */
export function newLinkPages(mode: Mode) {
  return {
    show: async (visit: SignedInVisit) => {
      const like = queryField(visit.request, 'like');
      return showForm(visit, mode, { like: like === '' ? undefined : await visibleLink(visit, like) });
    },
    make: (visit: SignedInVisit) => makeLink(visit, mode),
  };
}

async function makeLink(visit: SignedInVisit, mode: Mode): Promise<FastifyReply> {
  const { deps, request, reply } = visit;
  const { id: websiteId } = await visibleWebsite(visit, formField(request, 'website'));
  const id = sentId(visit, 'lnk');
  try {
    const link = await deps.operator.as(actorOf(visit)).createLink({ id, websiteId, mode, ...sentLink(visit) });
    return seeOther(reply, hrefOf(visit, pathOf(link), { done: 'made' }));
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    if (error.field !== 'id') return showForm(visit, mode, { fault: error });
    const made = await findLink(deps.db, id);
    return seeOther(reply, hrefOf(visit, made ? pathOf(made) : PLACE, { done: 'already' }));
  }
}

async function showForm(
  visit: SignedInVisit,
  mode: Mode,
  { like, fault }: { like?: PaymentLink | undefined; fault?: OperatorError },
): Promise<FastifyReply> {
  const { deps, language, request } = visit;
  const texts = LINK_TEXTS[language];
  const title = texts.make[mode];
  const all = await visibleWebsites(visit);
  const websites = await websitesWithKey(visit, all, mode);
  if (websites.length === 0) return visit.show({ title, content: noKey(visit, mode, all), place: PLACE });
  const { fields, folds } = linkFormFields(visit, fault ? typedValues(visit) : valuesOfLink(like, deps.clock()), fault);
  const form = formView(visit, {
    action: newPath(mode),
    submit: texts.submit,
    hidden: {
      once: fault ? formField(request, 'once') : drawnId(visit, 'lnk'),
      ...(websites.length === 1 && { website: websites[0]?.id ?? '' }),
    },
    fields: [...websiteField(visit, websites, fault ? formField(request, 'website') : like?.websiteId), ...fields],
    folds,
  });
  const hasFieldError = [fields, ...folds.map((fold) => fold.fields)].flat().some(({ error }) => error !== undefined);
  const general = fault && !hasFieldError ? notice('bad', html`<p>${refusalText(fault.refusal, language)}</p>`) : '';
  const content = html`${mode === 'test' ? notice('care', html`<p>${texts.testNote}</p>`) : ''}${like ? html`<p>${texts.likeText}</p>` : ''}${general}
<div class="sheet">${form}</div>`;
  return visit.show({ title, content, place: PLACE }, fault ? 422 : 200);
}

/** The choice of a website; no field if there is only one. */
function websiteField(visit: SignedInVisit, websites: readonly Website[], value: string | undefined): FormField[] {
  if (websites.length === 1) return [];
  const options = websites.map(({ id, name }) => [id, name] as const);
  return [{ name: 'website', label: LINK_TEXTS[visit.language].website, type: 'select', value, options }];
}

/** The websites that a link of this mode can be created for. */
async function websitesWithKey({ deps }: SignedInVisit, websites: readonly Website[], mode: Mode): Promise<Website[]> {
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
function noKey(visit: SignedInVisit, mode: Mode, websites: readonly Website[]): Html {
  const texts = LINK_TEXTS[visit.language];
  const active = websites.filter(({ deactivatedAtUs }) => deactivatedAtUs === null);
  const buttons = may(visit, `keys.create.${mode}`)
    ? active.map(
        ({ id, name }) =>
          html`<a class="button quiet" href="${hrefOf(visit, `/websites/${id}/${mode}-keys/new`)}">${texts.addKey[mode]}${active.length > 1 ? html`: <bdi>${name}</bdi>` : ''}</a>`,
      )
    : [html`<span>${texts.noKeyAsk}</span>`];
  const instead =
    mode === 'live' && may(visit, 'links.create.test')
      ? [html`<a class="button quiet" href="${hrefOf(visit, newPath('test'))}">${texts.make.test}</a>`]
      : [];
  return html`<div class="empty"><p>${texts.noKey[mode]}</p><p class="row">${[...buttons, ...instead]}</p></div>`;
}
