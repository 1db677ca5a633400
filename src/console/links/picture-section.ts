import type { FastifyReply } from 'fastify';
import type { Mode } from '../../core/payment.ts';
import { pictureFacts } from '../../features/links/change-link.ts';
import type { PaymentLink } from '../../features/links/payment-link.ts';
import {
  linkPicturePath,
  MAX_LINK_PICTURE_BYTES,
  MAX_PICTURE_FILE_BYTES,
  shownSize,
} from '../../features/websites/brand.ts';
import { fileField, queryField, seeOther } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { LINK_TEXTS } from '../../platform/messages/links/links-messages.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { actorOf, hrefOf, may, type SignedInContext } from '../console-context.ts';
import { CONSOLE_PATH } from '../console-path.ts';
import { seenFacts, sentFacts } from '../views/edit-form.ts';
import { actionView, type FormFault, formView } from '../views/form.ts';
import { linkOf } from './deactivate-page.ts';
import { MENU_PATH, pathOf } from './link-views.ts';

/** The facts that the forms of a picture change. */
const FACTS = ['picture'];
/** CSS pixels. */
const BOX = { width: 320, height: 240 };

/** The forms that save and remove the picture of a link of one mode, because permissions depend on the mode. */
export function pictureForms(mode: Mode) {
  return {
    save: async (context: SignedInContext) => {
      const content = fileField(context.request, 'picture');
      // A link that the user may not see is not found, with and without a file.
      const link = await linkOf(context, mode);
      if (!content) throw new OperatorError('invalid', 'picture', refusal('pictureMissing'));
      return change(context, link, content);
    },
    remove: async (context: SignedInContext) => change(context, await linkOf(context, mode), null),
  };
}

async function change(context: SignedInContext, link: PaymentLink, content: Buffer | null): Promise<FastifyReply> {
  const { deps, reply } = context;
  await deps.operator.as(actorOf(context)).changeLinkPicture(link.id, content, { seen: sentFacts(context, FACTS) });
  return seeOther(reply, hrefOf(context, pathOf(link), { done: 'picture' }));
}

/** The refusal of a file that was too large to be read: it leads back to the link's page. */
export function unreadFile({ request }: Pick<SignedInContext, 'request'>): FormFault | undefined {
  if (queryField(request, 'picture') !== 'too_large') return undefined;
  const most = MAX_PICTURE_FILE_BYTES / 1_000_000;
  return { faults: [{ field: 'picture', refusal: refusal('pictureFileTooLarge', { most }) }] };
}

/** The picture of a link's page, with the forms that change it. */
export function pictureSection(context: SignedInContext, link: PaymentLink, fault: FormFault | undefined): Html {
  const texts = LINK_TEXTS[context.language];
  const { picture, mode } = link;
  const shown = picture ? pictureView(context, picture) : html`<p class="soft">${texts.pictureNone}</p>`;
  if (!may(context, `links.create.${mode}`)) return html`<h2>${texts.picture}</h2><div class="sheet">${shown}</div>`;
  const action = `${MENU_PATH}/${mode}/${encodeURIComponent(link.id)}/picture`;
  const hidden = { seen: seenFacts(pictureFacts(link), FACTS) };
  const form = formView(context, {
    action,
    submit: texts.pictureSend,
    hidden,
    fault,
    fields: [
      {
        name: 'picture',
        label: texts.pictureFile,
        hint: texts.pictureHint,
        type: 'file',
        shrinksTo: MAX_LINK_PICTURE_BYTES,
        accept: 'image/png,image/jpeg,image/webp',
      },
    ],
  });
  const remove = picture
    ? actionView(context, { action: `${action}/remove`, submit: texts.pictureRemove, hidden, isDanger: true })
    : '';
  return html`<h2>${texts.picture}</h2><div class="sheet">${shown}${form}${remove}</div>`;
}

function pictureView({ base, language }: SignedInContext, picture: NonNullable<PaymentLink['picture']>): Html {
  const { width, height } = shownSize(picture, BOX);
  const href = base.slice(0, -CONSOLE_PATH.length) + linkPicturePath(picture);
  return html`<p><img src="${href}" width="${width}" height="${height}" class="picture" alt="${LINK_TEXTS[language].picture}" loading="lazy"></p>`;
}
