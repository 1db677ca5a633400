/**
 * The words and phrases that no text of this project uses, with better ones. `npm run prose` looks for them in documents,
 * comments, strings and test names. docs/glossary.md lists the terms; prose.test.ts compares the two.
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
  /** Set to look for the words in the names of functions, variables, types and properties too, one camel hump at a time. */
  readonly identifiers?: true;
}

export const ENGLISH: readonly Rule[] = [
  // Words that show that a text was translated.
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
        'ask(?:s|ed|ing)? (?:the |a |an |your |its |their |our )?(?:\\w+ )?(?:you|us|me|customers?|users?|operators?|merchants?|buyers?|sellers?|owners?|people|support|lawyer|shop|bank)\\b',
        'a person can be asked',
      ],
      [
        '(?:you|customers?|users?|operators?|merchants?|sellers?|owners?|people|banks?) (?:may |can |must |should |will |never |also |who |that )?ask(?:s|ed)?',
        'people and banks ask',
      ],
      [
        'ask(?:s|ed|ing)? for (?:a |an |the |your |its |their )?(?:\\w+ )?(?:code|codes|pin|PIN|password|confirmation|consent|permission|passkey|help|number|name|phone|address|card|details|e-mail)\\b',
        'a form asks for a code',
      ],
      ['whom to ask', 'a person'],
      [
        'ask(?:s|ed)? (?:them|the person|the acquirer|Digicel|Natcom|Stripe|Peye whether)',
        'people and companies can be asked',
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
    except: [
      ['410 gone', 'the name of a status of HTTP'],
      ['\\{removed, gone, kept, changed\\}', 'fields of JSON'],
    ],
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
    except: [
      ['kept (?:secret|private|open|up to date|in sync|alive|short)', 'a native writer keeps these too'],
      ['\\{removed, gone, kept, changed\\}', 'fields of JSON'],
    ],
  },
  { avoid: ['begun', 'began'], use: 'started', identifiers: true },
  {
    avoid: ['begins?'],
    use: 'start',
    except: [['begins? with', 'the first characters of a text']],
  },
  { avoid: ['left out', 'leav(?:e|es|ing) (?:\\w+ ){0,2}out'], use: 'skipped, omitted' },
  { avoid: ['meanwhile'], use: 'in the meantime, concurrently, or name the other change', identifiers: true },
  { avoid: ['somebody', 'nobody', 'whoever', 'whomever'], use: 'name the role, someone, no one', identifiers: true },
  {
    avoid: ['of (?:its|their|his|her|our|your|my) own'],
    use: 'its own',
    except: [
      [
        '(?:because|regardless|instead|outside|out|inside|copy|part) of (?:its|their|his|her|our|your|my) own',
        'its own error, not an error of its own',
      ],
    ],
  },
  { avoid: ['once more'], use: 'again' },
  { avoid: ['no more'], use: 'no longer, none', except: [['no more (?:\\w+ )?than', 'at most']] },
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
  { avoid: ['by way of'], use: 'through, by, channel' },
  { avoid: ['shall'], use: 'must, should' },
  { avoid: ['former'], use: 'previous' },
  { avoid: ['(?:in|no|without) doubt'], use: 'not trusted, trusted' },
  { avoid: ['forg(?:et|ets|ot|otten|etting)'], use: 'delete, release', identifiers: true },
  {
    avoid: [
      '(?:is|are|was|were|been|being|be) (?:not |never |only |also |already |always |then )?made',
      'made (?:by|at|anew)',
    ],
    use: 'created',
    except: [['(?:is|are|was|were|been|being|be) made (?:up|of|from|sure|to|available)', 'other verbs']],
  },
  { avoid: ['whose people'], use: 'name the role' },
  // One term for each thing.
  {
    avoid: ['payers?', 'buyers?', 'shoppers?'],
    use: 'customer',
    except: [
      [
        '(?:à|de|pour|peut|veut|devrait|pourrez|comment|et|vous|voulez-vous|rien à|plus|erreur :) payer',
        'a French verb',
      ],
      ['payer (?:à|en|par|ici|avec|ce|cette|sur)', 'a French verb'],
    ],
  },
  { avoid: ['vendors?'], use: 'merchant', except: [['street vendors?', 'a meaning of the French word']] },
  { avoid: ['PSPs?', 'payment processors?'], use: 'provider' },
  { avoid: ['payment channels?'], use: 'method' },
  { avoid: ['fates?'], use: 'status, outcome', identifiers: true },
  { avoid: ['unfinished'], use: 'open' },
  { avoid: ['timed-out payments?'], use: 'expired payment' },
  { avoid: ['canceled', 'given up'], use: 'cancelled, failed, exhausted' },
  { avoid: ['debit(?:s|ed)?'], use: 'charge', except: [['debit cards?', 'a kind of card']] },
  { avoid: ['mismatch(?:es)?', 'money that does not fit'], use: 'discrepancy' },
  { avoid: ['reconcilements?'], use: 'reconciliation' },
  { avoid: ['rates? by hand'], use: 'manual rate' },
  { avoid: ['real (?:mode|keys?|payments?|links?)'], use: 'live' },
  { avoid: ['pay buttons?', 'short links?'], use: 'payment link' },
  { avoid: ['recurring payments?'], use: 'subscription' },
  { avoid: ['fallen away'], use: 'skipped' },
  {
    avoid: ['repl(?:y|ies|ied|ying)'],
    use: 'response (noun), respond (verb)',
    except: [
      ['(?:get|gets) (?:a reply|the replies)', 'replies to an e-mail'],
      ['replies go to', 'replies to an e-mail'],
    ],
  },
  { avoid: ['comebacks?'], use: 'return' },
  { avoid: ['tenants?'], use: 'side' },
  { avoid: ['magic links?'], use: 'one-time link' },
  { avoid: ['second factors?', 'two-step'], use: 'two-factor authentication, factor', identifiers: true },
  { avoid: ['backup codes?'], use: 'recovery code' },
  { avoid: ['re-authenticat(?:e|es|ed|ion)'], use: 'step up' },
  { avoid: ['log(?:s|ged)? in(?! the)', 'log(?:s|ged)? out'], use: 'sign in, sign out' },
  {
    avoid: ['roll(?:s|ed|ing)? (?:\\w+ ){0,3}(?:keys?|secrets?)', '(?:keys?|secrets?) (?:is|are|was|were) rolled'],
    use: 'rotate',
  },
  { avoid: ['by whom', 'from where', 'to what'], use: 'actor, target, IP address' },
  { avoid: ['no machine that may fail'], use: 'high availability' },
  { avoid: ['put(?:s|ting)? off'], use: 'postpone' },
  { avoid: ['age?ing'], use: 'data retention', identifiers: true },
  { avoid: ['settl(?:e|es|ed|ing) (?:\\w+ ){0,2}discrepanc(?:y|ies)'], use: 'resolve' },
  { avoid: ['look-ups?'], use: 'lookup' },
];

/** The words that no French text uses: `typographyFaults` looks for them. Written like `ENGLISH`. */
export const FRENCH: readonly Rule[] = [
  // A shop reads a supplier of goods.
  { avoid: ['fournisseurs?'], use: 'prestataire de paiement' },
];

/** Files whose words are not chosen where they stand, or are quoted on purpose: each with the reason why its findings do not count. */
export const NOT_OURS: readonly (readonly [file: RegExp, because: string])[] = [
  [/^test\/prose\/(dictionary|prose\.test)\.ts$/, 'the words themselves, and texts with planted ones'],
  [/^test\/snapshots\//, 'generated'],
  [/^docs\/glossary\.md$/, 'lists the words not to use'],
  [/^docs\/wording\.md$/, 'generated from texts that are read where they are written'],
  [/^CHANGELOG\.md$/, 'what was released keeps the words that it was announced with'],
  [/(^|\/)(fr|ht)(-\w+)?(\.ts$|\/)/, 'French and Kreyòl: test/wording has their rules'],
];
