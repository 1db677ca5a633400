/** What a call of the REST API is answered. */
export interface RestResponse {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}
