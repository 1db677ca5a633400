import assert from 'node:assert/strict';
import { contractSuite } from './promise.ts';
import { assertCreated, assertRead, rawRequest } from './shapes.ts';

/** Metadata that would change if it were parsed into JavaScript values: it is compared as text. */
const TEXTS = {
  'an empty object': '{}',
  'integers beyond 2^53': '{"a":9007199254740993,"b":-9007199254740995,"c":123456789012345678901234567890}',
  'decimals to the last digit': '{"a":0.1000000000000000055511151231257827,"b":1.10,"c":-0,"d":0.0,"e":1.0}',
  exponents: '{"a":1e2,"b":1E+2,"c":1e-400,"d":1e400,"e":-2.50e-07}',
  'number-like keys in their order': '{"b":1,"10":2,"9":3,"a":4,"1":5,"-1":6,"01":7}',
  'arrays and nesting': '{"a":[[],[[1,[2,{"b":[{}]}]]],{}],"c":{"d":{"e":{"f":null}}}}',
  'true, false and null': '{"t":true,"f":false,"n":null,"l":[true,false,null]}',
  'Unicode as it is':
    '{"kreyòl":"Bonjou, mèsi 🇭🇹","日本":"é≠e\u0301","rtl":"\u202eabc","ls":"\u2028\u2029","bom":"\ufeff"}',
  'escapes as they were written': '{"a":"\\u00e9\\n\\t\\/\\\\\\"\\b\\f\\r\\uD83D\\uDEF5","\\u0041":"\\u0041"}',
  'a __proto__ key': '{"__proto__":{"admin":true},"constructor":{"prototype":1},"toString":"x"}',
  'an empty key': '{"":"","a":{"":[]}}',
  'brackets and quotes inside strings': '{"a":"}","b":"],{\\"","c":"\\\\","d":"{\\"x\\":[}","e":","}',
  'what looks like SQL or markup':
    '{"a":"\'; DROP TABLE payments; --","b":"</script><b>","c":"$1 ?1 :x NULL","d":"{1,2}"}',
};

contractSuite('metadata', (promise) => {
  for (const [what, text] of Object.entries(TEXTS)) {
    promise(
      ['CREATE-13', 'CREATE-12', 'PAYMENT-13'],
      `201 returns ${what} as it was sent, in every response`,
      async ({ api }) => {
        const response = await api.post('/payments', rawRequest({ metadata: text, reference: JSON.stringify(what) }));
        assertCreated(response, { method: 'moncash', isConverted: false });
        const path = `/payments/${response.json.transaction_id}`;
        const finished = await api.post(`/test_helpers${path}/complete`);
        const responses = [
          finished,
          await api.get(path),
          await api.get(`/payments/reference/${encodeURIComponent(what)}`),
        ];
        for (const single of responses) assertRead(single);
        responses.push(await api.get('/payments?per_page=1'), await api.get('/events?limit=100'));
        for (const each of responses) assert.ok(each.text.includes(`"metadata":${text}}`), each.text);
      },
    );
  }

  promise(['CREATE-13'], '201 takes the last of repeated members, as JSON readers do', async ({ api }) => {
    const body = `{"metadata":{"a":1},${rawRequest().slice(1, -1)},"metadata" : {"a":9007199254740993,"a":2} , "amount":7}`;
    const response = await api.post('/payments', body);
    assertCreated(response, { method: 'moncash', isConverted: false });
    assert.equal(response.json.amount, '7.00');
    const read = await api.get(`/payments/${response.json.transaction_id}`);
    assert.ok(read.text.endsWith('"metadata":{"a":9007199254740993,"a":2}}}'), read.text);
    assert.deepEqual(read.json.data.metadata, { a: 2 });

    const overridden = await api.post('/payments', `{"metadata":{"a":1},${rawRequest().slice(1, -1)},"metadata":null}`);
    assert.equal((await api.get(`/payments/${overridden.json.transaction_id}`)).json.data.metadata, null);
  });

  promise(['CREATE-13'], '201 finds metadata among white space and look-alikes', async ({ api }) => {
    const body = ` \r\n\t{ "reference" : "\\"metadata\\":{\\"fake\\":1}" ,\n"meta\\u0064ata"\t:\r\n{ "real" : 1.50 }\n , ${rawRequest().slice(1, -1)}\n}\n `;
    const response = await api.post('/payments', body);
    assertCreated(response, { method: 'moncash', isConverted: false });
    const read = await api.get(`/payments/${response.json.transaction_id}`);
    assertRead(read);
    assert.deepEqual(read.json.data.metadata, { real: 1.5 });
    assert.ok(read.text.includes('"real" : 1.50'));
    assert.equal(read.json.data.reference, '"metadata":{"fake":1}');
  });

  promise(['CREATE-13', 'REQUEST-14'], '201 takes metadata nested 30,000 deep', async ({ api }) => {
    const text = `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`;
    const response = await api.post('/payments', rawRequest({ metadata: text }));
    assertCreated(response, { method: 'moncash', isConverted: false });
    const read = await api.get(`/payments/${response.json.transaction_id}`);
    assert.ok(read.text.includes(text));
  });
});
