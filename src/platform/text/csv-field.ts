/** The separator of the cells of a line. */
type CsvSeparator = ',' | ';';

/**
 * The positions at which a spreadsheet reads a formula: only where a cell may start. The quick check comes first,
 * because most texts have no such position. In some countries, spreadsheets split cells at another separator than the
 * file's, and read its quotes as text.
 */
const BEGINNINGS: Readonly<Record<CsvSeparator, readonly [mayHave: RegExp, all: RegExp]>> = {
  ',': [/^["=+\-@\t\r]|[;\t\r\n]/, /^(?=[\t\r])|(?<=^|[;\t\r\n])(?="*[=+\-@])/g],
  ';': [/^["=+\-@\t\r]|[,;\t\r\n]/, /^(?=[\t\r])|(?<=^|[,;\t\r\n])(?="*[=+\-@])/g],
};

/**
 * Puts an apostrophe before every text that a spreadsheet would read as a formula. Merchants and customers choose such
 * texts, for example references and names.
 */
function withoutFormula(text: string, separator: CsvSeparator): string {
  const [mayHave, all] = BEGINNINGS[separator];
  return mayHave.test(text) ? text.replaceAll(all, "'") : text;
}

/** A field of a CSV file, quoted where necessary, also where some spreadsheets split cells. No spreadsheet reads it as a formula. */
export function csvField(text: string, separator: CsvSeparator = ','): string {
  const safe = withoutFormula(text, separator);
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * A text that spreadsheets would read as a number, a date or a time, and change: they keep 15 digits, no leading zero, and know 1E5 and 1-2.
 * Thus a reference of an order stays what it is.
 */
const LIKE_NUMBER = /^[\s.,]*\d[\d\s.,:/eE%-]*$/;

/** A text for a spreadsheet, which reads it as a text: an apostrophe precedes everything that looks like a number. */
export function asText(text: string): string {
  return LIKE_NUMBER.test(text) ? `'${text}` : text;
}
