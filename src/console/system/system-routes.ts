import type { FastifyReply } from 'fastify';
import type { PaymentMethod } from '../../core/payment.ts';
import { type MethodTrouble, readMethodTrouble } from '../../features/operations/method-health.ts';
import type { SystemReport } from '../../features/operations/system-report.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { FRAME_TEXTS } from '../../platform/messages/frame/frame-messages.ts';
import type { Language } from '../../platform/messages/language.ts';
import { OVERVIEW_TEXTS } from '../../platform/messages/overview/overview-messages.ts';
import { SYSTEM_TEXTS } from '../../platform/messages/system/system-messages.ts';
import { formatHaitiTime, methodLabel, methodName } from '../../platform/wording/format.ts';
import type { SignedInContext } from '../console-context.ts';
import type { ConsoleRoute } from '../route.ts';
import { badge, factsView, momentView } from '../views/parts.ts';
import { tableView } from '../views/table.ts';

const WORST_FIRST = ['problem', 'warning', 'ok'];
const TONES = { problem: 'bad', warning: 'care', ok: 'good' } as const;
const CREDENTIALS = { set: 'good', part: 'care', none: 'calm' } as const;

/** The gateway itself. */
export const SYSTEM_ROUTES: readonly ConsoleRoute[] = [
  { method: 'GET', path: '/system', access: 'system.read', handle: showSystem },
];

/** The state of the gateway: this process, its store, providers, queues, and the checks of `peye doctor` that take no time. */
async function showSystem(context: SignedInContext): Promise<FastifyReply> {
  const { deps, language } = context;
  const texts = SYSTEM_TEXTS[language];
  const [report, trouble] = await Promise.all([deps.system(), readMethodTrouble(deps.db, deps.clock())]);
  const content = html`<h2>${texts.process}</h2>
<div class="sheet">${processFacts(report, language, deps.clock())}<p class="hint">${texts.processHint}</p></div>
<h2>${texts.findings}</h2><p class="hint">${texts.findingsHint}</p>${findingsTable(report, language)}
<h2>${texts.store}</h2><div class="sheet">${storeFacts(report, language)}</div>
<h2>${texts.queues}</h2><div class="sheet">${queueFacts(report, language)}</div>
<h2>${texts.providers}</h2>${providersTable(report, trouble, language)}`;
  return context.show({ title: FRAME_TEXTS[language].system, content, place: '/system' });
}

function processFacts(report: SystemReport, language: Language, nowUs: number): Html {
  const texts = SYSTEM_TEXTS[language];
  const { version, nodeVersion, uptimeSeconds, roles, processes, redis, doubt } = report;
  const tone = { not_set: 'calm', ready: 'good', unavailable: 'bad' } as const;
  return factsView([
    [texts.version, html`${version} (Node ${nodeVersion})`],
    [texts.uptime, momentView(nowUs - uptimeSeconds * 1_000_000, language)],
    [texts.roles, html`${roles.join(', ')}`],
    [texts.processes, html`${processes}`],
    [texts.redis, badge(tone[redis], texts.redisStates[redis])],
    [
      texts.time,
      doubt === null ? badge('good', texts.certain) : html`<span lang="en">${texts.inDoubt({ why: doubt })}</span>`,
    ],
  ]);
}

function storeFacts({ engine, storeBytes, schema, pendingMigrations }: SystemReport, language: Language): Html {
  const texts = SYSTEM_TEXTS[language];
  const size = (storeBytes / 1024 / 1024).toFixed(1);
  const pending = texts.pending({ count: pendingMigrations });
  return factsView([
    [texts.engine, html`${engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}`],
    [texts.size, html`${texts.megabytes({ size: language === 'fr' ? size.replace('.', ',') : size })}`],
    [texts.schema, html`${String(schema).padStart(6, '0')}${pendingMigrations > 0 ? ` · ${pending}` : ''}`],
  ]);
}

function queueFacts({ deliveries, receipts }: SystemReport, language: Language): Html {
  const texts = SYSTEM_TEXTS[language];
  return factsView([
    [texts.dueDeliveries, html`${deliveries.websites === 0 ? texts.nothingDue : deliveries.websites}`],
    [texts.dueSince, momentView(deliveries.oldestDueAtUs, language)],
    [texts.receiptsWaiting, html`${receipts.waiting}`],
    [texts.receiptsGivenUp, html`${receipts.givenUp}`],
  ]);
}

function providersTable({ providers }: SystemReport, trouble: MethodTrouble, language: Language): Html {
  const texts = SYSTEM_TEXTS[language];
  const words = OVERVIEW_TEXTS[language];
  const troubleOf = (method: PaymentMethod) => {
    const about = { method: methodName(method, TEXTS[language]), time: formatHaitiTime(trouble.sinceUs, language) };
    const found = (['silent', 'failing'] as const).flatMap((kind) =>
      trouble[kind]
        .filter(([each]) => each === method)
        .map(([, count]) => html`${badge('bad', texts.trouble)} ${count} ${words[kind]({ count, ...about })} `),
    );
    return found.length === 0 ? badge('calm', texts.noTrouble) : html`${found}`;
  };
  return tableView(providers, {
    caption: texts.providers,
    empty: '',
    columns: [
      { label: texts.method, cell: ({ method }) => html`${methodLabel(method, TEXTS[language])}` },
      {
        label: texts.credentials,
        cell: ({ credentials }) => badge(CREDENTIALS[credentials], texts.states[credentials]),
      },
      {
        label: texts.missing,
        cell: ({ credentials, missing }) => (credentials === 'part' ? html`${missing.join(', ')}` : ''),
      },
      { label: texts.health, cell: ({ method }) => troubleOf(method) },
      { label: texts.open, cell: ({ openPayments }) => html`${openPayments}`, isNumber: true },
      { label: texts.late, cell: ({ lateChecks }) => html`${lateChecks}`, isNumber: true },
    ],
  });
}

function findingsTable({ findings }: SystemReport, language: Language): Html {
  const texts = SYSTEM_TEXTS[language];
  const sorted = findings.toSorted((a, b) => WORST_FIRST.indexOf(a.status) - WORST_FIRST.indexOf(b.status));
  return tableView(sorted, {
    caption: texts.findings,
    empty: html`<p>${texts.allWell}</p>`,
    columns: [
      { label: texts.check, cell: ({ check }) => html`<code>${check}</code>` },
      { label: texts.finding, cell: ({ status }) => badge(TONES[status], texts.marks[status]) },
      {
        label: texts.detail,
        cell: ({ message, fix }) =>
          html`<span lang="en">${message}${fix === undefined ? '' : html`<br><span class="soft">${fix}</span>`}</span>`,
      },
    ],
  });
}
