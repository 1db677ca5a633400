import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chooseLanguage } from '../../src/platform/messages/language.ts';
import { startTestGateway } from '../support/gateway.ts';

describe('the language of a page', () => {
  for (const [chosen, acceptLanguage, expected] of [
    ['fr', 'en', 'fr'],
    ['ht', 'en', 'ht'],
    ['de', 'en-US,en;q=0.9', 'en'],
    [['fr', 'en'], undefined, 'ht'],
    ['', 'fr-HT,fr;q=0.9,en;q=0.8', 'fr'],
    ['', 'en;q=0.5, fr;q=0.8', 'fr'],
    ['', 'es-DO,es', 'ht'],
    ['', 'es,en;q=0', 'ht'],
    ['', 'ht,fr', 'ht'],
    ['', ';;,=,q=q;q=', 'ht'],
    ['', undefined, 'ht'],
  ] as const) {
    // Contract: PAGE-4
    it(`?lang=${chosen} with Accept-Language ${acceptLanguage} is ${expected}`, () => {
      assert.equal(chooseLanguage(chosen, acceptLanguage), expected);
    });
  }

  it('is chosen only from the first languages of the header', () => {
    assert.equal(chooseLanguage('', `${'es,'.repeat(19)}en`), 'en');
    assert.equal(chooseLanguage('', `${'es,'.repeat(20)}en`), 'ht');
    assert.equal(chooseLanguage('', `${'x'.repeat(600)},en`), 'ht');
  });

  it('is found in milliseconds, whatever an unauthenticated client sends', () => {
    // Regression: a long run of blanks took quadratic time, a tenth of a second for the longest header that is read.
    const header = `a${' '.repeat(100_000)}b`;
    const started = performance.now();
    assert.equal(chooseLanguage('', header), 'ht');
    const ms = performance.now() - started;
    assert.ok(ms < 500, `${ms} ms`);
  });
});

describe('an unknown address', () => {
  it('says in the reader’s language that there is no page, and links to the parts that this node serves', async () => {
    for (const [settings, paths] of [
      [{ PUBLIC_URL: 'https://shop.example/peye' }, ['/peye/docs/fr', '/peye/console']],
      [{ ROLES: 'api' }, ['/docs/fr']],
      [{ ROLES: 'console' }, ['/console']],
    ] as const) {
      const gateway = await startTestGateway('sqlite', { settings });
      try {
        const ask = (path: string, accept: string) =>
          fetch(`http://127.0.0.1:${gateway.settings.PORT}${path}`, { headers: { accept, 'accept-language': 'fr' } });
        const page = await ask('/nothing', 'text/html');
        const text = await page.text();
        assert.equal(page.status, 404);
        assert.match(text, /data-state="noPage"/);
        assert.match(text, /Il n’y a pas de page à cette adresse/);
        // The reader is perhaps not a customer.
        assert.doesNotMatch(text, /paie|marchand/i);
        const links = [...text.matchAll(/class="button quiet" href="([^"]*)"/g)].map(([, href]) => href);
        assert.deepEqual(links, paths);
        assert.match(await (await ask('/nothing', 'application/json')).text(), /"error":"not_found"/);
        if (!paths[0].includes('docs')) continue;
        for (const path of ['/pay/1/x', '/pay/1', '/pay', '/l', '/providers/x']) {
          assert.match(await (await ask(path, 'text/html')).text(), /Le lien de paiement est incorrect/, path);
        }
      } finally {
        await gateway.stop();
      }
    }
  });
});
