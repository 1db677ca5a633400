import type { DocsWords } from '../platform/messages/docs-site/docs-site-messages.ts';
import { LANGUAGES, type Language } from '../platform/messages/language.ts';

/** The first topic, and the page that code forges show for the folder. */
export const INDEX = 'README';

/** The parts of the API reference, generated from the OpenAPI document, are below this topic. */
export const API_TOPIC = 'api';

interface TopicGroup {
  readonly id: keyof DocsWords['groups'];
  /** Each topic is a file below docs/, without its extension, and an address below /docs. */
  readonly topics: readonly string[];
}

/** The table of contents, in reading order, which "next" follows too. */
export const TOPIC_GROUPS: readonly TopicGroup[] = [
  { id: 'start', topics: [INDEX, 'first-payment', 'keys', 'sandbox', 'webhooks', 'going-live'] },
  { id: 'methods', topics: ['methods', 'moncash', 'natcash', 'lakaypay-card', 'card', 'widget'] },
  {
    id: 'build',
    topics: [
      'downloads',
      'command-line',
      'sdk',
      'frameworks',
      'agents',
      'states',
      'retrying',
      'polling',
      'late-payments',
      'mobile',
      'from-moncash',
      'reconciling',
      'currencies',
      'subscriptions',
      'checkout',
      'links',
      'refunds',
      'conventions',
      'woocommerce',
      'vendure',
    ],
  },
  { id: 'reference', topics: [API_TOPIC, 'errors', 'changelog', 'contract', 'glossary'] },
  {
    id: 'operate',
    topics: [
      'operating',
      'deploying',
      'postgresql',
      'high-availability',
      'backups',
      'secrets',
      'data-retention',
      'console',
      'branding',
      'exports',
      'audit',
      'settlement',
      'charging',
      'ledger',
      'statements',
      'payouts',
      'exchange-rate',
      'consistency',
      'metrics',
      'runbooks',
      'failures',
      'rehearsal',
      'reliability',
      'security',
    ],
  },
  {
    id: 'providers',
    topics: ['providers/moncash', 'providers/natcash', 'providers/lakaypay-card', 'providers/card'],
  },
];

/** The groups for operators of a gateway, which a merchant's developer can skip. */
const OPERATORS_GROUPS: readonly string[] = ['operate', 'providers'];

export function isForOperators({ id }: TopicGroup): boolean {
  return OPERATORS_GROUPS.includes(id);
}

export const TOPICS: readonly string[] = TOPIC_GROUPS.flatMap(({ topics }) => topics);

/** The languages that topics are translated into, each in a folder of docs/ with its name. English is in docs/ itself. */
const FOLDERS = LANGUAGES.filter((language) => language !== 'en');

/** The file of a topic, below the project's folder. */
export function fileOf(topic: string, language: Language): string {
  return `docs/${language === 'en' ? '' : `${language}/`}${topic}.md`;
}

/** The language that a file of docs/ is written in. */
export function languageOfFile(file: string): Language {
  return FOLDERS.find((language) => file.startsWith(`docs/${language}/`)) ?? 'en';
}

/** The topic of a file below docs/; undefined if the file is not a topic. */
export function topicOfFile(file: string): string | undefined {
  const folder = languageOfFile(file);
  const name = file.slice(folder === 'en' ? 'docs/'.length : `docs/${folder}/`.length).replace(/\.md$/, '');
  return file.startsWith('docs/') && file.endsWith('.md') && TOPICS.includes(name) ? name : undefined;
}

/** The address of a topic. The first one names its language in English too, because `/docs` redirects to the reader's language. */
export function addressOf(topic: string, language: Language): string {
  if (topic === INDEX) return `/docs/${language}`;
  return ['/docs', language === 'en' ? '' : language, topic].filter(Boolean).join('/');
}

/** The address of a topic's Markdown, which mirrors the path of its file. */
export function markdownAddressOf(topic: string, language: Language): string {
  return `/${fileOf(topic, language)}`;
}
