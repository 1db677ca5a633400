/** The addresses of the parts of the API reference, and the names of its tabs. */
export interface ReferenceOptions {
  /** The whole address of the API. */
  readonly baseUrl: string;
  /** The address of an operation, a webhook or an object, by its id. */
  readonly hrefOf: (id: string) => string;
  readonly errorHref: (code: string) => string;
  readonly errorsEverywhereHref: string;
  readonly codeLanguage: string;
}
