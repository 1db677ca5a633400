/** Text as one word of a shell's command line, in quotes where it needs them. */
export function shellWord(text: string): string {
  return /^[\w./:@%+,=-]+$/.test(text) ? text : quotedWord(text);
}

/** Text as one word of sh, bash and zsh, whatever is in it. */
export function quotedWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
