import type { FastifyReply } from 'fastify';
import { sideOf } from '../../core/roles.ts';
import { DISMISSIBLE } from '../../features/operations/store/dismissals.ts';
import { formField, queryField, seeOther } from '../../http/form-fields.ts';
import { html } from '../../platform/html/html.ts';
import { DISCREPANCY_TEXTS } from '../../platform/messages/discrepancies/discrepancies-messages.ts';
import { OVERVIEW_TEXTS } from '../../platform/messages/overview/overview-messages.ts';
import type { OperatorError } from '../../platform/operator-error.ts';
import { actorOf, hrefOf, type SignedInContext } from '../console-context.ts';
import { formView } from '../views/form.ts';
import { visibleWebsite } from '../visible.ts';
import { readNeeds } from './needs.ts';
import { dismissPath, needView } from './needs-view.ts';

/** Shows an item that needs attention, with a form that dismisses it. Leads to the overview if there is no such item. */
export async function showDismiss(
  context: SignedInContext,
  fault?: OperatorError,
  status = 200,
): Promise<FastifyReply> {
  const { deps, language, params, reply } = context;
  const texts = OVERVIEW_TEXTS[language];
  // An event after the page was opened shows the item again.
  const seen = deps.clock();
  const { id: websiteId } = await visibleWebsite(context, params.id ?? '');
  const kind = kindOf(context);
  const { open } = await readNeeds(context);
  const need = open.find(({ item }) => item?.websiteId === websiteId && item.kind === kind);
  if (!kind || !need) return seeOther(reply, hrefOf(context, ''));
  const form = formView(context, {
    action: dismissPath({ websiteId }),
    submit: texts.dismiss,
    fault,
    hidden: { kind, seen: fault ? formField(context.request, 'seen') : String(seen) },
    fields: [
      {
        name: 'note',
        label: DISCREPANCY_TEXTS[language].note,
        hint: texts.dismissHint,
        type: 'textarea',
        maxlength: 255,
      },
    ],
  });
  const content = html`<ul class="needs"><li>${needView(context, need)}</li></ul><div class="sheet"><p>${texts.dismissText}</p>${form}</div>`;
  return context.show({ title: texts.dismissTitle, content, place: '' }, status);
}

/** Dismisses an item with a note. */
export async function dismiss(context: SignedInContext): Promise<FastifyReply> {
  const { deps, reply, request } = context;
  const item = await sentItem(context);
  const seenAtUs = Number(formField(request, 'seen'));
  if (item && Number.isSafeInteger(seenAtUs) && seenAtUs > 0) {
    const note = formField(request, 'note').trim();
    await deps.operator.as(actorOf(context)).dismissItem(item, { note, seenAtUs });
  }
  return seeOther(reply, hrefOf(context, ''));
}

/** Shows a dismissed item again. */
export async function restore(context: SignedInContext): Promise<FastifyReply> {
  const item = await sentItem(context);
  if (item) await context.deps.operator.as(actorOf(context)).restoreItem(item);
  return seeOther(context.reply, hrefOf(context, ''));
}

async function sentItem(context: SignedInContext) {
  const { id: websiteId } = await visibleWebsite(context, context.params.id ?? '');
  const kind = kindOf(context);
  return kind && { websiteId, kind, side: sideOf(context.who.user.role) };
}

function kindOf({ request }: SignedInContext) {
  const sent = request.method === 'POST' ? formField(request, 'kind') : queryField(request, 'kind');
  return DISMISSIBLE.find((each) => each === sent);
}
