import type { FastifyReply } from 'fastify';
import { ApiError } from '../../core/errors.ts';
import { managedRoles, sideOf } from '../../core/roles.ts';
import type { UserAt } from '../../features/users/manager.ts';
import { userState } from '../../features/users/store/page-users.ts';
import type { UserWithWebsites } from '../../features/users/store/users.ts';
import type { UserVerbs } from '../../features/users/user-verbs.ts';
import { formField, seeOther } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { refusalText } from '../../platform/messages/refusals/refusal-messages.ts';
import { PEOPLE_TEXTS } from '../../platform/messages/users/users-messages.ts';
import type { OperatorError } from '../../platform/operator-error.ts';
import { actorOf, hrefOf, type SignedInContext } from '../console-context.ts';
import { formView } from '../views/form.ts';
import { notice } from '../views/parts.ts';
import { countLinks } from './count-links.ts';
import { roleChoice, showMadeLink } from './invite-page.ts';
import { chosenWebsites, unverifiedAddress, websiteChoice } from './user-views.ts';

const MENU_PATH = '/people';
const FIELDS = ['role', 'website_id'];

/** Every change that can be made to a user, each as a form that sends the version that was shown. */
export async function showChange(context: SignedInContext, fault?: OperatorError): Promise<FastifyReply> {
  const { deps, who, language, params } = context;
  const texts = PEOPLE_TEXTS[language];
  const user = await deps.users.requireUser(who, params.id ?? '');
  if (!managedRoles(who.user.role).includes(user.role)) throw new ApiError('not_found');
  const isKept = fault !== undefined && FIELDS.includes(fault.field);
  const hidden = { version: String(user.version) };
  const form = formView(context, {
    action: `/people/${user.id}/change`,
    submit: texts.changeSubmit,
    hidden,
    fields: [roleChoice(context, user.role), await websiteChoice(context, user.websiteIds)],
    // After any other refusal, the form shows the user as they are.
    fault: isKept ? fault : undefined,
  });
  const isMerchants = who.websiteIds === null && sideOf(user.role) === 'merchant';
  const general =
    fault && !isKept
      ? notice(
          'bad',
          html`<p>${refusalText(fault.refusal, language)}</p>${fault.field === 'version' ? html`<p>${texts.newState}</p>` : ''}`,
        )
      : '';
  const content = html`${general}${await unverifiedAddress(context, user)}
<div class="sheet"><p>${texts.changeText}</p>${isMerchants ? html`<p>${texts.addsText}</p>` : ''}${form}</div>
${userState(user) === 'deactivated' ? '' : resetForm(context, user)}
${activeForm(context, user)}`;
  return context.show({ title: user.name ?? user.email, content, place: MENU_PATH }, fault ? 422 : 200);
}

function resetForm(context: SignedInContext, { id, version, ...user }: UserWithWebsites): Html {
  const texts = PEOPLE_TEXTS[context.language];
  const isInvited = user.acceptedAtUs === null;
  const form = formView(context, {
    action: `/people/${id}/reset`,
    submit: isInvited ? texts.inviteAgain : texts.resetSubmit,
    hidden: { version: String(version) },
    fields: isInvited
      ? []
      : [{ name: 'remove_factors', label: texts.resetFactors, hint: texts.resetFactorsHint, type: 'checkbox' }],
    isDanger: !isInvited,
  });
  const [title, text] = isInvited ? [texts.inviteAgain, texts.inviteAgainText] : [texts.reset, texts.resetText];
  return html`<div class="sheet"><h2>${title}</h2><p>${text}</p>${form}</div>`;
}

function activeForm(context: SignedInContext, user: UserWithWebsites): Html {
  const texts = PEOPLE_TEXTS[context.language];
  const isActive = user.deactivatedAtUs === null;
  const form = formView(context, {
    action: `/people/${user.id}/active`,
    submit: isActive ? texts.deactivateSubmit : texts.activate,
    hidden: { version: String(user.version), active: isActive ? '0' : '1' },
    fields: [],
    isDanger: isActive,
  });
  const text = isActive ? html`<p>${texts.deactivateText}</p>` : '';
  return html`<div class="sheet"><h2>${isActive ? texts.deactivate : texts.activate}</h2>${text}${form}</div>`;
}

/** Changes a user's role or websites. */
export async function changePerson(context: SignedInContext): Promise<FastifyReply> {
  const { request, who } = context;
  return change(context, async (users, at) => {
    const wanted = { role: formField(request, 'role'), websiteIds: chosenWebsites(request) };
    const { made } = await users.changeUser(who, at, wanted);
    if (made !== null) return showMadeLink(context, made);
    return seeOther(context.reply, hrefOf(context, `/people/${at.id}`, { done: 'changed' }));
  });
}

/** Creates a new link for a user, whose password or invitation stops working. */
export async function resetPerson(context: SignedInContext): Promise<FastifyReply> {
  const { deps, params, request, who } = context;
  const removesFactors = formField(request, 'remove_factors') === '1';
  await countLinks(context, (await deps.users.requireUser(who, params.id ?? '')).websiteIds);
  return change(context, async (users, at) =>
    showMadeLink(context, await users.resetUser(who, at, { removesFactors })),
  );
}

/** Deactivates or reactivates a user's sign-in. */
export async function setPersonActive(context: SignedInContext): Promise<FastifyReply> {
  const { request, who } = context;
  const isActive = formField(request, 'active') === '1';
  return change(context, async (users, at) => {
    await users.setUserActive(who, at, isActive);
    return seeOther(
      context.reply,
      hrefOf(context, `/people/${at.id}`, { done: isActive ? 'activated' : 'deactivated' }),
    );
  });
}

/** Changes the user in the address, in the version that was shown. */
async function change(
  context: SignedInContext,
  go: (users: UserVerbs, at: UserAt) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const { deps, params, request, who } = context;
  const { id } = await deps.users.requireUser(who, params.id ?? '');
  // A form without a version is not from the console: it is refused as out of date.
  const version = Number(formField(request, 'version') || '0');
  return go(deps.users.as(actorOf(context)), { id, version });
}
