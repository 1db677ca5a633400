import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Html } from './html.mjs';
import type { Orders } from './orders.mjs';

/** What a shop is made of. */
export interface ShopSettings {
  /** The base URL of the gateway's API, and a key. */
  readonly peye: { readonly url: string; readonly key: string };
  /** Checks that a webhook comes from the gateway. */
  readonly webhookSecret: string;
  readonly orders: Orders;
  /** Is called once for every order that is paid. */
  readonly deliver: (order: Order) => void;
  /** Receives what only the shop's owner can resolve. */
  readonly complain: (text: string) => void;
  /** The note on top of every page, from the texts of its language. */
  readonly note?: (texts: { readonly demo: string }) => string;
  /** Fields of the checkout that only some shops have: what they look like, what is wrong with them, and what they order. */
  readonly extra?: ExtraFields;
  /** Receives every webhook, signed or not. With `true` it takes one that belongs to no order. */
  readonly onWebhook?: (body: Buffer, isSigned: boolean) => boolean;
}

export interface ExtraFields {
  /** What leads to a checkout without a cart. */
  readonly title: string;
  fields(typed: Typed, error: string | undefined): Html;
  /** The name of a text for each field that is wrong. */
  errors(typed: Typed): Readonly<Record<string, string | undefined>>;
  /** What replaces the members of an order whose cart is empty. */
  order(typed: Typed): Partial<Order>;
  /** What an order's page says at its end. */
  note(attempt: Attempt | undefined): Html | undefined;
}

export type Typed = Readonly<Record<string, string | undefined>>;

export interface Order {
  readonly id: string;
  readonly name: string;
  readonly items: readonly { readonly name: Readonly<Record<string, string>>; readonly quantity: number }[];
  readonly description: string;
  /** In centimes or cents. */
  readonly total: { readonly minor: number; readonly currency: string };
  readonly status: 'open' | 'paid';
  readonly attempts: readonly Attempt[];
  /** More fields of the request that creates its payment. */
  readonly paymentFields?: Readonly<Record<string, unknown>>;
}

export interface Attempt {
  readonly status: 'starting' | 'open' | 'paid' | 'failed' | 'refused';
  readonly transactionId?: string;
  readonly reason?: string;
}

export function createShop(
  settings: ShopSettings,
): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
