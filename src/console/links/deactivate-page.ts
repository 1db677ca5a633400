import type { FastifyReply } from 'fastify';
import { ApiError } from '../../core/errors.ts';
import type { Mode } from '../../core/payment.ts';
import type { PaymentLink } from '../../features/links/payment-link.ts';
import { seeOther } from '../../http/form-fields.ts';
import { html } from '../../platform/html/html.ts';
import { LINK_TEXTS } from '../../platform/messages/links/links-messages.ts';
import { actorOf, hrefOf, type SignedInContext } from '../console-context.ts';
import { formView } from '../views/form.ts';
import { visibleLink } from '../visible.ts';
import { MENU_PATH, pathOf } from './link-views.ts';

/** The pages that deactivate a link of one mode, because permissions depend on the mode. */
export function deactivatePages(mode: Mode) {
  return {
    ask: async (context: SignedInContext) => ask(context, await linkOf(context, mode)),
    deactivate: async (context: SignedInContext) => {
      const { id } = await linkOf(context, mode);
      const link = await context.deps.operator.as(actorOf(context)).deactivateLink(id);
      return seeOther(context.reply, hrefOf(context, pathOf(link), { done: 'deactivated' }));
    },
  };
}

/** The path of the page that deactivates a link. */
export function deactivatePath({ id, mode }: Pick<PaymentLink, 'id' | 'mode'>): string {
  return `${MENU_PATH}/${mode}/${encodeURIComponent(id)}/deactivate`;
}

/** A link of the other mode is not found: the path defines the required permission. */
export async function linkOf(context: SignedInContext, mode: Mode): Promise<PaymentLink> {
  const link = await visibleLink(context, context.params.id ?? '');
  if (link.mode !== mode) throw new ApiError('not_found');
  return link;
}

async function ask(context: SignedInContext, link: PaymentLink): Promise<FastifyReply> {
  const texts = LINK_TEXTS[context.language];
  const open = link.openPayments > 0 ? html`<p>${texts.deactivateOpen({ count: link.openPayments })}</p>` : '';
  const form = formView(context, {
    action: deactivatePath(link),
    submit: texts.deactivate,
    fields: [],
    isDanger: true,
  });
  const content = html`<div class="sheet"><p><bdi>${link.name}</bdi></p><p>${texts.deactivateText}</p>${open}
<div class="row">${form}<a class="button quiet" href="${hrefOf(context, pathOf(link))}">${texts.keep}</a></div></div>`;
  return context.show({ title: texts.deactivateSure, content, place: MENU_PATH, mode: link.mode });
}
