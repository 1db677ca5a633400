import { formField } from '../../http/form-fields.ts';
import { newId } from '../../platform/secrets/secrets.ts';
import type { SignedInContext } from '../console-context.ts';

const PURPOSE = 'console-once';

/** The prefixes of ids that a form creates. */
type OncePrefix = 'web' | 'key' | 'lnk' | 'ref';

/**
 * The id of the object that a form will create, drawn when the form is shown, so that a form that is sent twice creates one object. It is
 * tagged for its user, so that no one can choose an id.
 */
export function drawnId({ deps, who }: SignedInContext, prefix: OncePrefix): string {
  const id = newId(prefix);
  return `${id}.${deps.box.tag(PURPOSE, `${who.user.id}/${id}`)}`;
}

/** The form's id, or a new one if the form's id is invalid. */
export function sentId({ request, deps, who }: SignedInContext, prefix: OncePrefix): string {
  const [id = '', tag = ''] = formField(request, 'once').split('.');
  const isOurs = id.startsWith(`${prefix}_`) && deps.box.isTag(PURPOSE, `${who.user.id}/${id}`, tag);
  return isOurs ? id : newId(prefix);
}
