/** Paths and queries as we write them. No second slash at the start and no backslash: those would lead to another host. */
const OWN_PATH = /^\/(?:[\w.~%:@!$'()*+,;=-][\w.~%:@!$'()*+,;=/-]*)?(?:\?[\w.~%:@!$'()*+,;=/?&-]*)?$/;
/** A segment that leads upwards, as browsers read it. */
const UPWARDS = /\/(?:\.|%2e){1,2}(?:\/|\?|$)/i;
const MAX_LENGTH = 1_000;

/**
 * Where to go on after signing in or showing a factor: a path below `/console`, as it stands in an address or a form. What leads anywhere
 * else leads to the first page.
 */
export function nextPath(given: string): string {
  if (given.length > MAX_LENGTH || !OWN_PATH.test(given)) return '';
  return UPWARDS.test(given) ? '' : given;
}
