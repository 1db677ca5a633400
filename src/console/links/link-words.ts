import type { AmountMode, LinkState } from '../../domain/payment-link.ts';

/** What came of an action, as the address says it to which it leads. */
export const DONE = ['made', 'already', 'deactivated'] as const;
type Done = (typeof DONE)[number];

/** What the poster says in one language. */
interface PosterWords {
  readonly scan: string;
  /** `{address}` stands for the link's. */
  readonly type: string;
  readonly choose: string;
  readonly wait: string;
  readonly code: string;
  readonly chosen: string;
  /** `{time}`. */
  readonly until: string;
  readonly test: string;
}

/** What the pages of payment links say. */
export interface LinkWords {
  readonly title: string;
  readonly what: string;
  readonly none: string;
  readonly noneMatch: string;
  readonly make: { readonly test: string; readonly live: string };
  readonly noKey: { readonly test: string; readonly live: string };
  readonly addKey: { readonly test: string; readonly live: string };
  readonly noKeyAsk: string;
  readonly submit: string;
  readonly caption: string;
  readonly name: string;
  readonly nameHint: string;
  readonly website: string;
  readonly state: string;
  readonly mode: string;
  readonly test: string;
  readonly live: string;
  readonly any: string;
  readonly open: string;
  readonly ended: string;
  readonly amount: string;
  readonly amountHint: string;
  readonly paid: string;
  readonly received: string;
  readonly created: string;
  readonly createdBy: string;
  readonly states: Readonly<Record<LinkState, string>>;
  readonly stateTexts: Readonly<Record<Exclude<LinkState, 'active'>, string>>;
  readonly websiteOff: string;
  readonly testNote: string;
  readonly done: Readonly<Record<Done, string>>;
  readonly share: string;
  readonly address: string;
  readonly localOnly: string;
  readonly code: string;
  readonly codeHint: string;
  readonly message: string;
  readonly messageOthers: string;
  readonly copy: string;
  readonly copyAddress: string;
  readonly whatsapp: string;
  readonly tryIt: string;
  readonly qr: string;
  readonly qrSvg: string;
  readonly qrPng: string;
  readonly poster: string;
  readonly sells: string;
  readonly amountModes: Readonly<Record<AmountMode, string>>;
  readonly amountModeHints: Readonly<Record<AmountMode, string>>;
  readonly amountMode: string;
  /** `{amount}`. */
  readonly amountAbout: string;
  readonly amountChosen: string;
  /** `{least}` and `{most}`. */
  readonly between: string;
  readonly atLeast: string;
  readonly atMost: string;
  readonly currency: string;
  readonly limits: string;
  readonly least: string;
  readonly most: string;
  readonly limitHint: string;
  readonly methods: string;
  /** `{methods}`. */
  readonly methodsOff: string;
  readonly nothingOffered: string;
  readonly methodsHint: string;
  readonly descriptions: Readonly<Record<'ht' | 'fr' | 'en', string>>;
  readonly descriptionHint: string;
  readonly otherLanguages: string;
  readonly more: string;
  readonly stock: string;
  readonly stockHint: string;
  readonly stockAny: string;
  readonly singleUse: string;
  readonly singleUseHint: string;
  readonly expires: string;
  readonly expiresHint: string;
  readonly never: string;
  readonly asksName: string;
  readonly asksPhone: string;
  readonly asks: string;
  readonly asksNothing: string;
  readonly thanks: string;
  readonly thanksHint: string;
  readonly notifyEmail: string;
  readonly notifyHint: string;
  readonly totals: string;
  readonly opened: string;
  readonly waiting: string;
  readonly completed: string;
  readonly failed: string;
  readonly places: string;
  /** `{taken}`, `{stock}` and `{left}`. */
  readonly placesOf: string;
  /** `{count}`. */
  readonly oversold: string;
  readonly payments: string;
  readonly paymentsNone: string;
  readonly paymentsAll: string;
  readonly change: string;
  readonly changeText: string;
  readonly again: string;
  readonly againLive: string;
  readonly deactivate: string;
  readonly deactivateSure: string;
  readonly deactivateText: string;
  /** `{count}`. */
  readonly deactivateOpen: string;
  readonly keep: string;
  readonly likeText: string;
  readonly print: string;
  readonly printText: string;
  readonly posterWords: PosterWords;
}
