const encoder = new TextEncoder();
const secret = encoder.encode(Deno.env.get('PEYE_WEBHOOK_SECRET'));
const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);

Deno.serve(async (request) => {
  const body = await request.text();
  const hex = request.headers.get('x-gateway-signature') ?? '';
  const signature = Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const isSigned = await crypto.subtle.verify('HMAC', key, signature, encoder.encode(body));
  if (!isSigned || request.headers.get('x-gateway-mode') !== 'test') return new Response(null, { status: 401 });
  const { event, data } = JSON.parse(body);
  console.log(event, data.transaction_id);
  return new Response(null, { status: 204 });
});
