import type { FastifyRequest } from 'fastify';
import { sideOf } from '../../core/roles.ts';
import { userState } from '../../features/users/store/page-users.ts';
import type { User, UserWithWebsites } from '../../features/users/store/users.ts';
import { formFields } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { around } from '../../platform/messages/catalogue.ts';
import type { Language } from '../../platform/messages/language.ts';
import { PEOPLE_TEXTS } from '../../platform/messages/users/users-messages.ts';
import { formatHaitiTime } from '../../platform/wording/format.ts';
import type { SignedInContext } from '../console-context.ts';
import type { FormField } from '../views/form.ts';
import { badge, notice } from '../views/parts.ts';
import { visibleWebsites } from '../visible.ts';

/** Above this number, ids are entered instead of ticked: a page with thousands of checkboxes is unusable. */
const MOST_BOXES = 60;

/** The field for a user's websites: a checkbox for each, or a list of ids if there are too many. */
export async function websiteChoice(context: SignedInContext, chosen: readonly string[]): Promise<FormField> {
  const texts = PEOPLE_TEXTS[context.language];
  const websites = await visibleWebsites(context);
  const name = 'website_id';
  if (websites.length > MOST_BOXES) {
    const value = chosen.join('\n');
    return {
      name,
      label: texts.websiteIds,
      hint: texts.websiteIdsHint,
      type: 'textarea',
      value,
      isOptional: true,
    };
  }
  const options = websites.map((website) => [website.id, website.name, website.id] as const);
  const hint = context.who.websiteIds === null ? texts.websitesHint : undefined;
  return { name, label: texts.websites, hint, type: 'checkboxes', values: chosen, options };
}

/** The ids that were ticked or entered. */
export function chosenWebsites(request: FastifyRequest): string[] {
  return formFields(request, 'website_id')
    .flatMap((text) => text.split(/[\s,]+/))
    .filter((id) => id !== '');
}

const TONES = { invited: 'care', active: 'good', deactivated: 'calm' } as const;

/** A user's status as a badge. */
export function userBadge(user: User, language: Language): Html {
  const state = userState(user);
  return badge(TONES[state], PEOPLE_TEXTS[language].states[state]);
}

/**
 * A warning for the operator before giving a user more permissions: the e-mail address was never verified, and a
 * one-time link was shown to these users. Merchants do not see it.
 */
export async function unverifiedAddress(
  { deps, who, language }: SignedInContext,
  { id, isPlaceholder }: UserWithWebsites,
): Promise<Html | ''> {
  if (sideOf(who.user.role) !== 'operator') return '';
  const texts = PEOPLE_TEXTS[language];
  if (isPlaceholder) return notice('care', html`<p>${texts.placeholder}</p>`);
  const links = await deps.users.listShownLinks(id);
  if (links.length === 0) return '';
  const lines = links.map(({ kind, to, atUs }) => {
    const time = formatHaitiTime(atUs, language);
    const [before, after] = around(({ name }: { name: string }) => texts.shownLink[kind]({ time, name }), 'name');
    return html`<li>${before}<bdi>${to.name}</bdi>${after}</li>`;
  });
  return notice('care', html`<p>${texts.unverified}</p><ul>${lines}</ul>`);
}
