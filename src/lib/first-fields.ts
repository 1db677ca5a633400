/** Far more than any message has that we read: a card page's result has some sixty. */
const MAX_FIELDS = 256;

/** The beginning of a form's or a query's text that holds its first fields: what stands behind so many is not parsed. */
export function firstFields(text: string, max = MAX_FIELDS): string {
  let end = -1;
  for (let count = 0; count < max; count++) {
    end = text.indexOf('&', end + 1);
    if (end === -1) return text;
  }
  return text.slice(0, end);
}
