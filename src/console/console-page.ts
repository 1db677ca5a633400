import type { Html } from '../lib/html.ts';
/** What a page is, without what is around it. */
export interface ConsolePage {
  readonly title: string;
  /** HTML of ours. */
  readonly content: Html;
  /** The address of the menu that the page belongs to, below `/console`. */
  readonly place?: string | undefined;
  /** Without a menu. */
  readonly isAlone?: boolean;
}
