/** Control and formatting characters, which could move the cursor or reverse the line. */
const STEERING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Text of others for the terminal: what could steer it as its code points. */
export function printable(text: string): string {
  return text.replaceAll(STEERING, (char) => `\\u{${char.codePointAt(0)?.toString(16) ?? ''}}`);
}

/** The same for JSON, which stays the same document. Between its tokens there may be line ends and tabs, and nothing else of these. */
export function printableDocument(json: string): string {
  return json.replaceAll(STEERING, (char) => {
    if (char === '\n' || char === '\t') return char;
    return char === '\r' ? ' ' : char.replaceAll(/[\s\S]/g, unicodeEscape);
  });
}

/** A unit of UTF-16 as JSON escapes it. */
function unicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
