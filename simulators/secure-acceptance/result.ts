import type { Fields } from './sign-fields.ts';

/** The final notification to the gateway, with the addresses that it goes to. */
export interface Result {
  readonly reference: string;
  readonly fields: Fields;
  /** Where the customer's browser posts the result. */
  readonly browserUrl: string | undefined;
  readonly backofficeUrl: string | undefined;
}
