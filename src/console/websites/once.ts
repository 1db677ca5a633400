import { formField } from '../../http/form-fields.ts';
import { newId } from '../../lib/new-id.ts';
import type { SignedInVisit } from '../visit.ts';

const PURPOSE = 'console-once';

/** What a form makes once. */
type OncePrefix = 'web' | 'key' | 'lnk';

/**
 * The id of what a form will make, drawn when the form is shown, so that a form that is sent twice makes one thing. It is tagged for who
 * was given it: nobody can choose an id.
 */
export function drawnId({ deps, who }: SignedInVisit, prefix: OncePrefix): string {
  const id = newId(prefix);
  return `${id}.${deps.box.tag(PURPOSE, `${who.user.id}/${id}`)}`;
}

/** The id that a form was given, or a new one where that is not ours. */
export function sentId({ request, deps, who }: SignedInVisit, prefix: OncePrefix): string {
  const [id = '', tag = ''] = formField(request, 'once').split('.');
  const isOurs = id.startsWith(`${prefix}_`) && deps.box.isTag(PURPOSE, `${who.user.id}/${id}`, tag);
  return isOurs ? id : newId(prefix);
}
