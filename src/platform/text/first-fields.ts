/** Far more fields than any message we read has: the result of a card page has about sixty. */
const MAX_FIELDS = 256;

/** The start of a form's or a query's text with its first fields; the rest is not parsed. */
export function firstFields(text: string, max = MAX_FIELDS): string {
  let end = -1;
  for (let count = 0; count < max; count++) {
    end = text.indexOf('&', end + 1);
    if (end === -1) return text;
  }
  return text.slice(0, end);
}
