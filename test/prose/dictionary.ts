/**
 * The words and phrases that no text of this project uses, with better ones. `npm run prose` looks for them in documents,
 * comments, strings and test names. docs/glossary.md lists the terms; glossary.test.ts compares the two.
 */
export interface Rule {
  /**
   * The words to avoid, in lower case, as pieces of a regular expression. A space matches any white space, also the end of
   * a line of a comment. The first letter matches in upper case too. All upper case (SQL) does not match.
   */
  readonly avoid: readonly string[];
  /** What to write, best first. */
  readonly use: string;
  /** Uses that are right, and why. They are written like `avoid`, and contain the word. */
  readonly except?: readonly (readonly [use: string, because: string])[];
  /** Also looked for in the names of functions, variables, types and properties, one camel hump at a time. */
  readonly identifiers?: true;
}

export const ENGLISH: readonly Rule[] = [
  // Words that give a translation away.
  { avoid: ['mend(?:s|ed|ing)?'], use: 'fix, repair', identifiers: true },
  { avoid: ['anew'], use: 'again', identifiers: true },
  { avoid: ['beside'], use: 'alongside, next to', identifiers: true },
  { avoid: ['told', 'tell(?:s|ing)?'], use: 'report, show, log, notify', identifiers: true },
  {
    avoid: ['answer(?:s|ed|ing)?'],
    use: 'response (noun), respond (verb)',
  },
  {
    avoid: ['ask(?:s|ed|ing)?'],
    use: 'request, query',
    except: [
      [
        'ask(?:s|ed|ing)? (?:the |a |an |your |its |their |our )?(?:\\w+ )?(?:you|us|me|customers?|users?|operators?|merchants?|buyers?|sellers?|owners?|people|support)\\b',
        'a person can be asked',
      ],
      [
        'ask(?:s|ed|ing)? for (?:a |an |the |your |its |their )?(?:\\w+ )?(?:code|codes|pin|password|confirmation|consent|permission|passkey|help)\\b',
        'a form asks for a code',
      ],
    ],
  },
  {
    avoid: ['away'],
    use: 'unavailable, removed',
    except: [
      ['(?:right|straight) away', 'an idiom'],
      ['throw(?:s|n|ing)? away', 'an idiom'],
      ['far away', 'an idiom'],
    ],
  },
  {
    avoid: ['gone'],
    use: 'unavailable, removed, deleted',
    except: [['410 gone', 'the name of a status of HTTP']],
  },
  {
    avoid: ['taken'],
    use: 'removed, claimed, used',
    except: [
      ['(?:steps?|actions?|time|care|screenshots?|pictures?|already) taken', 'an idiom'],
      ['taken (?:from|into|as|place|over)', 'an idiom'],
    ],
  },
  { avoid: ['t(?:ake|akes|ook|aking) (?:\\w+ ){0,2}away'], use: 'remove' },
  { avoid: ['le(?:t|ts|tting) go'], use: 'delete, release' },
  {
    avoid: ['kept'],
    use: 'stored, retained',
    except: [['kept (?:secret|private|open|up to date|in sync|alive|short)', 'a native writer keeps these too']],
  },
  { avoid: ['begun'], use: 'started', identifiers: true },
  {
    avoid: ['begins?'],
    use: 'start',
    except: [['begins? with', 'the first characters of a text']],
  },
  { avoid: ['left out', 'leav(?:e|es|ing) (?:\\w+ ){0,2}out'], use: 'skipped, omitted' },
  { avoid: ['meanwhile'], use: 'in the meantime, concurrently, or name the other change', identifiers: true },
  { avoid: ['somebody', 'nobody', 'whoever', 'whomever'], use: 'name the role, someone, no one', identifiers: true },
  { avoid: ['of (?:its|their|his|her|our|your|my) own'], use: 'its own' },
  { avoid: ['once more'], use: 'again' },
  { avoid: ['no more'], use: 'no longer, none', except: [['no more than', 'at most']] },
  { avoid: ['amongst', 'whilst'], use: 'among, in, while', identifiers: true },
  { avoid: ['strangers?'], use: 'name the other module or client, unauthenticated client', identifiers: true },
  {
    avoid: ['(?:of|to|with|from|by|than|about|at|against|into) what (?:is|are|was|were|has|have|had)'],
    use: 'name the thing',
  },
  {
    avoid: [
      '(?:a|an|one|each|every|this|that|first|second|third|last|next|another|single|new|later) try',
      '(?:two|three|four|five|ten|many|few|more|all|of|the|these|its|failed|between) tries',
    ],
    use: 'attempt, attempts',
  },
  { avoid: ['(?:last|first|final|next|usable|no) words? of', 'words? of (?:a|the|its|their) provider'], use: 'status' },
  { avoid: ['books'], use: 'provider records, consistency check', except: [['verify-books', 'the name of a command']] },
  { avoid: ['said'], use: 'stated, returned', identifiers: true },
  { avoid: ['h(?:old|olds|eld|olding) (?:[\\w-]+ ){0,4}against'], use: 'compare with' },
  { avoid: ['g(?:ive|ives|ave|iving) way'], use: 'yield' },
  {
    avoid: [
      'st(?:and|ands|ood|anding) (?:in|at|on|before|after|behind|beside|above|below|under|there|here|alone|between|next|first|last)',
    ],
    use: 'is, is in, comes',
  },
  { avoid: ['what (?:became|becomes|has become) of'], use: 'the outcome, the status' },
  { avoid: ['g(?:o|oes|oing) on', 'went on'], use: 'continue, resume' },
  { avoid: ['given up'], use: 'failed, exhausted' },
  { avoid: ['by way of'], use: 'through, by, channel' },
  { avoid: ['shall'], use: 'must, should' },
  { avoid: ['former'], use: 'previous' },
  { avoid: ['(?:in|no|without) doubt'], use: 'not trusted, trusted' },
  // One term for each thing.
  { avoid: ['payers?'], use: 'customer', identifiers: true },
  { avoid: ['second factors?', 'two-step'], use: 'two-factor authentication, factor', identifiers: true },
  { avoid: ['age?ing'], use: 'data retention', identifiers: true },
  { avoid: ['rates? by hand'], use: 'manual rate' },
  {
    avoid: ['roll(?:s|ed|ing)? (?:\\w+ ){0,3}(?:keys?|secrets?)', '(?:keys?|secrets?) (?:is|are|was|were) rolled'],
    use: 'rotate',
    except: [['roll-secret', 'the name of a command']],
  },
  { avoid: ['recurring payments?'], use: 'subscription' },
  { avoid: ['settl(?:e|es|ed|ing) (?:\\w+ ){0,2}discrepanc(?:y|ies)'], use: 'resolve' },
  { avoid: ['put(?:s|ting)? off'], use: 'postpone' },
  { avoid: ['look-ups?'], use: 'lookup' },
];

/** Whose words are fixed by somebody else's specification: a file, and why its findings do not count. */
export const NOT_OURS: readonly (readonly [file: RegExp, because: string])[] = [
  [/^src\/api\/validation\/validators\.ts$/, 'generated'],
  [/^test\/prose\/(dictionary|prose\.test)\.ts$/, 'the words themselves, and texts with planted ones'],
  [/^test\/snapshots\//, 'generated'],
  [/^docs\/glossary\.md$/, 'lists the words not to use'],
  [/^CHANGELOG\.md$/, 'what was released keeps the words that it was announced with'],
  [/(^|\/)(fr|ht)(-\w+)?(\.ts$|\/)/, 'French and Kreyòl: test/wording has their rules'],
];
