import { readFileSync } from 'node:fs';
import { API_BASE } from '../api/api-base.ts';
import { SUCCESS_WEBHOOK } from '../api/schemas/examples.ts';
import { DEFAULT_RETRY_SECONDS } from '../core/durations.ts';
import { FAILURE_REASONS, PAYMENT_METHODS } from '../core/payment.ts';
import { REFUND_ROUTES } from '../core/refund.ts';
import { ABILITY_NAMES, type Ability, changesSomething, isAllowed, needsStepUp, ROLES } from '../core/roles.ts';
import type { AmountRange } from '../features/payments/amount-limits.ts';
import { signWebhook, webhookHeaders } from '../features/webhooks/sign.ts';
import { DOCS_WORDS, type DocsWords } from '../platform/messages/docs-site/docs-site-messages.ts';
import type { Language } from '../platform/messages/language.ts';
import { REFUND_ROUTE_TEXTS } from '../platform/messages/refund-routes/refund-routes-messages.ts';
import { VERSION } from '../platform/version.ts';
import { formatUnits } from '../platform/wording/format.ts';
import { SLOW_PAYMENT_SECONDS } from '../providers/sandbox/provider-data.ts';
import { TEST_CARDS, TEST_CODE, TEST_PIN, TEST_WALLETS } from '../providers/sandbox/test-numbers.ts';
import type { DocumentedGateway } from './documented-gateway.ts';
import { PACKAGES } from './downloads/packages.ts';
import { markdownTable } from './markup.ts';
import { requestFences } from './request-code.ts';
import { shownBody, shownResponse } from './shown-examples.ts';

/** The topic and language that a block is generated for. */
interface Place {
  readonly gateway: DocumentedGateway;
  readonly language: Language;
  readonly words: DocsWords;
}

/** The parts of topics that are generated from the code: by `npm run docs`, and by a running gateway with its own settings. Markdown. */
const BLOCKS: Record<string, (place: Place, parameters: readonly string[]) => string> = {
  /** `request METHOD PATH [example of a body]`: the request in every language. */
  request: ({ gateway }, [method, path, example]) => {
    if (method !== 'GET' && method !== 'POST') throw new Error(`a request is GET or POST, not ${method}`);
    const url = `${gateway.publicUrl}${API_BASE}${path}`;
    const fences = requestFences({ method, url, ...(example !== undefined && { body: shownBody(example) }) });
    // The docs site shows adjacent fences as tabs.
    return fences.map(({ language, text }) => fence(language, text)).join('\n\n');
  },
  /** `response KIND NAME`: an example of a response. */
  response: (_place, [kind = '', name = '']) => fence('json', JSON.stringify(shownResponse(kind, name), null, 2)),
  'paying-wallet': ({ words: { typed } }) => {
    const number = Object.entries(TEST_WALLETS).find(([, behaviour]) => behaviour === 'pays')?.[0];
    return [
      `- ${typed.number} \`${number}\``,
      `- ${typed.pin} \`${TEST_PIN}\``,
      `- ${typed.code} \`${TEST_CODE}\``,
    ].join('\n');
  },
  wallets: ({ words }) => {
    const rows = Object.entries(TEST_WALLETS).map(([number, behaviour]) => [
      `\`${number}\``,
      walletText(words, behaviour),
    ]);
    const table = markdownTable([words.columns.number, words.columns.outcome], rows);
    return `${table}\n\n${words.typed.pin} \`${TEST_PIN}\`, ${words.typed.code} \`${TEST_CODE}\`.`;
  },
  cards: ({ words }) =>
    markdownTable(
      [words.columns.number, words.columns.outcome],
      Object.entries(TEST_CARDS).map(([number, behaviour]) => [
        `\`${number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')}\``,
        behaviour in words.cards
          ? words.cards[behaviour as keyof DocsWords['cards']]
          : walletText(words, behaviour as keyof DocsWords['wallets']),
      ]),
    ),
  methods: ({ words }) =>
    markdownTable(
      [words.columns.method, words.columns.howPaid],
      PAYMENT_METHODS.map((method) => [`\`${method}\``, words.flows[method]]),
    ),
  refunds: ({ language }) => {
    const texts = REFUND_ROUTE_TEXTS[language];
    return markdownTable(
      Object.values(texts.columns),
      PAYMENT_METHODS.map((method) => {
        const { live, parts, settings, isSimulated } = REFUND_ROUTES[method];
        const needed = settings.map((setting) => `\`${setting}\``).join(', ');
        return [
          `\`${method}\``,
          texts.live[live],
          live === 'hand' && !isSimulated ? '' : texts.parts[parts],
          needed && `${needed} (${texts.otherwiseByHand})`,
          isSimulated ? texts.simulated : texts.live.hand,
        ];
      }),
    );
  },
  limits: ({ gateway, language, words }) =>
    markdownTable(
      [words.columns.method, words.columns.limits],
      PAYMENT_METHODS.flatMap((method) =>
        Object.entries(gateway.amountLimits[method]).map(
          ([currency, { minMinor, maxMinor }]: [string, AmountRange]) => {
            const least = method === 'card' && currency === 'HTG' ? '`card_minimum`' : formatUnits(minMinor, language);
            return [`\`${method}\``, `${words.range({ least, most: formatUnits(maxMinor, language) })} ${currency}`];
          },
        ),
      ),
    ),
  'sandbox-time': ({ gateway: { sandboxAutoCompleteSeconds, sandboxExpirySeconds }, words }) =>
    markdownTable(
      [words.columns.setting, words.columns.value, words.columns.effect],
      [
        ['`SANDBOX_AUTO_COMPLETE_SECONDS`', String(sandboxAutoCompleteSeconds ?? words.off), words.autoComplete],
        ['`SANDBOX_EXPIRY_SECONDS`', `${sandboxExpirySeconds} (${duration(sandboxExpirySeconds)})`, words.expiry],
      ],
    ),
  reasons: ({ words }) =>
    markdownTable(
      [words.columns.reason, words.columns.meaning],
      FAILURE_REASONS.map((reason) => [`\`${reason}\``, words.reasons[reason]]),
    ),
  roles: ({ words }) => rolesTable(words.roles),
  'retry-schedule': ({ words }) => {
    const [, ...waits] = DEFAULT_RETRY_SECONDS.map(duration);
    return words.attempts({
      count: DEFAULT_RETRY_SECONDS.length,
      waits: waits.slice(0, -1).join(', '),
      last: waits.at(-1) ?? '',
    });
  },
  'create-wait': ({ gateway: { createWaitSeconds }, words }) =>
    markdownTable(
      [words.columns.setting, words.columns.value, words.columns.effect],
      [
        [
          '`CREATE_WAIT_SECONDS`',
          String(createWaitSeconds),
          words.lookUpAfter({ seconds: createWaitSeconds + LOOK_UP_MARGIN_SECONDS }),
        ],
      ],
    ),
  /** `install NAME`: the commands that install a package of this gateway. */
  install: ({ gateway: { publicUrl } }, [name = '']) => {
    const lines = INSTALLS[name];
    if (!lines) throw new Error(`there are no commands to install "${name}"`);
    return fence('text', lines(`${publicUrl}/downloads`).join('\n'));
  },
  /** `peye COMMAND …`: a command of the command line of this gateway, for this gateway. */
  peye: ({ gateway: { publicUrl } }, command) =>
    fence('sh operator', `npx --yes ${cliAddress(publicUrl)} ${command.join(' ')} --url ${publicUrl}`),
  downloads: ({ gateway: { publicUrl }, language, words: { columns } }) =>
    markdownTable(
      [columns.file, columns.contains],
      PACKAGES.map(({ name, about }) => [`[${name}](${publicUrl}/downloads/${name})`, about[language]]),
    ),
  receivers: () => RECEIVERS.map(([language, file]) => fence(language, example(`receivers/${file}`))).join('\n\n'),
  /** `example FILE [words for tests]`: a file of the examples, which tests run. */
  example: (_place, [file = '', ...words]) =>
    fence([file.replace(/^.*\./, '').replace('py', 'python'), ...words].join(' '), example(file)),
  webhook: () => {
    const { event, timestamp: timestampS } = SUCCESS_WEBHOOK;
    const headers = webhookHeaders({ event, mode: 'live', body: EXAMPLE_BODY, timestampS }, EXAMPLE_SECRET);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    return fence('http', ['POST /webhooks HTTP/1.1', 'Host: shop.example', ...lines, '', EXAMPLE_BODY].join('\n'));
  },
  signature: () =>
    fence(
      'text',
      `secret     ${EXAMPLE_SECRET}\nbody       ${EXAMPLE_BODY}\nsignature  ${signWebhook(EXAMPLE_BODY, EXAMPLE_SECRET)}`,
    ),
  'rate-limits': ({ gateway, words }) =>
    markdownTable(
      [words.columns.setting, words.columns.value],
      (
        [
          ['RATE_LIMIT_PER_MINUTE', gateway.rateLimitPerMinute],
          ['INVALID_KEY_LIMIT_PER_HOUR', gateway.invalidKeyLimitPerHour],
          ['VERIFY_LIMIT_PER_MINUTE', gateway.verifyLimitPerMinute],
          ['PAGE_LIMIT_PER_MINUTE', gateway.pageLimitPerMinute],
        ] as const
      ).map(([setting, value]) => [`\`${setting}\``, value === 0 ? words.off : String(value)]),
    ),
};

/** The maximum time in seconds until a creation that is being written is done or abandoned. */
const LOOK_UP_MARGIN_SECONDS = 5;

const EXAMPLE_SECRET = 'whsec_Example0Example1Example2Example3';
const EXAMPLE_BODY = JSON.stringify({
  ...SUCCESS_WEBHOOK,
  data: { transaction_id: SUCCESS_WEBHOOK.data.transaction_id },
});

/** The commands that install the packages, by the tool, with the address of the downloads. */
const INSTALLS: Readonly<Record<string, (downloads: string) => string[]>> = {
  npm: (downloads) => [`npm install ${downloads}/peye-sdk-${VERSION}.tgz`],
  pip: (downloads) => [`pip install ${downloads}/peye-${VERSION}-py3-none-any.whl`],
  composer: (downloads) => [
    // Composer refuses addresses without TLS, such as that of a gateway on the developer's machine.
    ...(downloads.startsWith('https:') ? [] : ['composer config secure-http false']),
    `composer config repositories.peye composer ${downloads}`,
    'composer require peye/sdk',
  ],
  curl: (downloads) => [`curl -sSO ${downloads}/peye.php`],
  starter: (downloads) => [
    `curl -sS ${downloads}/peye-starter-django-${VERSION}.tar.gz | tar xz`,
    'cat peye-django/README.md',
  ],
  cli: (downloads) => [
    `npm install --global ${downloads}/peye-cli-${VERSION}.tgz`,
    `peye login --url ${downloads.replace(/\/downloads$/, '')}`,
  ],
  vendure: (downloads) => [
    `npm install ${downloads}/peye-sdk-${VERSION}.tgz ${downloads}/peye-vendure-plugin-${VERSION}.tgz`,
  ],
};

/** Tests run these files against real deliveries, so the docs show what was tested. */
const RECEIVERS = [
  ['js', 'receiver.mjs'],
  ['php', 'receiver.php'],
  ['python', 'receiver.py'],
] as const;

const BLOCK = /^<!-- made: ([^\n]*) -->\n[\s\S]*?^<!-- \/made -->$/gm;

/**
 * A topic with its generated blocks replaced for this gateway and this language.
 *
 * @throws Error for an unknown block
 */
export function fillBlocks(
  markdown: string,
  { gateway, language }: { gateway: DocumentedGateway; language: Language },
) {
  return markdown.replaceAll(BLOCK, (_whole, call: string) => {
    const [name = '', ...parameters] = call.split(' ');
    const make = BLOCKS[name];
    if (!make) throw new Error(`there is no block "${name}": there are ${Object.keys(BLOCKS).join(', ')}`);
    return `<!-- made: ${call} -->\n\n${make({ gateway, language, words: DOCS_WORDS[language] }, parameters)}\n\n<!-- /made -->`;
  });
}

function cliAddress(publicUrl: string): string {
  return `${publicUrl}/downloads/peye-cli-${VERSION}.tgz`;
}

function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

function example(file: string): string {
  return readFileSync(new URL(`../../examples/${file}`, import.meta.url), 'utf8').trimEnd();
}

function duration(seconds: number): string {
  if (seconds % 3_600 === 0) return `${seconds / 3_600} h`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

function walletText({ wallets }: DocsWords, behaviour: keyof DocsWords['wallets']): string {
  const text = wallets[behaviour];
  return typeof text === 'string' ? text : text({ seconds: SLOW_PAYMENT_SECONDS });
}

/** Every ability with the roles that have it, and what else it requires. Markdown. */
function rolesTable(words: DocsWords['roles']): string {
  return markdownTable(
    Object.values(words.columns),
    ABILITY_NAMES.map((ability) => [`\`${ability}\``, rolesOf(ability, words), factorOf(ability, words)]),
  );
}

function rolesOf(ability: Ability, { all }: DocsWords['roles']): string {
  const roles = ROLES.filter((role) => isAllowed(role, ability));
  return roles.length === ROLES.length ? all : roles.map((role) => `\`${role}\``).join(', ');
}

function factorOf(ability: Ability, { required, confirmed }: DocsWords['roles']): string {
  if (needsStepUp(ability)) return confirmed;
  return changesSomething(ability) ? required : '';
}
