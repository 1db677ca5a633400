import { type Ability, isAllowed, type Role } from '../../core/roles.ts';
import type { Language } from '../../platform/messages/language.ts';

/** The topics of e-mails, and the permission that each requires. */
const TOPIC_ABILITIES = {
  discrepancies: 'discrepancies.read',
  webhooks: 'deliveries.read',
  methods: 'rates.read',
  first_payments: 'payments.read',
  daily_summary: 'overview.read',
  weekly_summary: 'overview.read',
  monthly_export: 'exports',
  monthly_statement: 'statements.read',
} as const satisfies Record<string, Ability>;

export type Topic = keyof typeof TOPIC_ABILITIES;

/** A subject of a topic, which is reported once for as long as it lasts. */
export interface Subject {
  readonly id: string;
  readonly lines: readonly string[];
  /** Below `/console`. */
  readonly path: string;
}

/** The heading of a topic in an e-mail, and the subjects below it. */
export interface News {
  readonly heading: (count: number) => string;
  readonly subjects: readonly Subject[];
}

/** The reader of an e-mail; `websiteIds` is null for all websites. */
export interface Reader {
  readonly language: Language;
  readonly websiteIds: readonly string[] | null;
}

/** The topics that a role can choose, in the order in which they are shown. */
export function topicsFor(role: Role): Topic[] {
  const topics = Object.keys(TOPIC_ABILITIES) as Topic[];
  return topics.filter((topic) => isAllowed(role, TOPIC_ABILITIES[topic]));
}
