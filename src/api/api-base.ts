/** The path of the merchant API. Contract: REQUEST-1. */
export const API_BASE = '/api/gateway/v1';

/** The path of the refunds API, separate from the merchant API, which the specification fixes. */
export const REFUNDS_BASE = '/api/refunds/v1';

/** The path of the checkout API, separate from the merchant API, which the specification fixes. */
export const CHECKOUT_BASE = '/api/checkout/v1';

/** The path of the payment links API, separate from the merchant API, which the specification fixes. */
export const LINKS_BASE = '/api/links/v1';
