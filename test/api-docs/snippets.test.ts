import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { CREATE_LINK_REQUESTS } from '../../src/api/schemas/examples.ts';
import { CODE_LANGUAGES, type CodeLanguage } from '../../src/docs-site/request-code.ts';
import { isForOperators, TOPIC_GROUPS, topicOfFile } from '../../src/docs-site/topics.ts';
import { PEYE } from '../support/cli.ts';
import { type DocFence, docFiles, fencesIn, ROOT } from '../support/doc-fences.ts';
import { API, paymentRequest, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { jsonShape } from '../support/json-shape.ts';
import { type RecordedRequest, type RequestRecorder, startRecorder } from '../support/request-recorder.ts';
import { byTier } from '../support/tier.ts';

/** The address in the files of docs/. */
const WRITTEN_URL = 'http://127.0.0.1:8080';
const REFERENCE = 'order-1042';
const REFUND = `${REFERENCE}-refund`;
/** The parts of the API reference that show requests. */
const REFERENCE_PARTS = ['payments', 'checkout', 'payment-links', 'refunds', 'exchange-rate', 'service', 'sandbox'];

interface Runner {
  /** The path of the language's program; undefined when this machine lacks it. */
  readonly program: string | undefined;
  readonly file: string;
}

const RUNNERS: Record<CodeLanguage, Runner> = {
  sh: { program: 'sh', file: 'snippet.sh' },
  js: { program: process.execPath, file: 'snippet.mjs' },
  php: { program: process.env.PHP_CURL_PATH, file: 'snippet.php' },
  python: { program: process.env.PYTHON_PATH, file: 'snippet.py' },
};

/** Topics for developers. Those for operators have commands for machines that tests lack: `documented-commands.test.ts` checks them. */
const DEVELOPERS = TOPIC_GROUPS.filter((group) => !isForOperators(group)).flatMap(({ topics }) => topics);

/** By day a snippet in several languages runs in two of them, so that each language runs half of them. */
const LANGUAGES_OF_A_SNIPPET = byTier({ day: 2, night: Object.keys(CODE_LANGUAGES).length });

const files = [...docFiles()].filter(([file]) => DEVELOPERS.includes(topicOfFile(file) ?? ''));
const isRun = ({ language, words, madeBy }: DocFence) =>
  Object.hasOwn(CODE_LANGUAGES, language) &&
  !['serve', 'browser', 'operator'].some((word) => words.includes(word)) &&
  // The receivers are files that test/examples runs, and another test checks that the docs show exactly these files.
  madeBy !== 'receivers';

/** A piece of code in one language or in several, from a topic or from the reference. */
interface Snippet {
  readonly place: string;
  readonly texts: ReadonlyMap<string, string>;
  /** The response that the topic shows next. */
  readonly answer: unknown;
}

describe('the code in the docs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'peye-docs-'));
  let gateway: TestGateway;
  let recorder: RequestRecorder;
  let keyId: string;
  let other: Awaited<ReturnType<TestGateway['newWebsite']>>;
  let snippets: readonly Snippet[];
  before(async () => {
    // As on a machine where the SDKs are installed.
    mkdirSync(join(folder, 'node_modules/@peye'), { recursive: true });
    symlinkSync(join(ROOT, 'sdk/typescript'), join(folder, 'node_modules/@peye/sdk'));
    copyFileSync(join(ROOT, 'sdk/php/peye.php'), join(folder, 'peye.php'));
    gateway = await startTestGateway('sqlite');
    recorder = await startRecorder(gateway.url);
    other = await gateway.newWebsite();
    keyId = (await gateway.store.operator.createApiKey({ websiteId: gateway.website.id, mode: 'test' })).apiKey.id;
    const done = await gateway.api.post('/payments', paymentRequest({ reference: REFERENCE }));
    await gateway.api.post(`/test_helpers/payments/${done.json.transaction_id}/complete`);
    const parts = REFERENCE_PARTS.map(async (part) => {
      const place = `/docs/api/${part}`;
      return snippetsOfPage(place, await (await fetch(`${gateway.url}${place}`)).text());
    });
    snippets = unique([...files.flatMap(snippetsOfFile), ...(await Promise.all(parts)).flat()]);
  });
  after(async () => {
    await recorder?.close();
    await gateway?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const execute = async (language: CodeLanguage, text: string, given: Record<string, string>) => {
    const { program, file } = RUNNERS[language];
    const code = text
      .replaceAll(WRITTEN_URL, recorder.url)
      .replaceAll(gateway.url, recorder.url)
      .replaceAll('bin/peye', PEYE);
    writeFileSync(join(folder, file), code);
    // This is not the first website, because the code changes its callback URL to one that cannot be called.
    const python = { PYTHONPATH: join(ROOT, 'sdk/python/src'), PYTHONDONTWRITEBYTECODE: '1' };
    const env = {
      PATH: process.env.PATH,
      ...python,
      ...gateway.settings,
      WEBSITE_ID: other.website.id,
      KEY_ID: keyId,
      ...given,
    };
    const run = promisify(execFile)(program!, [join(folder, file)], { cwd: folder, env });
    const ended = await run.catch((error: { stdout: string; stderr: string }) => ({ ...error, hasFailed: true }));
    return { hasFailed: 'hasFailed' in ended, output: `${ended.stdout}${ended.stderr}` };
  };

  const isRunIn = (snippet: Snippet, language: CodeLanguage) => {
    const languages = [...snippet.texts.keys()];
    const turn = languages.indexOf(language) + snippets.indexOf(snippet);
    return turn % languages.length < LANGUAGES_OF_A_SNIPPET;
  };

  /** Runs a piece of code as its reader would, with its own open payment, and returns its requests to the gateway. */
  const run = async (language: CodeLanguage, text: string): Promise<RecordedRequest[]> => {
    const { key, ids } = await prepare(text);
    recorder.take();
    const { hasFailed, output } = await execute(language, text, { PEYE_KEY: key, ...ids });
    assert.ok(!hasFailed, `${text}\n${output}`);
    const named = Object.entries(ids).reduce(
      (json, [name, id]) => json.replaceAll(id, `$${name}`),
      JSON.stringify(recorder.take()),
    );
    return JSON.parse(named.replaceAll(key, 'the key'));
  };

  /** The key and the ids that code to paste expects. A separate website if the code needs more than an open payment. */
  const prepare = async (text: string): Promise<{ key: string; ids: Record<string, string> }> => {
    const needs = (name: string) => text.includes(name);
    const hasRefund = needs(REFUND) || needs('LINK_CODE') || needs('SESSION_ID');
    const key = hasRefund ? (await gateway.newWebsite()).testKey : gateway.testKey;
    const api = gateway.client(key);
    const { json: created } = await api.post('/payments', paymentRequest({ reference: REFERENCE }));
    const ids: Record<string, string> = { TRANSACTION_ID: created.transaction_id };
    if (needs(REFUND)) {
      await api.post(`/test_helpers/payments/${created.transaction_id}/complete`);
      const isRead = !needs('TRANSACTION_ID');
      if (isRead)
        await api.request('PUT', `${gateway.url}/api/refunds/v1/refunds/${REFUND}`, {
          transaction_id: created.transaction_id,
        });
    }
    if (needs('LINK_CODE')) {
      const { json } = await api.post(`${gateway.url}/api/links/v1/links`, CREATE_LINK_REQUESTS.mangoes.value);
      ids.LINK_CODE = json.data.code;
    }
    if (needs('SESSION_ID')) {
      const { json } = await api.post(`${gateway.url}/api/checkout/v1/sessions`, { amount: 500, currency: 'HTG' });
      ids.SESSION_ID = json.data.session_id;
    }
    return { key, ids };
  };

  const asked = new Map<Snippet, RecordedRequest[]>();
  for (const language of Object.keys(CODE_LANGUAGES) as CodeLanguage[]) {
    const skip = RUNNERS[language].program ? false : `no ${CODE_LANGUAGES[language]}, or one without curl`;
    it(`runs in ${CODE_LANGUAGES[language]}, and sends the same request as in the other languages`, {
      skip,
    }, async () => {
      const own = snippets.filter(({ texts }) => texts.has(language));
      assert.ok(own.length >= 25, `${own.length} pieces were found`);
      for (const snippet of own.filter((each) => isRunIn(each, language))) {
        const text = snippet.texts.get(language)!;
        const requests = await run(language, text);
        if (text.includes(API) || text.includes('eye.Peye(') || text.includes('new Peye('))
          assert.equal(requests.length, 1, `${snippet.place}:\n${text}`);
        for (const { status, answer } of requests) {
          assert.ok(status < 300, `${snippet.place} got ${status}: ${JSON.stringify(answer)}\n${text}`);
        }
        const before = asked.get(snippet);
        if (before) assert.deepEqual(requests.map(asSent), before.map(asSent), `${snippet.place}\n${text}`);
        else asked.set(snippet, requests);
      }
    });

    it(`says in ${CODE_LANGUAGES[language]} why a request was refused`, { skip }, async () => {
      const [request] = snippets.filter(({ texts }) => texts.size > 1);
      const { output } = await execute(language, request!.texts.get(language)!, { PEYE_KEY: 'tk_test_nonsense' });
      assert.match(output, /invalid_api_key[\s\S]*Invalid API key/);
    });
  }

  it('is followed in the docs by the response that the gateway really gives', () => {
    const answered = [...asked].filter(([{ answer }]) => answer !== undefined);
    for (const [{ answer, place }, [request]] of answered) {
      assert.deepEqual(
        jsonShape(shortened(request?.answer)),
        jsonShape(shortened(answer)),
        `${place}: ${request?.path}`,
      );
    }
    assert.ok(answered.length >= 10, `${answered.length} responses were compared`);
  });
});

/** Shortens lists to one entry, because examples do not show how many payments there are. */
function shortened(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer), (_name, value) => (Array.isArray(value) ? value.slice(0, 1) : value));
}

/**
 * The parts of a request that must be the same in every language, without the headers that each HTTP client adds. An SDK may omit an
 * empty body.
 */
function asSent({ method, path, key, body, contentType }: RecordedRequest): unknown {
  const isSent = body !== undefined && JSON.stringify(body) !== '{}';
  return { method, path, key, ...(isSent && { body, contentType }) };
}

function snippetsOfFile([place, markdown]: readonly [string, string]): Snippet[] {
  const fences = fencesIn(markdown);
  return fences.flatMap((fence, i) => {
    const { language, text, madeBy } = fence;
    if (!isRun(fence)) return [];
    if (madeBy === undefined) return [{ place, texts: new Map([[language, text]]), answer: undefined }];
    // The fences of a group, one for each language, are one snippet. It is created at the first fence.
    if (fences[i - 1]?.madeBy === madeBy) return [];
    const group = fences.slice(i, i + Object.keys(CODE_LANGUAGES).length);
    const next = fences[i + group.length];
    const answer = next?.madeBy?.startsWith('response ') ? JSON.parse(next.text) : undefined;
    return [{ place, texts: new Map(group.map((one) => [one.language, one.text])), answer }];
  });
}

/** The snippets on a page of the reference. */
function snippetsOfPage(place: string, page: string): Snippet[] {
  const languages = Object.keys(CODE_LANGUAGES);
  return [...page.matchAll(/<fieldset class="tabs">[\s\S]*?<\/fieldset>/g)].map(([tabs]) => {
    const texts = [...tabs.matchAll(/<pre><code>([\s\S]*?)<\/code><\/pre>/g)].map(([, code]) => shownText(code!));
    assert.equal(texts.length, languages.length, place);
    return { place, texts: new Map(languages.map((language, i) => [language, texts[i]!])), answer: undefined };
  });
}

/** Without duplicates, because translations repeat the requests. */
function unique(snippets: readonly Snippet[]): Snippet[] {
  return [
    ...new Map(snippets.map((snippet) => [JSON.stringify([...snippet.texts, snippet.answer]), snippet])).values(),
  ];
}

function shownText(html: string): string {
  return html.replaceAll(/<[^>]+>/g, '').replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
}
