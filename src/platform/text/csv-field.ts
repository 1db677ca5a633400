/** The quick check: a spreadsheet reads a formula only where a cell may start, and most texts have no such position. */
const MAY_BEGIN = /^["=+\-@\t\r]|[;\t\r\n]/;

/**
 * Puts an apostrophe before anything that a spreadsheet would read as a formula. Merchants and customers choose such texts, for example
 * references and names. In some countries, spreadsheets read commas and quotes as text, and so see the start of a cell in other places:
 * these get an apostrophe too.
 */
function withoutFormula(text: string): string {
  return MAY_BEGIN.test(text) ? text.replaceAll(/^(?=[\t\r])|(?<=^|[;\t\r\n])(?="*[=+\-@])/g, "'") : text;
}

/** A field of a CSV file, quoted where necessary, also where some spreadsheets split cells. No spreadsheet reads it as a formula. */
export function csvField(text: string): string {
  const safe = withoutFormula(text);
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
