/** Where the parts of the API reference lead, and how their tabs are called. */
export interface ReferenceOptions {
  /** The whole address of the API. */
  readonly baseUrl: string;
  /** Of an operation, a webhook or an object, by its id: its address. */
  readonly hrefOf: (id: string) => string;
  readonly errorHref: (code: string) => string;
  readonly errorsEverywhereHref: string;
  readonly codeLanguage: string;
}
