export interface Html {
  toString(): string;
}
/** A template whose values are escaped. */
export function html(strings: TemplateStringsArray, ...values: unknown[]): Html;
