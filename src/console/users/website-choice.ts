import type { FastifyRequest } from 'fastify';
import { formFields } from '../../http/form-fields.ts';
import type { Refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { PEOPLE_TEXTS } from '../../platform/messages/users/users-messages.ts';
import type { SignedInContext } from '../console-context.ts';
import type { SentField } from '../views/form.ts';
import { visibleWebsites } from '../visible.ts';

/** Above this number, ids are entered instead of ticked: a page with thousands of checkboxes is unusable. */
const MOST_BOXES = 60;

/** The field for a user's websites: a checkbox for each, or a list of ids if there are too many. */
export async function websiteChoice(
  context: SignedInContext,
  { chosen, error }: { chosen: readonly string[]; error: Refusal | undefined },
): Promise<SentField> {
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
      error,
      isOptional: true,
    };
  }
  const options = websites.map((website) => [website.id, website.name, website.id] as const);
  const hint = context.who.websiteIds === null ? texts.websitesHint : undefined;
  return { name, label: texts.websites, hint, type: 'checkboxes', values: chosen, options, error };
}

/** The ids that were ticked or entered. */
export function chosenWebsites(request: FastifyRequest): string[] {
  return formFields(request, 'website_id')
    .flatMap((text) => text.split(/[\s,]+/))
    .filter((id) => id !== '');
}
