export const API_BASE = '/api/gateway/v1';

export const REFUNDS_BASE = '/api/refunds/v1';

export const CHECKOUT_BASE = '/api/checkout/v1';

export const WILDCARD = { path: '/payments/reference/*', parameter: 'reference' };

export function documentedPath(route        )         {
  return route.replace('*', `{${WILDCARD.parameter}}`).replaceAll(/:(\w+)/g, '{$1}');
}

export const POLLED_PATHS = [`${API_BASE}/events`, `${REFUNDS_BASE}/feed`, `${CHECKOUT_BASE}/requests`];

export const LINKS_BASE = '/api/links/v1';
