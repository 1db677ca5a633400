import assert from 'node:assert/strict';
import type { Client } from '../support/gateway.ts';

export const ORDER = { amount: 500, currency: 'HTG', reference: 'order-1042', description: 'De sache kafe' };

/** A session as the API shows it. */
// biome-ignore lint/suspicious/noExplicitAny: JSON
export type Session = any;

/** The steps of a merchant and a customer with checkout sessions. */
export function sessionsOf(gatewayUrl: string, api: Client) {
  const url = `${gatewayUrl}/api/checkout/v1/sessions`;
  const choose = (session: Session, method: string, more: Record<string, string> = {}) =>
    fetch(`${session.url}?lang=en`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ method, ...more }),
      redirect: 'manual',
    });
  return {
    post: (body: object) => api.post(url, body),
    async create(changes: object = {}): Promise<Session> {
      const created = await api.post(url, { ...ORDER, ...changes });
      assert.equal(created.status, 201, created.text);
      return created.json.data;
    },
    get: (id: string) => api.get(`${url}/${id}`),
    read: async (session: Session): Promise<Session> => (await api.get(`${url}/${session.session_id}`)).json.data,
    cancel: async (session: Session): Promise<Session> =>
      (await api.post(`${url}/${session.session_id}/cancel`)).json.data,
    /** The customer sends the form of the page. */
    choose,
    /** The transaction id of the payment that a choice leads to. */
    async start(session: Session, method: string, more: Record<string, string> = {}): Promise<string> {
      const response = await choose(session, method, more);
      assert.equal(response.status, 303, await response.text());
      const [, id = ''] = /\/pay\/(\d+)\//.exec(response.headers.get('location') ?? '') ?? [];
      assert.notEqual(id, '');
      return id;
    },
    /** The state of the page that the customer opens, and its text. */
    async page(session: Session, language = 'en'): Promise<{ state: string; status: number; html: string }> {
      const response = await fetch(`${session.url}?lang=${language}`);
      const html = await response.text();
      return { status: response.status, html, state: /data-state="(\w+)"/.exec(html)?.[1] ?? '' };
    },
  };
}
