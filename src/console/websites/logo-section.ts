import { logoPath, MAX_LOGO_BYTES, MAX_PICTURE_FILE_BYTES } from '../../features/websites/brand.ts';
import type { Website } from '../../features/websites/store/websites.ts';
import { websiteFacts } from '../../features/websites/website-json.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { WEBSITE_TEXTS } from '../../platform/messages/websites/websites-messages.ts';
import { may, type SignedInContext } from '../console-context.ts';
import { CONSOLE_PATH } from '../console-path.ts';
import { seenFacts } from '../views/edit-form.ts';
import { actionView, type FormFault, formView } from '../views/form.ts';
import { pathOf } from './website-view.ts';

/** The facts that the forms of a logo change. */
export const LOGO_FACTS = ['logo'];

export const FILE_TOO_LARGE: FormFault = {
  faults: [{ field: 'logo', refusal: refusal('pictureFileTooLarge', { most: MAX_PICTURE_FILE_BYTES / 1_000_000 }) }],
};

/** Whether the form that uploads a logo shows the fault. */
export function isOfLogo({ faults }: FormFault): boolean {
  return faults.some(({ field }) => field === 'logo');
}

/** The logo of a website, and the forms that change it. */
export function logoSection(context: SignedInContext, website: Website, fault: FormFault | undefined): Html {
  const texts = WEBSITE_TEXTS[context.language];
  const { logo } = website.brand;
  const href = logo && context.base.slice(0, -CONSOLE_PATH.length) + logoPath(logo);
  const picture = logo
    ? html`<p><img src="${href}" width="${logo.width}" height="${logo.height}" class="logo" alt="${texts.logo}"></p>`
    : html`<p class="soft">${texts.logoNone}</p>`;
  if (!may(context, 'websites.update')) return html`<h2>${texts.logo}</h2><div class="sheet">${picture}</div>`;
  const seen = seenFacts(websiteFacts(website), LOGO_FACTS);
  const form = formView(context, {
    action: `${pathOf(website)}/logo`,
    submit: texts.logoSend,
    hidden: { seen },
    fault: fault && isOfLogo(fault) ? fault : undefined,
    fields: [
      {
        name: 'logo',
        label: texts.logoFile,
        hint: texts.logoFileHint,
        type: 'file',
        shrinksTo: MAX_LOGO_BYTES,
        accept: 'image/png,image/jpeg,image/webp',
      },
    ],
  });
  const remove = logo
    ? actionView(context, {
        action: `${pathOf(website)}/logo/remove`,
        submit: texts.logoRemove,
        hidden: { seen },
        isDanger: true,
      })
    : '';
  return html`<h2>${texts.logo}</h2><div class="sheet">${picture}${form}${remove}</div>`;
}
