import type { FailureReason, PaymentMethod } from '../../../domain/payment.ts';
import type { CardBehaviour } from '../../../providers/sandbox/test-cards.ts';
import type { WalletBehaviour } from '../../../providers/sandbox/test-wallets.ts';

/** Everything the documentation says besides its topics: the frame around them, and what is made from the code. `code` and **bold** are Markdown. */
export interface DocsWords {
  readonly documentation: string;
  readonly skipToContent: string;
  readonly contents: string;
  readonly onThisPage: string;
  readonly languages: string;
  readonly search: string;
  readonly noResult: string;
  readonly resultCount: (count: number) => string;
  readonly previous: string;
  readonly next: string;
  readonly copy: string;
  readonly copied: string;
  readonly copyFailed: string;
  /** What the tabs of a request choose. */
  readonly codeLanguage: string;
  /** Above a topic that there is in English only. */
  readonly notTranslated: string;
  readonly madeByGateway: string;
  readonly notFoundTitle: string;
  readonly notFoundText: string;
  readonly groups: Readonly<Record<'start' | 'methods' | 'build' | 'reference' | 'operate' | 'providers', string>>;
  readonly columns: Readonly<
    Record<
      'number' | 'outcome' | 'method' | 'howPaid' | 'limits' | 'setting' | 'value' | 'effect' | 'reason' | 'meaning',
      string
    >
  >;
  /** What is typed on the page of a test payment. */
  readonly typed: Readonly<Record<'number' | 'pin' | 'code', string>>;
  readonly off: string;
  readonly wallets: Readonly<Record<WalletBehaviour, (seconds: number) => string>>;
  readonly cards: Readonly<Record<Exclude<CardBehaviour, FailureReason>, string>>;
  readonly flows: Readonly<Record<PaymentMethod, string>>;
  readonly reasons: Readonly<Record<FailureReason, string>>;
  readonly range: (least: string, most: string) => string;
  readonly autoComplete: string;
  readonly expiry: string;
  readonly lookUpAfter: (seconds: number) => string;
  readonly attempts: (count: number, waits: readonly string[]) => string;
}
