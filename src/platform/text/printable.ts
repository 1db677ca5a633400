/** Control and formatting characters, which could move the cursor or reverse the line. */
const STEERING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Untrusted text for the terminal: characters that could control it become their code points. */
export function printable(text: string): string {
  return text.replaceAll(STEERING, (char) => `\\u{${char.codePointAt(0)?.toString(16) ?? ''}}`);
}

/**
 * `printable` for JSON, whose meaning does not change. Between its tokens it may have line ends and tabs, but no other
 * such characters.
 */
export function printableDocument(json: string): string {
  return json.replaceAll(STEERING, (char) => {
    if (char === '\n' || char === '\t') return char;
    return char === '\r' ? ' ' : char.replaceAll(/[\s\S]/g, unicodeEscape);
  });
}

/** A UTF-16 code unit as a JSON escape. */
function unicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Text as one word of a shell's command line, quoted if necessary. */
export function shellWord(text: string): string {
  return /^[\w./:@%+,=-]+$/.test(text) ? text : quotedWord(text);
}

/** Text as one word of sh, bash and zsh, whatever its characters. */
export function quotedWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The first `count` characters of a text, without splitting a UTF-16 surrogate pair. */
export function firstCharacters(text: string, count: number): string {
  return [...text.slice(0, count * 2)].slice(0, count).join('');
}
