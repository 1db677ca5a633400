/**
 * A field of a CSV, quoted where it must be. What a spreadsheet would take for a formula, references of merchants among them, is text: also
 * behind what a spreadsheet of another country, which reads commas and quotes as text, takes for a cell's beginning.
 */
export function csvField(text: string): string {
  const safe = text.replaceAll(/^(?=[\t\r])|(?<=^|[;\t\r\n])(?="*[=+\-@])/g, "'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
