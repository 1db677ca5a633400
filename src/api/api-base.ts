/** The path of the merchant API. Contract: REQUEST-1. */
export const API_BASE = '/api/gateway/v1';

/** The path of the refunds API, separate from the merchant API, which the specification fixes. */
export const REFUNDS_BASE = '/api/refunds/v1';

/** The path of the checkout API, separate from the merchant API, which the specification fixes. */
export const CHECKOUT_BASE = '/api/checkout/v1';

/** The route for references is a wildcard, because references may contain slashes; the description shows a parameter. */
export const WILDCARD = { path: '/payments/reference/*', parameter: 'reference' };

/** The path of a route as the API's description writes it. */
export function documentedPath(route: string): string {
  return route.replace('*', `{${WILDCARD.parameter}}`).replaceAll(/:(\w+)/g, '{$1}');
}

/**
 * The routes that programs request every few seconds: the request log has only their errors. It does not have the requests that read it.
 */
export const POLLED_PATHS = [`${API_BASE}/events`, `${REFUNDS_BASE}/feed`, `${CHECKOUT_BASE}/requests`];

/** The path of the payment links API, separate from the merchant API, which the specification fixes. */
export const LINKS_BASE = '/api/links/v1';
