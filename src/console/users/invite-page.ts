import type { FastifyReply } from 'fastify';
import { managedRoles } from '../../core/roles.ts';
import type { UserWithLink } from '../../features/users/invite-user.ts';
import { formField } from '../../http/form-fields.ts';
import { html } from '../../platform/html/html.ts';
import { around } from '../../platform/messages/catalogue.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { LANGUAGES } from '../../platform/messages/language.ts';
import { ROLE_MESSAGES } from '../../platform/messages/roles/role-messages.ts';
import { PEOPLE_TEXTS } from '../../platform/messages/users/users-messages.ts';
import type { OperatorError } from '../../platform/operator-error.ts';
import { formatHaitiTime } from '../../platform/wording/format.ts';
import { actorOf, hrefOf, type SignedInContext } from '../console-context.ts';
import { type FormField, formView } from '../views/form.ts';
import { notice, secretOnce } from '../views/parts.ts';
import { countLinks } from './count-links.ts';
import { chosenWebsites, websiteChoice } from './user-views.ts';

const MENU_PATH = '/people';

/** The form that invites a user, with the submitted values after a refusal. */
export async function showInvite(context: SignedInContext, fault?: OperatorError): Promise<FastifyReply> {
  const { who, language } = context;
  const texts = PEOPLE_TEXTS[language];
  const mine = who.websiteIds;
  const fields: FormField[] = [
    {
      name: 'email',
      label: texts.email,
      type: 'email',
      inputmode: 'email',
      autocomplete: 'off',
    },
    {
      name: 'name',
      label: `${texts.name} (${texts.optional})`,
      hint: texts.nameHint,
      autocomplete: 'off',
      maxlength: 255,
      isOptional: true,
    },
    roleChoice(context, ''),
    // For a merchant with only one website, there is no choice.
    await websiteChoice(context, mine?.length === 1 ? mine : []),
    {
      name: 'language',
      label: texts.language,
      type: 'select',
      value: language,
      options: LANGUAGES.map((each) => [each, TEXTS[each].languageName]),
    },
  ];
  const form = formView(context, { action: '/people/invite', submit: texts.sendInvitation, fields, fault });
  const content = html`<p>${texts.inviteText}</p><div class="sheet">${form}</div>`;
  return context.show({ title: texts.invite, content, place: MENU_PATH }, fault ? 422 : 200);
}

/** Invites a user, and shows the link once. */
export async function invite(context: SignedInContext): Promise<FastifyReply> {
  const { deps, who, request, language } = context;
  const name = formField(request, 'name').trim();
  // Rejected invitations count too, because their errors reveal the members of the team.
  await countLinks(context, chosenWebsites(request));
  const made = await deps.users.as(actorOf(context)).inviteUser(who, {
    email: formField(request, 'email'),
    name: name === '' ? null : name,
    role: formField(request, 'role'),
    websiteIds: chosenWebsites(request),
    language: LANGUAGES.find((each) => each === formField(request, 'language')) ?? language,
  });
  return showMadeLink(context, made);
}

/** The roles to choose from, with their permissions. */
export function roleChoice({ who, language }: SignedInContext, chosen: string): FormField {
  const options = managedRoles(who.user.role).map(
    (role) => [role, ROLE_MESSAGES[language].name[role], ROLE_MESSAGES[language].hint[role]] as const,
  );
  return { name: 'role', label: PEOPLE_TEXTS[language].role, type: 'radios', value: chosen, options };
}

/** The page after a link was created: with the link, or for merchants with the result of its e-mail. */
export function showMadeLink(
  context: SignedInContext,
  { user, link, mailed, isShown }: UserWithLink,
): Promise<FastifyReply> {
  const { language } = context;
  const texts = PEOPLE_TEXTS[language];
  if (!isShown) {
    const isSent = mailed === 'sent';
    const [before, after] = around(texts.mailedAlone[isSent ? 'sent' : 'failed'], 'email');
    const result = notice(isSent ? 'good' : 'bad', html`<p>${before}<bdi>${user.email}</bdi>${after}</p>`);
    const done = html`<p><a class="button" href="${hrefOf(context, `/people/${user.id}`)}">${texts.toPerson}</a></p>`;
    return context.show({ title: texts.mailTitle, content: html`${result}${done}`, place: MENU_PATH });
  }
  const until = texts.linkUntil({ time: formatHaitiTime(link.expiresAtUs, language) });
  const [before, after] = around(texts.mailed[mailed], 'email');
  const content = html`<div class="sheet"><p>${html`${before}`}<bdi>${user.email}</bdi>${html`${after}`}</p>
${secretOnce(texts.linkText, link.url, texts.copy)}
<p>${until}</p>
<p><a class="button" href="${hrefOf(context, `/people/${user.id}`)}">${texts.toPerson}</a></p></div>`;
  return context.show({ title: texts.linkTitle, content, place: MENU_PATH });
}
