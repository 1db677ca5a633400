/** Nothing in a text is taken for a formula but where a cell may begin, and most texts have no such place: the quick look. */
const MAY_BEGIN = /^["=+\-@\t\r]|[;\t\r\n]/;

/**
 * A text of a CSV file with an apostrophe before what a spreadsheet would take for a formula: references of merchants, names that customers
 * wrote. Also behind what a spreadsheet of another country, which reads commas and quotes as text, takes for a cell's beginning.
 */
function withoutFormula(text: string): string {
  return MAY_BEGIN.test(text) ? text.replaceAll(/^(?=[\t\r])|(?<=^|[;\t\r\n])(?="*[=+\-@])/g, "'") : text;
}

/** A field of a CSV file, quoted where it must be, and where some spreadsheets cut cells. None takes it for a formula. */
export function csvField(text: string): string {
  const safe = withoutFormula(text);
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
