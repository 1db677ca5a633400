/** The console's path on this server, whatever path a proxy adds in front. */
export const CONSOLE_PATH = '/console';

/** Valid paths and queries of the console. No second slash at the start and no backslash: those would lead to another host. */
const OWN_PATH = /^\/(?:[\w.~%:@!$'()*+,;=-][\w.~%:@!$'()*+,;=/-]*)?(?:\?[\w.~%:@!$'()*+,;=/?&-]*)?$/;
/** A `..` or `.` segment, also percent-encoded, as browsers resolve it. */
const UPWARDS = /\/(?:\.|%2e){1,2}(?:\/|\?|$)/i;
const MAX_LENGTH = 1_000;

/**
 * The page to continue to after sign-in or two-factor authentication: a path below `/console`, from an address or a form. Anything else
 * becomes the first page.
 */
export function nextPath(given: string): string {
  if (given.length > MAX_LENGTH || !OWN_PATH.test(given)) return '';
  return UPWARDS.test(given) ? '' : given;
}
