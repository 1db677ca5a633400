import type { Rule } from './dictionary.ts';

/** The dictionary in the words of prh, whose YAML may be JSON. `npm run prose` gives them to textlint-rule-prh. */
export function proseRules(dictionary: readonly Rule[]): string {
  return yaml(
    dictionary.map(({ avoid, use, except = [] }) =>
      rule(
        use,
        avoid.map(inProse),
        except.map(([text]) => inProse(text)),
      ),
    ),
  );
}

/** Rules for names in code: one hump of a camel is a word there. Phrases have no place in a name. */
export function identifierRules(dictionary: readonly Rule[]): string {
  return yaml(
    dictionary
      .filter(({ identifiers }) => identifiers)
      .map(({ avoid, use }) => rule(use, avoid.filter((words) => !words.includes(' ')).map(inNames), [])),
  );
}

const yaml = (rules: readonly object[]) => JSON.stringify({ version: 1, rules });

/** Exceptions come first: where one matches, prh finds a first group that must be empty, and continues after it. */
function rule(expected: string, avoid: readonly string[], except: readonly string[]) {
  const pattern = except.length > 0 ? `(${except.join('|')})|${avoid.join('|')}` : avoid.join('|');
  return { expected, pattern: `/${pattern}/`, ...(except.length > 0 && { regexpMustEmpty: '$1' }) };
}

/**
 * Whole words, but not those of a path, the end of a file's name or a placeholder. A line of a comment may end inside a phrase, so that
 * its margin counts as white space.
 */
function inProse(words: string): string {
  return `(?<![\\w./{-])${eitherCase(words).replaceAll(' ', '[\\s*/#]+')}(?![\\w/-]|\\.\\w)`;
}

/** `mendAll`, `toMend` and `mend_all` hold the word, `amended` and `recommend` do not. */
function inNames(word: string): string {
  const [first = '', capital = ''] = [word[0], word[0]?.toUpperCase()];
  return `(?:(?<![A-Za-z])${first}|(?<![A-Z])${capital})${word.slice(1)}(?![a-z])`;
}

const eitherCase = (words: string) => words.replace(/^[a-z]/, (letter) => `[${letter}${letter.toUpperCase()}]`);
