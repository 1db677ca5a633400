/** Text of others for the terminal: control and formatting characters, which could move the cursor or reverse the line, as their code points. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (char) => `\\u{${char.codePointAt(0)?.toString(16) ?? ''}}`);
}
