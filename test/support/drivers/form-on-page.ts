import assert from 'node:assert/strict';

export interface BrowserForm {
  readonly action: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/** The form on a payment's page, as a browser would post it. */
export async function formOnPage(url: string): Promise<BrowserForm> {
  const response = await fetch(url);
  const text = await response.text();
  assert.equal(response.status, 200, text);
  const action = /<form method="post" action="([^"]+)">/.exec(text)?.[1];
  assert.ok(action, text);
  const inputs = [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
  return { action: decode(action), fields: inputs.map(([, name = '', value = '']) => [decode(name), decode(value)]) };
}

function decode(text: string): string {
  const named = { amp: '&', lt: '<', gt: '>', quot: '"' };
  return text.replace(/&#(\d+);|&(amp|lt|gt|quot);/g, (_, code, name: keyof typeof named) =>
    code === undefined ? named[name] : String.fromCharCode(Number(code)),
  );
}
