import type { FastifyReply } from 'fastify';
import { ApiError } from '../../domain/errors.ts';
import type { Mode } from '../../domain/payment.ts';
import type { PaymentLink } from '../../domain/payment-link.ts';
import { seeOther } from '../../http/see-other.ts';
import { html } from '../../lib/html.ts';
import { LINK_TEXTS } from '../../messages/links/links-messages.ts';
import { actorOf } from '../actor-of.ts';
import { formView } from '../views/form.ts';
import { visibleLink } from '../visible.ts';
import { hrefOf, type SignedInVisit } from '../visit.ts';
import { PLACE, pathOf } from './link-views.ts';

/** The pages that deactivate a link of one mode, because permissions depend on the mode. */
export function deactivatePages(mode: Mode) {
  return {
    ask: async (visit: SignedInVisit) => ask(visit, await linkOf(visit, mode)),
    deactivate: async (visit: SignedInVisit) => {
      const { id } = await linkOf(visit, mode);
      const link = await visit.deps.operator.as(actorOf(visit)).deactivateLink(id);
      return seeOther(visit.reply, hrefOf(visit, pathOf(link), { done: 'deactivated' }));
    },
  };
}

/** The path of the page that deactivates a link. */
export function deactivatePath({ id, mode }: Pick<PaymentLink, 'id' | 'mode'>): string {
  return `${PLACE}/${mode}/${encodeURIComponent(id)}/deactivate`;
}

/** A link of the other mode is not found: the path defines the required permission. */
async function linkOf(visit: SignedInVisit, mode: Mode): Promise<PaymentLink> {
  const link = await visibleLink(visit, visit.params.id ?? '');
  if (link.mode !== mode) throw new ApiError('not_found');
  return link;
}

async function ask(visit: SignedInVisit, link: PaymentLink): Promise<FastifyReply> {
  const texts = LINK_TEXTS[visit.language];
  const open = link.openPayments > 0 ? html`<p>${texts.deactivateOpen({ count: link.openPayments })}</p>` : '';
  const form = formView(visit, {
    action: deactivatePath(link),
    submit: texts.deactivate,
    fields: [],
    isDanger: true,
  });
  const content = html`<div class="sheet"><p><bdi>${link.name}</bdi></p><p>${texts.deactivateText}</p>${open}
<div class="row">${form}<a class="button quiet" href="${hrefOf(visit, pathOf(link))}">${texts.keep}</a></div></div>`;
  return visit.show({ title: texts.deactivateSure, content, place: PLACE });
}
