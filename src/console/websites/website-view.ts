import type { Mode } from '../../core/payment.ts';
import { logoPath, MAX_LOGO_BYTES, MAX_PICTURE_FILE_BYTES } from '../../features/websites/brand.ts';
import type { Website } from '../../features/websites/store/websites.ts';
import { websiteFacts } from '../../features/websites/website-json.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { WEBSITE_TEXTS } from '../../platform/messages/websites/websites-messages.ts';
import { formatHaitiTime, methodName } from '../../platform/wording/format.ts';
import { hrefOf, may, type SignedInContext } from '../console-context.ts';
import { CONSOLE_PATH } from '../console-path.ts';
import { seenFacts } from '../views/edit-form.ts';
import { actionView, type FormFault, formView } from '../views/form.ts';
import { badge } from '../views/parts.ts';

const SHOWN_CHARACTERS = 8;

/** The facts that the buttons of the secret for test payments change. */
export const TEST_SECRET_FACTS = ['test_secret'];

/** The facts that the forms of a logo change. */
export const LOGO_FACTS = ['logo'];

export const FILE_TOO_LARGE: FormFault = {
  faults: [{ field: 'logo', refusal: refusal('pictureFileTooLarge', { most: MAX_PICTURE_FILE_BYTES / 1_000_000 }) }],
};

/**
 * A webhook's signature for display: whole for users who may see the secret, else only its start, for comparing. Only the header
 * `X-Gateway-Mode` says whether an event is live, and the signature does not cover it. So someone with the body and the
 * whole signature of a test payment's event could send that event as a live one.
 */
export function shownSignature(context: SignedInContext, signature: string): string {
  return may(context, 'secrets.roll') ? signature : `${signature.slice(0, SHOWN_CHARACTERS)}…`;
}

/** The menu's path. */
export const MENU_PATH = '/websites';

/** The path of a website's page, below `/console`. */
export function pathOf({ id }: Pick<Website, 'id'>): string {
  return `${MENU_PATH}/${encodeURIComponent(id)}`;
}

/** Whether a website's keys are accepted, as a badge. */
export function stateOf({ language }: SignedInContext, { deactivatedAtUs }: Website): Html {
  const texts = WEBSITE_TEXTS[language];
  return deactivatedAtUs === null ? badge('good', texts.active) : badge('bad', texts.inactive);
}

/** The names of a website's methods, or a note that it has none. */
export function methodsOf({ language }: SignedInContext, { methods }: Pick<Website, 'methods'>): string {
  return methods.map((each) => methodName(each, TEXTS[language])).join(', ') || WEBSITE_TEXTS[language].methodsNone;
}

/** A link that looks like a button. */
export function linkButton(
  context: SignedInContext,
  path: string,
  text: string,
  look: 'quiet' | 'danger' = 'quiet',
): Html {
  return html`<a class="button ${look}" href="${hrefOf(context, path)}">${text}</a>`;
}

/** The path of the list of a website's API requests, below `/console`. */
export function requestsPath(website: Pick<Website, 'id'>): string {
  return `${pathOf(website)}/requests`;
}

/** A link back to a website's page. */
export function backLink(context: SignedInContext, website: Website): Html {
  return html`<p><a href="${hrefOf(context, pathOf(website))}">«&nbsp;<bdi>${website.name}</bdi></a></p>`;
}

/**
 * A sample of a colour as a payment page shows it: white letters on it. It is an SVG, because the console's pages have no inline styles.
 */
export function colourSample(colour: string, text: string): Html {
  return html`<svg class="sample" viewBox="0 0 120 36" width="120" height="36" role="img" aria-label="${colour}"><rect width="120" height="36" rx="8" fill="${colour}"/><text x="60" y="23" text-anchor="middle" fill="#ffffff" font-size="15" font-weight="700">${text}</text></svg> <code>${colour}</code>`;
}

/** The secret for test payments of a website, with the buttons that make and remove it. */
export function secretSection(context: SignedInContext, website: Website): Html | '' {
  const texts = WEBSITE_TEXTS[context.language];
  if (!may(context, 'secrets.roll')) return '';
  const path = pathOf(website);
  const seen = seenFacts(websiteFacts(website), TEST_SECRET_FACTS);
  const forTests = website.signers.test
    ? html`${nextSecret(context, website, 'test')}<p>${linkButton(context, `${path}/test-secret`, texts.secretRoll)}</p>
${actionView(context, { action: `${path}/test-secret/remove`, submit: texts.testSecretRemove, hidden: { seen }, isDanger: true })}`
    : actionView(context, { action: `${path}/test-secret/new`, submit: texts.testSecretMake, hidden: { seen } });
  return html`<h2>${texts.secret}</h2><div class="sheet"><p>${texts.secretText}</p>${nextSecret(context, website, 'live')}<p>${linkButton(context, `${path}/secret`, texts.secretRoll)}</p></div>
<h2>${texts.testSecret}</h2><div class="sheet"><p>${website.signers.test ? texts.testSecretText : texts.testSecretNone}</p>${forTests}</div>`;
}

/** When the new secret of a rotation starts to sign; empty when no new secret is waiting. */
function nextSecret({ deps, language }: SignedInContext, { signers }: Website, mode: Mode): Html | '' {
  const fromUs = signers[mode]?.nextFromUs ?? null;
  return fromUs !== null && fromUs > deps.clock()
    ? html`<p>${WEBSITE_TEXTS[language].secretNext({ time: formatHaitiTime(fromUs, language) })}</p>`
    : '';
}

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
