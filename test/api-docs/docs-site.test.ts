import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { type OpenApiDocument, operations } from '../../src/api/openapi/document.ts';
import { writtenDocs } from '../../src/app/written-docs.ts';
import { KEYWORDS } from '../../src/docs-site/search-keywords.ts';
import {
  addressOf,
  fileOf,
  isForOperators,
  markdownAddressOf,
  TOPIC_GROUPS,
  TOPICS,
  topicOfFile,
} from '../../src/docs-site/topics.ts';
import { LANGUAGES, type Language } from '../../src/platform/messages/language.ts';
import { TEST_CARDS, TEST_CODE, TEST_PIN, TEST_WALLETS } from '../../src/providers/sandbox/test-numbers.ts';
import { docFiles, ROOT } from '../support/doc-fences.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

const MAX_COMPRESSED_BYTES = 24 * 1024;
/** A code sample in four languages for each operation is a tenth of it. */
const MAX_OPENAPI_BYTES = 32 * 1024;
const MAX_INDEX_BYTES = 96 * 1024;
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
/** Documents that are only in the repository: decisions, the design of pages, and their wording. */
const NOT_SERVED = /^docs\/(adr|design|wording)\b/;
/** References for contributors, in English only. */
const ENGLISH_ONLY = ['contract', 'glossary'];
/** The topics that must exist in every language: all that merchants read. */
const TRANSLATED = [
  ...TOPIC_GROUPS.filter((group) => !isForOperators(group)).flatMap(({ topics }) => topics),
  ...[
    'ledger',
    'payouts',
    'statements',
    'branding',
    'charging',
    'console',
    'settlement',
    'reliability',
    'exports',
    'exchange-rate',
  ],
].filter((topic) => !ENGLISH_ONLY.includes(topic));

/** What readers type for a task, and the topic that they need. */
const TASKS: Readonly<Record<'en' | 'fr' | 'ht', Readonly<Record<string, string>>>> = {
  en: {
    refund: 'refunds',
    'how do I install the php library': 'downloads',
    'late payment': 'late-payments',
    'go live': 'going-live',
    'rotate keys': 'keys',
    'test a failed payment': 'sandbox',
    'reconcile a month': 'reconciling',
    subscriptions: 'subscriptions',
    'double charge': 'retrying',
    'invalid signature': 'webhooks',
    'webhook secret': 'webhooks',
    xampp: 'sdk',
    pytest: 'sdk',
    'return url': 'methods',
    'webook singature': 'webhooks',
    laravel: 'frameworks',
    'webhook in django': 'frameworks',
    expressWebhook: 'sdk',
    postman: 'downloads',
    'no webhook': 'polling',
    'mobile app': 'mobile',
    flutter: 'mobile',
    'migrate from moncash': 'from-moncash',
    'webhook in go': 'frameworks',
    'spring boot': 'frameworks',
    supabase: 'frameworks',
    cors: 'conventions',
    'status code': 'errors',
    changelog: 'changelog',
    'checkout session': 'checkout',
    'starter project': 'frameworks',
    'lost webhook': 'webhooks',
    'create a payment': 'first-payment',
    'pause a subscription': 'charging',
  },
  fr: {
    remboursement: 'refunds',
    'passer en production': 'going-live',
    'échec de paiement': 'states',
    abonnement: 'subscriptions',
    'clé API': 'keys',
    'installer php': 'downloads',
    'carte de test': 'sandbox',
    'signature invalide': 'webhooks',
    'secret de webhook': 'webhooks',
    'url de retour': 'methods',
    'page de retour': 'methods',
    'payé deux fois': 'retrying',
    'comment faire sans site web': 'links',
    remboursment: 'refunds',
    'sans webhook': 'polling',
    'paiement en retard': 'late-payments',
    'application mobile': 'mobile',
    'migrer de moncash': 'from-moncash',
    'rapprocher un mois': 'reconciling',
    'renouveler une clé': 'keys',
    'choisir le moyen de paiement': 'checkout',
    'lien de paiement whatsapp': 'links',
    'code de statut': 'errors',
    'limite de requêtes': 'conventions',
    'formulaire de carte': 'widget',
    'journal des changements': 'changelog',
    'réponse perdue': 'sdk',
    'assistant ia': 'agents',
    'paiement récurrent': 'subscriptions',
    'extension wordpress': 'woocommerce',
    'webhook perdu': 'webhooks',
    'commande en double': 'retrying',
    'erreur 429': 'errors',
    'projet de départ': 'frameworks',
    'référence de l’API': 'api',
  },
  ht: {
    ranbousman: 'refunds',
    abònman: 'subscriptions',
    'kat tès': 'sandbox',
    'san sit entènèt': 'links',
    'pase an pwodiksyon': 'going-live',
    'to echanj': 'currencies',
    'san webhook': 'polling',
    'peman an reta': 'late-payments',
    'aplikasyon telefòn': 'mobile',
    'lyen peman': 'links',
    'kòd erè': 'errors',
    'limit demann': 'conventions',
    'fòmilè kat': 'widget',
    'repons ki pèdi': 'sdk',
    chanjman: 'changelog',
    'referans API': 'api',
    'boutik wordpress': 'woocommerce',
    'webhook pèdi': 'webhooks',
    'to chanj': 'api/exchange-rate',
    'chanje kle': 'keys',
    'pwojè pou kòmanse': 'frameworks',
    'remèt lajan': 'refunds',
  },
};

describe('the files of docs/', () => {
  const files = docFiles();

  it('are up to date in the parts that are generated from the code', () => {
    const written = writtenDocs(files);
    for (const [file, text] of files)
      assert.equal(text, written.get(file), `${file} is out of date: run \`npm run docs\``);
  });

  it('are all listed as topics, and every topic has its file', () => {
    const unlisted = [...files.keys()].filter((file) => topicOfFile(file) === undefined && !NOT_SERVED.test(file));
    assert.deepEqual(
      unlisted,
      [],
      'add each page of docs/ to TOPIC_GROUPS of src/docs-site/topics.ts, or to NOT_SERVED here',
    );
    assert.deepEqual(
      TOPICS.filter((topic) => !files.has(fileOf(topic, 'en'))),
      [],
    );
    for (const language of ['fr', 'ht'] as const) {
      for (const topic of TRANSLATED) assert.ok(files.has(fileOf(topic, language)), fileOf(topic, language));
    }
  });
});

describe('the documentation', () => {
  let gateway: TestGateway;
  let document: OpenApiDocument;
  /** Every page, by its address. */
  const pages = new Map<string, string>();
  before(async () => {
    gateway = await startTestGateway('sqlite', {
      settings: { MONCASH_MAX_HTG: '12345.50', RATE_LIMIT_PER_MINUTE: '4321', SANDBOX_EXPIRY_SECONDS: '7200' },
    });
    document = (await (await fetch(`${gateway.url}/openapi.json`)).json()) as OpenApiDocument;
    for (const first of ['/docs/en', '/docs/fr', '/docs/ht']) await visit(first);
  });
  after(() => gateway.stop());

  /** Reads a page, and every page of the documentation that it leads to. */
  const visit = async (address: string): Promise<void> => {
    if (pages.has(address)) return;
    const response = await raw(address, BROWSER);
    assert.equal(response.status, 200, address);
    const page = await response.text();
    pages.set(address, page);
    for (const href of hrefs(page)) {
      const [path = ''] = href.split('#');
      if (isPage(path) && !pages.has(path)) await visit(path);
    }
  };
  const raw = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${gateway.url}${path}`, {
      method,
      redirect: 'manual',
      headers: { 'accept-encoding': 'identity', ...headers },
    });
  const text = (address: string) => plainText(pages.get(address) ?? assert.fail(`${address} was not found`));

  it('200 has a page for every topic in every language, and links lead to each of them', () => {
    for (const language of LANGUAGES) {
      for (const topic of TOPICS) {
        assert.ok(pages.has(addressOf(topic, language)), `${language} ${topic}`);
      }
    }
    assert.equal(pages.size % 3, 0);
  });

  it('says which topic is not translated, and marks its language', () => {
    assert.match(
      pages.get('/docs/fr/contract')!,
      /<article lang="en">[\s\S]*lang="fr">Cette page n’est pas encore traduite/,
    );
    assert.match(pages.get('/docs/ht/contract')!, /<article lang="en">[\s\S]*lang="ht">Paj sa a poko tradui/);
    for (const topic of TRANSLATED) {
      for (const language of ['fr', 'ht'] as const)
        assert.match(pages.get(addressOf(topic, language))!, /<article>/, topic);
    }
  });

  it('has a policy that allows its own style and script, by their hashes, and nothing else', async () => {
    const response = await raw('/docs/webhooks');
    assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8');
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
    assert.equal(response.headers.get('referrer-policy'), 'no-referrer');
    const policy = response.headers.get('content-security-policy');
    for (const [address, page] of pages) {
      const hash = (tag: string) => {
        const found = [...page.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))];
        assert.equal(found.length, 1, `${address}: ${tag}`);
        return `'sha256-${createHash('sha256').update(found[0]![1]!).digest('base64')}'`;
      };
      assert.equal(
        policy,
        `default-src 'none'; script-src ${hash('script')}; style-src ${hash('style')}; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      );
      assert.doesNotMatch(page, /<script [^>]*src|<link rel="stylesheet"|<img| style="| on\w+="/, address);
      assert.doesNotMatch(/<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? '', /@import|url\(/);
    }
  });

  for (const path of [
    ...['/docs/en', '/docs/webhooks', '/docs/api/payments', '/docs/search.json', '/openapi.json'],
    ...['/docs/webhooks.md', '/llms.txt'],
  ]) {
    it(`200 sends ${path} compressed to clients that accept compression, and the same content to all`, async () => {
      const plain = Buffer.from(await (await raw(path)).arrayBuffer());
      for (const [accepted, encoding] of [
        ['gzip, deflate, br', 'br'],
        ['gzip', 'gzip'],
        ['br;q=0, gzip;q=0.5', 'gzip'],
        ['deflate', null],
      ] as const) {
        const response = await raw(path, { 'accept-encoding': accepted });
        assert.equal(response.headers.get('content-encoding'), encoding, accepted);
        assert.equal(response.headers.get('vary'), 'accept-encoding');
        const size = Number(response.headers.get('content-length'));
        const most =
          { '/openapi.json': MAX_OPENAPI_BYTES }[path] ??
          (path.endsWith('search.json') ? MAX_INDEX_BYTES : MAX_COMPRESSED_BYTES);
        if (encoding) assert.ok(size < most, `${size} bytes as ${encoding}`);
        // fetch has already decompressed the body.
        assert.ok(plain.equals(Buffer.from(await response.arrayBuffer())), accepted);
      }
    });

    it(`304 confirms that a client's copy of ${path} is current`, async () => {
      const first = await raw(path);
      const etag = first.headers.get('etag') ?? '';
      assert.match(etag, /^W\/"[\w-]{22}"$/);
      assert.match(first.headers.get('cache-control') ?? '', /^public, max-age=\d+$/);
      const again = await raw(path, { 'if-none-match': `"other", ${etag}` });
      assert.equal(again.status, 304);
      assert.equal(again.headers.get('etag'), etag);
      assert.equal(await again.text(), '');
      assert.equal((await raw(path, { 'if-none-match': '"other"' })).status, 200);
    });

    it(`200 responds to HEAD for ${path} as to GET, without the body`, async () => {
      const [get, head] = [await raw(path), await raw(path, {}, 'HEAD')];
      assert.equal(head.status, 200);
      for (const name of ['content-type', 'content-length', 'etag']) {
        assert.equal(head.headers.get(name), get.headers.get(name), name);
      }
      assert.equal(await head.text(), '');
    });
  }

  it('is small, page by page', async () => {
    for (const address of pages.keys()) {
      const response = await raw(address, { 'accept-encoding': 'br' });
      const size = Number(response.headers.get('content-length'));
      assert.ok(size < MAX_COMPRESSED_BYTES, `${address} has ${size} bytes`);
    }
  });

  it('302 leads from / to the docs', async () => {
    for (const method of ['GET', 'HEAD']) {
      const response = await raw('/', {}, method);
      assert.equal(response.status, 302);
      assert.equal(response.headers.get('location'), '/docs');
    }
  });

  for (const [odd, address] of [
    ['/docs/index.html', '/docs/en'],
    ['/docs/index.md', '/docs/README.md'],
    ['/docs/en/', '/docs/en'],
    ['/docs/fr/', '/docs/fr'],
    ['/docs/webhooks/', '/docs/webhooks'],
    ['/docs/Webhooks', '/docs/webhooks'],
    ['/docs/Webhooks.md', '/docs/webhooks.md'],
    ['/docs//webhooks', '/docs/webhooks'],
    ['/docs/en/webhooks', '/docs/webhooks'],
    ['/docs/HT/sandbox/', '/docs/ht/sandbox'],
    ['/docs/providers/moncash/', '/docs/providers/moncash'],
  ] as const) {
    it(`301 leads from ${odd} to ${address}`, async () => {
      const response = await raw(odd);
      assert.equal(response.status, 301);
      assert.equal(response.headers.get('location'), address);
    });
  }

  for (const [odd, address] of [
    ['/docs/fr/metrics.md', '/docs/metrics.md'],
    ['/docs/api/payments.md', '/docs/api/payments'],
  ] as const) {
    it(`302 leads from ${odd} to ${address}, because a later version can have a file there`, async () => {
      const response = await raw(odd);
      assert.deepEqual([response.status, response.headers.get('location')], [302, address]);
    });
  }

  it('302 leads from /docs to the first page in the language of the browser, and each page links to the other languages', async () => {
    for (const [accepted, address] of [
      [undefined, '/docs/en'],
      ['de', '/docs/en'],
      ['en-GB,en;q=0.9,fr;q=0.5', '/docs/en'],
      ['fr-HT,fr;q=0.9,en;q=0.5', '/docs/fr'],
      ['ht', '/docs/ht'],
    ] as const) {
      for (const path of ['/docs', '/docs/', '/docs//']) {
        const response = await raw(path, accepted === undefined ? {} : { 'accept-language': accepted });
        assert.equal(response.status, 302, path);
        assert.equal(response.headers.get('location'), address, accepted);
        assert.equal(response.headers.get('vary'), 'accept-language');
      }
    }
    for (const first of ['/docs/en', '/docs/fr', '/docs/ht']) {
      assert.ok(hrefs(pages.get('/docs/fr')!).includes(first), first);
      assert.ok(
        !hrefs(pages.get(first)!).includes('/docs'),
        `${first} leads to /docs, which could change the language`,
      );
    }
  });

  it('serves the Markdown of every topic, with links that lead to Markdown or to a page', async () => {
    const linked = new Set([...pages.values()].flatMap((page) => markdownLinks(page)));
    const written = [...docFiles().keys()].filter((file) => topicOfFile(file) !== undefined);
    assert.deepEqual([...linked].sort(), written.map((file) => `/${file}`).sort());
    for (const address of linked) {
      const response = await raw(address);
      assert.equal(response.status, 200, address);
      assert.equal(response.headers.get('content-type'), 'text/markdown; charset=utf-8');
      const markdown = await response.text();
      assert.match(markdown, /^# \S/, address);
      assert.doesNotMatch(markdown, /<!--|^ *```\w+ /m, address);
      for (const [, href = ''] of withoutCode(markdown).matchAll(/\]\(([^)]+)\)/g)) {
        const [path = '', anchor] = href.replace(gateway.url, '').split('#');
        if (/^https:/.test(path) || path === '') continue;
        assert.ok(href.startsWith(`${gateway.url}/`), `${address} leads to ${href}`);
        const isFile = path.startsWith('/downloads/') || path === '/llms.txt' || path === '/openapi.json';
        assert.ok(isFile || linked.has(path) || pages.has(path), `${address} leads to ${href}`);
        assert.ok(anchor !== '', href);
      }
    }
    const shown = await (await raw('/docs/webhooks.md')).text();
    for (const file of readdirSync(`${ROOT}/examples/receivers/`)) {
      assert.ok(shown.includes(readFileSync(`${ROOT}/examples/receivers/${file}`, 'utf8').trimEnd()), file);
    }
    assert.match(await (await raw('/docs/methods.md')).text(), /12,345\.50 HTG/);
  });

  it('has an index for programs, with each topic once, and a sentence about it', async () => {
    const response = await raw('/llms.txt');
    assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8');
    const index = await response.text();
    assert.match(index, /^# Peye\n\n> One API to get paid in Haiti: .+\.\n\n/);
    for (const topic of TOPICS.filter((one) => one !== 'README')) {
      assert.equal(index.split(`(${gateway.url}${markdownAddressOf(topic, 'en')})`).length, 2, topic);
    }
    assert.match(index, /webhooks\.md\): When a payment becomes final, .+`payment\.failed`\.\n/);
    for (const base of ['gateway', 'refunds', 'checkout'])
      assert.ok(index.includes(`${gateway.url}/api/${base}/v1`), base);
    assert.match(index, /\n## Optional\n/);
    assert.doesNotMatch(index, /\]\((?!http)|undefined/);
    assert.ok(index.length < 12_000, `${index.length} characters`);
  });

  it('404 is a page of the docs for browsers, with the contents, and JSON for programs', async () => {
    for (const path of [
      '/docs/nothing',
      '/docs/fr/nothing',
      '/docs/../x',
      '/docs/%2e%2e%2fREADME',
      '/docs/xx/search.json',
    ]) {
      const program = await raw(path);
      assert.equal(program.status, 404, path);
      assert.equal(((await program.json()) as { error: string }).error, 'not_found', path);
    }
    const response = await raw('/docs/fr/<b>strange-name', BROWSER);
    assert.equal(response.status, 404);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    const page = await response.text();
    assert.match(page, /<h1>Page introuvable<\/h1>/);
    assert.ok(hrefs(page).includes('/docs/fr/sandbox'));
    // There is a link in the page itself, for screens on which the contents are collapsed.
    assert.match(page, /<article>[\s\S]*<a href="\/docs\/fr">Documentation de Peye<\/a>[\s\S]*<\/article>/);
    assert.doesNotMatch(page, /strange-name/);
  });

  it('404 elsewhere is a page for browsers and JSON for programs; below the API, 404 is always JSON', async () => {
    for (const path of ['/nothing', '/doc', '/index.html', '/api', '/DOCS']) {
      const browser = await raw(path, BROWSER);
      assert.equal(browser.status, 404, path);
      assert.match(browser.headers.get('content-type') ?? '', /^text\/html/, path);
      const program = await raw(path);
      assert.deepEqual([program.status, ((await program.json()) as { error: string }).error], [404, 'not_found'], path);
    }
    const api = await raw('/api/gateway/v1/nothing', { ...BROWSER, 'x-api-key': gateway.testKey });
    assert.equal(api.status, 404);
    assert.equal(((await api.json()) as { error: string }).error, 'not_found');
  });

  it('has every endpoint, webhook and object of the OpenAPI document, with its fields', () => {
    const reference = [...pages]
      .filter(([address]) => /^\/docs\/api\//.test(address))
      .map(([, page]) => page)
      .join('');
    const shown = plainText(reference);
    const webhooks = Object.values(document.webhooks ?? {}).map(({ post }) => ({ path: '', operation: post! }));
    const listed = pages.get('/docs/api')!;
    for (const { path, operation } of [...operations(document), ...webhooks]) {
      const { operationId } = operation;
      const section = new RegExp(`<section class="op" aria-labelledby="${operationId}".*?</section>`, 's').exec(
        reference,
      )?.[0];
      assert.ok(section, operationId);
      assert.ok(section.includes(path));
      for (const { name } of operation.parameters ?? []) assert.ok(plainText(section).includes(name), name);
      assert.doesNotMatch(section, /<code><\/code>/, `${operationId} has no empty example`);
      const isListed = new RegExp(`href="/docs/api/[a-z-]+#${operationId}"`).test(listed);
      assert.ok(isListed, `${operationId} is missing in the list of docs/api.md`);
    }
    for (const [name, { properties = {} }] of Object.entries(document.components.schemas)) {
      if (!/^(Create[A-Z]\w+|FailPayment|LinkPicture|RequestRefund)$/.test(name))
        assert.ok(reference.includes(`id="object-${name}"`), name);
      for (const field of Object.keys(properties)) assert.ok(shown.includes(field), `${name}.${field}`);
    }
  });

  it('has each id once on a page, and every link leads to a page and an id that exist', async () => {
    const downloads = new Set<string>();
    const ids = new Map(
      [...pages].map(([address, page]) => [address, [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!)]),
    );
    for (const [address, own] of ids) {
      assert.deepEqual(
        own.filter((id, i) => own.indexOf(id) !== i),
        [],
        address,
      );
    }
    let count = 0;
    for (const [address, page] of pages) {
      for (const href of hrefs(page)) {
        if (/^(https:|data:|\/openapi\.json$)|^\/docs\/[^#]*\.md$/.test(href)) continue;
        if (href.startsWith(`${gateway.url}/`)) {
          downloads.add(href);
          continue;
        }
        const [path = '', anchor] = href.split('#');
        const target = ids.get(path === '' ? address : path);
        assert.ok(target, `${address} leads to ${href}`);
        if (anchor !== undefined) assert.ok(target.includes(decodeURIComponent(anchor)), `${address} leads to ${href}`);
        count++;
      }
    }
    assert.ok(count > 5_000, `${count} links`);
    assert.ok(downloads.size > 10, `${downloads.size} downloads`);
    for (const href of downloads) assert.equal((await fetch(href)).status, 200, href);
  });

  it('marks the current place, and leads through all topics in their order', () => {
    let address = '/docs/en';
    const way: string[] = [];
    for (;;) {
      const page = pages.get(address)!;
      assert.deepEqual(
        new Set([...page.matchAll(/href="([^"]+)" aria-current="page"/g)].map(([, href]) => href)),
        new Set([address]),
      );
      assert.equal(/<a rel="prev" href="([^"]+)"/.exec(page)?.[1], way.at(-1));
      way.push(address);
      const next = /<a rel="next" href="([^"]+)"/.exec(page)?.[1];
      if (!next) break;
      address = next;
    }
    assert.equal(way.length, pages.size / 3);
  });

  it('states the limits that this gateway is set to, and its address', () => {
    assert.ok(text('/docs/methods').includes('1 to 12,345.50 HTG'));
    assert.ok(text('/docs/methods').includes('20 to 100,000 HTG'));
    assert.ok(text('/docs/methods').includes('0.50 to 10,000 USD'));
    assert.ok(text('/docs/conventions').includes('4321'));
    assert.ok(text('/docs/sandbox').includes('7200 (2 h)'));
    for (const [address, page] of pages) {
      const isOperators = /\/(operating|metrics|rehearsal|providers)/.test(address);
      if (!isOperators) assert.ok(!page.includes('127.0.0.1:8080'), address);
    }
    assert.ok(text('/docs/first-payment').includes(`curl "${gateway.url}/api/gateway/v1/payments"`));
  });

  it('lists every test number, the PIN and the code', () => {
    for (const address of ['/docs/sandbox', '/docs/fr/sandbox', '/docs/ht/sandbox']) {
      for (const number of Object.keys(TEST_WALLETS)) assert.ok(text(address).includes(number), number);
      for (const number of Object.keys(TEST_CARDS)) {
        assert.ok(text(address).includes(number.match(/\d{4}/g)!.join(' ')), number);
      }
      assert.match(text(address), new RegExp(`PIN ${TEST_PIN}, (code|kòd) ${TEST_CODE}\\.`));
    }
  });

  it('names the language of code above it', () => {
    for (const language of ['TypeScript', 'Node', 'PHP', 'Python', 'Go', 'Java', 'C#', 'Ruby']) {
      assert.ok(pages.get('/docs/frameworks')!.includes(`<figcaption>${language}</figcaption>`), language);
    }
  });

  it('shows a signature that the documented steps produce', () => {
    const example = /secret {5}(whsec_\w+)\nbody {7}(\{.*\})\nsignature {2}([0-9a-f]{64})/.exec(text('/docs/webhooks'));
    assert.ok(example);
    const [, secret = '', body = '', signature] = example;
    assert.equal(createHmac('sha256', secret).update(body).digest('hex'), signature);
  });

  it('shows exactly the code of the receivers that are tested', () => {
    const folder = `${ROOT}/examples/receivers/`;
    const files = readdirSync(folder);
    assert.equal(files.length, 3);
    for (const file of files) {
      assert.ok(text('/docs/webhooks').includes(readFileSync(`${folder}${file}`, 'utf8').trimEnd()), file);
    }
  });

  // Contract: REQUEST-34
  it('states the policy for versions', () => {
    for (const words of [/optional fields/, /24 months/]) assert.match(text('/docs/conventions'), words);
  });

  it('has no CORS headers in the API, as the conventions say', async () => {
    assert.match(text('/docs/conventions'), /The API sends no CORS headers/);
    for (const method of ['OPTIONS', 'GET', 'POST']) {
      const headers = { origin: 'https://shop.example', 'x-api-key': gateway.testKey };
      const response = await raw('/api/gateway/v1/payments', headers, method);
      const sent = [...response.headers.keys()].filter((name) => name.startsWith('access-control-'));
      assert.deepEqual(sent, [], method);
    }
  });

  it('has every HTTP status of the API in the table of errors', () => {
    const shown = text('/docs/errors');
    for (const { operation } of operations(document)) {
      for (const status of Object.keys(operation.responses)) {
        if (/^[345]/.test(status) && status !== '304') assert.ok(shown.includes(status), status);
      }
    }
  });

  it('states the schedule of the deliveries', () => {
    const shown = text('/docs/webhooks').replaceAll(/\s+/g, ' ');
    assert.ok(
      shown.includes('11 attempts in total: immediately, then after 30 s, 2 min, 10 min, 30 min, 1 h, 3 h, 6 h'),
    );
    assert.ok(shown.includes('6 h, 12 h, 24 h and 24 h. Each wait is extended by up to 10 %'));
  });

  it('has an index of every page for the search, in each language', async () => {
    for (const [index, first] of [
      ['/docs/search.json', '/docs'],
      ['/docs/en/search.json', '/docs'],
      ['/docs/fr/search.json', '/docs/fr'],
      ['/docs/ht/search.json', '/docs/ht'],
    ] as const) {
      const places = (await (await raw(index)).json()) as [string, string, string, string][];
      const found = new Set(places.map(([address]) => address.split('#')[0]));
      const own = [...pages.keys()].filter((address) => first !== '/docs' || !/^\/docs\/(fr|ht)(\/|$)/.test(address));
      assert.deepEqual(
        own.filter((address) => `${address}/`.startsWith(`${first}/`) && !found.has(address)),
        [],
      );
      assert.ok(
        places.some(([address, , , words]) => address.includes('/errors#') && words.includes('rate_limit_exceeded')),
      );
    }
  });

  it('finds what readers look for, in their words, with typing errors, and by names in code', async () => {
    const program = readFileSync(`${ROOT}/src/docs-site/docs-search.js`, 'utf8');
    const search = new Function(`${program}; return searchDocs;`)() as (
      index: unknown,
      query: string,
    ) => { address: string }[];
    for (const [language, tasks] of Object.entries(TASKS)) {
      const index = await (await raw(`/docs/${language}/search.json`)).json();
      for (const [query, topic] of Object.entries(tasks)) {
        const [first] = search(index, query);
        const address = addressOf(topic, language as Language);
        assert.equal(first?.address.split('#')[0], address, `${language}: ${query}`);
      }
      assert.deepEqual(search(index, 'zzzzzz'), [], 'nothing is found for a word that does not exist');
    }
    assert.deepEqual(
      Object.keys(KEYWORDS).filter((topic) => !TOPICS.includes(topic)),
      [],
      'each entry of search-keywords.ts belongs to a topic',
    );
  });

  it('204 counts a search without results in the metrics, by language and without its text', async () => {
    for (const language of LANGUAGES) {
      const response = await raw(`/docs/${language}/search/missed`, {}, 'POST');
      assert.deepEqual([response.status, await response.text()], [204, '']);
    }
    const metrics = await (await raw('/metrics')).text();
    for (const language of LANGUAGES) {
      const labels = `method="POST",route="/docs/${language}/search/missed",status="204"`;
      assert.ok(metrics.includes(`peye_http_request_duration_seconds_count{${labels}} 1`), metrics);
    }
  });

  it('has one h1 on each page, and skips no level of headings', () => {
    for (const [address, page] of pages) {
      const levels = [...page.matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level));
      assert.equal(levels.filter((level) => level === 1).length, 1, address);
      for (const [i, level] of levels.entries())
        assert.ok(level <= (levels[i - 1] ?? 0) + 1, `${address} heading ${i}`);
    }
  });
});

describe('the documentation of a gateway whose PUBLIC_URL has a path', () => {
  it('leads below that path', async () => {
    const gateway = await startTestGateway('sqlite', { settings: { PUBLIC_URL: 'https://shop.example/pay/' } });
    try {
      const origin = `http://127.0.0.1:${gateway.settings.PORT}`;
      const page = await (await fetch(`${origin}/docs/webhooks`)).text();
      const inside = hrefs(page).filter((href) => href.startsWith('/'));
      assert.deepEqual(
        inside.filter((href) => !/^\/pay\/(docs|openapi\.json)/.test(href)),
        [],
      );
      const odd = await fetch(`${origin}/docs/webhooks/`, { redirect: 'manual' });
      assert.equal(odd.headers.get('location'), '/pay/docs/webhooks');
    } finally {
      await gateway.stop();
    }
  });
});

/** Whether an address is of a page, not of a topic's Markdown. */
function isPage(path: string): boolean {
  return /^\/docs\//.test(path) && !path.endsWith('.md');
}

/** The address in a page's `<link>` to its Markdown. */
function markdownLinks(page: string): string[] {
  return [...page.matchAll(/<link rel="alternate" type="text\/markdown" href="([^"]+)">/g)].map(([, href]) => href!);
}

function withoutCode(markdown: string): string {
  return markdown.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '').replaceAll(/`[^`]*`/g, '');
}

function hrefs(page: string): string[] {
  return [...page.matchAll(/<a [^>]*?href="([^"]+)"/g)].map(([, href]) => decode(href!));
}

/** The text that a reader sees of a piece of HTML. */
function plainText(html: string): string {
  return decode(html.replaceAll(/<(style|script)>.*?<\/\1>/gs, '').replaceAll(/<[^>]+>/g, ''));
}

function decode(text: string): string {
  return text.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
}
