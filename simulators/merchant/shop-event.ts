/** An event that reached the shop. `isSigned` says whether its signature was that of the website's secret. */
export interface ShopEvent {
  readonly event: string;
  readonly transactionId: string;
  readonly status: string;
  /** As written in the webhook, such as `500.00 HTG`. */
  readonly amount: string;
  readonly isSigned: boolean;
}
