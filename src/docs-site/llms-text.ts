import { DOCS_WORDS } from '../platform/messages/docs-site/docs-site-messages.ts';
import { LANGUAGES } from '../platform/messages/language.ts';
import type { SiteMap } from './site-map.ts';
import { firstSentence } from './topic-markdown.ts';
import { INDEX, isForOperators, TOPIC_GROUPS } from './topics.ts';

/** The index of the documentation for programs, in the format of llmstxt.org: each topic with a link to its Markdown. */
export function llmsText(map: SiteMap, publicUrl: string): string {
  const { origin } = new URL(publicUrl);
  const line = (topic: string): string => {
    const { text } = map.textOf({ topic, language: 'en' });
    const [, title] = /^# (.+)$/m.exec(text) ?? [];
    const about = firstSentence(text);
    return `- [${title}](${origin}${map.markdownAddress({ topic, language: 'en' })})${about && `: ${about}`}`;
  };
  const section = (title: string, lines: readonly string[]) => `## ${title}\n\n${lines.join('\n')}\n`;
  const linesOf = ({ topics }: { readonly topics: readonly string[] }) => topics.filter((t) => t !== INDEX).map(line);
  const first = map.textOf({ topic: INDEX, language: 'en' }).text;
  return [
    `# Peye\n\n> ${firstSentence(first)}\n`,
    `Requests go to ${publicUrl}/api/gateway/v1 with a key in the header X-Api-Key, those of refunds to ${publicUrl}/api/refunds/v1 and those of checkout sessions to ${publicUrl}/api/checkout/v1. A test key moves no money. The SDKs for TypeScript, PHP and Python handle retries and signatures. ${publicUrl}/mcp is an MCP server for this documentation and test payments.\n`,
    ...TOPIC_GROUPS.filter((group) => !isForOperators(group)).map((group) =>
      section(DOCS_WORDS.en.groups[group.id], linesOf(group)),
    ),
    section('API description', [
      `- [OpenAPI 3.1](${publicUrl}/openapi.json): Every endpoint with its fields, errors and code samples.`,
      `- [Arazzo 1.0](${publicUrl}/downloads/arazzo.json): A payment, a refund, a checkout session and the events feed as flows of requests.`,
    ]),
    section('Other languages', [
      ...LANGUAGES.filter((language) => language !== 'en').map(
        (language) =>
          `- [${DOCS_WORDS[language].documentation} (${language})](${origin}${map.address({ topic: INDEX, language })})`,
      ),
    ]),
    section('Optional', TOPIC_GROUPS.filter(isForOperators).flatMap(linesOf)),
  ].join('\n');
}
