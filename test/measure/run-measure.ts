import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path/posix';
import { importsOf } from '../support/import-directions.ts';

// `npm run measure`: figures about the shape of `src/`, to compare before and after a change. They prove nothing.

const ROOT = new URL('../../', import.meta.url);
const MESSAGES = 'src/platform/messages/';

/** For each feature: the words in the paths of its files, and similar words in the paths of other files. */
const FEATURES: Readonly<Record<string, { readonly has: RegExp; readonly not?: RegExp }>> = {
  links: {
    has: /\blinks?\b/,
    not: /payments-of-link|one-time-link|first-owner-link|\/users\/|use-link|audit-link|return-link/,
  },
  keys: { has: /\bkeys?\b/, not: /secret-key|passkey|widget-keys/ },
  rates: { has: /\brates?\b/, not: /rate-limit/ },
  receipts: { has: /\breceipts?\b/ },
  subscriptions: { has: /\b(?:subscriptions?|recurring)\b/ },
  discrepancies: { has: /\bdiscrepanc(?:y|ies)\b/ },
  deliveries: { has: /\bdeliver(?:y|ies)\b|\bwebhooks?\b/ },
  exports: { has: /\bexports?\b/ },
};

/** Code that a shared function should contain once: how often each text occurs. */
const BY_HAND: readonly [what: string, files: string, text: RegExp][] = [
  ['--json declared by a command', 'src/cli/**/*.ts', /'--json'/g],
  ['OperatorError caught in the console', 'src/console/**/*.ts', /instanceof OperatorError/g],
  ['page sizes of the console', 'src/console/**/*.ts', /\bPAGE = \d+/g],
  ['rows inserted by position', 'src/{database,features}/**/*.ts', /VALUES \(\$1, \$2, \$3/g],
  ['dynamic imports', 'src/**/*.ts', /\bimport\(/g],
];

/**
 * The route of a value from the edge to the table: each file in the order of the calls, and its functions and tables that the value goes
 * through. A name that is no longer in its file is an error, so the figures stay true. Helpers that only convert texts are omitted.
 */
const ROUTES: Readonly<Record<string, readonly [file: string, ...names: string[]][]>> = {
  '`amount`, from POST /payments to the table': [
    ['api/routes/create-payment.ts', 'createPaymentRoute', 'readRequest', 'readAmount'],
    ['core/money.ts', 'parseDecimal'],
    ['verbs/payment-verbs.ts', 'create'],
    ['features/payments/create-payment.ts', 'createPayment', 'chargedAmount', 'storeReported'],
    ['features/payments/amount-limits.ts', 'checkAmount'],
    ['features/payments/store-payment.ts', 'paymentStore'],
    ['database/group-commit.ts', 'groupCommit'],
    ['features/payments/store/insert-payments.ts', 'insertNewPayments'],
    ['features/payments/store/payment-table.ts', 'PAYMENTS'],
  ],
  '`callback_url`, from the form of the console to the table': [
    ['console/serve-console.ts', 'handle'],
    ['console/websites/websites-routes.ts', 'WEBSITES_ROUTES'],
    ['console/websites/website-forms.ts', 'saveOf', 'CALLBACK', 'change'],
    ['console/visible.ts', 'visibleWebsite'],
    ['console/views/edit-form.ts', 'sentFacts'],
    ['verbs/operator-verbs.ts', 'changeWebsite'],
    ['features/websites/change-website.ts', 'changeWebsite'],
    ['features/websites/website-rules.ts', 'checkWebsite', 'checkCallbackUrl'],
    ['features/websites/store/websites.ts', 'updateWebsite', 'WEBSITES'],
  ],
  'the code of a payment link, from its page to the table': [
    ['pages/links/serve-link.ts', 'showLink'],
    ['pages/links/find-link.ts', 'exchangeOf'],
    ['features/links/store/payment-links.ts', 'findLinkByCode'],
    ['features/links/payment-link.ts', 'parseLinkCode'],
    ['features/links/store/link-table.ts', 'LINKS'],
  ],
  'a new column of a table, in the console, CSV, JSON and CLI': [
    ['features/links/payment-link.ts', 'PaymentLink'],
    ['features/links/store/link-table.ts', 'LINKS'],
    ['features/links/link-json.ts', 'linkFields'],
  ],
};

const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');
const find = (pattern: string) => globSync(pattern, { cwd: ROOT, exclude: ['**/node_modules/**'] }).sort();
const linesOf = (text: string) => text.split('\n').length - 1;
const at = (sorted: readonly number[], share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
const row = (what: string, figure: number | string) => console.log(`${String(figure).padStart(8)}  ${what}`);

const code = find('src/**/*.ts');
const own = code.filter((path) => !path.startsWith(MESSAGES));
const sizes = own.map((path) => linesOf(read(path))).sort((a, b) => a - b);
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

row('lines of src, without texts', sum(sizes));
row('lines of texts', sum(code.filter((path) => path.startsWith(MESSAGES)).map((path) => linesOf(read(path)))));
row('files of src, without texts', own.length);
row('lines of a file, median', at(sizes, 0.5));
row('lines of a file, 90th percentile', at(sizes, 0.9));
row('files of 30 lines or fewer', sizes.filter((size) => size <= 30).length);
row('tests, lines', sum(find('test/**/*.ts').map((path) => linesOf(read(path)))));

const imports = new Map(own.map((path) => [path, new Set(importsOf(path, read(path)).map(({ to }) => to))]));
const most = [...imports].sort(([, a], [, b]) => b.size - a.size).slice(0, 3);
for (const [path, { size }] of most) row(`imports of ${path}`, size);
const importers = new Map<string, string[]>();
for (const [path, targets] of imports) {
  for (const to of targets) importers.set(to, [...(importers.get(to) ?? []), path]);
}
const single = own.filter((path) => {
  const [importer, ...others] = importers.get(path) ?? [];
  return importer !== undefined && others.length === 0 && dirname(importer) === dirname(path);
});
row('files with one importer, in their own folder', single.length);

for (const [name, { has, not }] of Object.entries(FEATURES)) {
  const files = own.filter((path) => has.test(path.replaceAll('-', ' ')) && !(not?.test(path) ?? false));
  // All folders below a feature's are one place.
  const folders = new Set(files.map((path) => dirname(path).replace(/(?<=^src\/features\/[^/]+)\/.*/, '')));
  row(`folders of ${name} (${files.length} files)`, folders.size);
}
for (const [what, files, text] of BY_HAND)
  row(what, sum(find(files).map((path) => read(path).match(text)?.length ?? 0)));

for (const [what, route] of Object.entries(ROUTES)) {
  for (const [file, ...names] of route) {
    const text = read(`src/${file}`);
    const lost = names.filter((name) => !new RegExp(`\\b${name}\\b`).test(text));
    if (lost.length > 0) throw new Error(`src/${file} no longer has ${lost.join(', ')}: correct ROUTES`);
  }
  row(`hops of ${what} (${route.length} files)`, sum(route.map(([, ...names]) => names.length)));
}
