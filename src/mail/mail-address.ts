const MAX_LENGTH = 254;

/**
 * Whether a text is one plain e-mail address: nothing around it, nothing quoted, no white space and nothing that separates or
 * groups addresses. Narrower than the standard, so that none becomes two, and none leaves its header.
 */
export function isMailAddress(text: string): boolean {
  return text.length <= MAX_LENGTH && /^[^\s\p{C}@<>()[\]\\,;:"]+@[^\s\p{C}@<>()[\]\\,;:"]+$/u.test(text);
}
