/** Text as one word of a shell's command line, quoted if necessary. */
export function shellWord(text: string): string {
  return /^[\w./:@%+,=-]+$/.test(text) ? text : quotedWord(text);
}

/** Text as one word of sh, bash and zsh, whatever its characters. */
export function quotedWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
