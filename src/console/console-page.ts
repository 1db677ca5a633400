import type { Html } from '../platform/html/html.ts';
/** A page, without the frame around it. */
export interface ConsolePage {
  readonly title: string;
  readonly content: Html;
  /** The menu entry that the page belongs to, below `/console`. */
  readonly place?: string | undefined;
  /** The page has no menu. */
  readonly isAlone?: boolean;
}
