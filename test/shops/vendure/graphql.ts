/** Queries one of Vendure's APIs, in one session. Returns `data`; throws an Error with what the API reports. */
// biome-ignore lint/suspicious/noExplicitAny: whatever is queried
export type Graphql = (query: string, variables?: object) => Promise<any>;

/** A new session: its token comes with the first response. `channel` is the token of a sales channel, by default the default one. */
export function graphqlClient(url: string, channel?: string): Graphql {
  let token: string | null = null;
  return async (query, variables) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(channel && { 'vendure-token': channel }),
      },
      body: JSON.stringify({ query, variables }),
    });
    token = response.headers.get('vendure-auth-token') ?? token;
    const { data, errors } = (await response.json()) as { data: unknown; errors?: unknown };
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  };
}
