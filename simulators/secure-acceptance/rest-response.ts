/** The response to a call of the REST API. */
export interface RestResponse {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}
