import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import type { PayoutLine } from '../../features/payouts/payout.ts';
import { MAX_STATEMENT_BYTES, MAX_STATEMENT_LINES, MOST_OUTSTANDING } from '../../features/payouts/payout-rules.ts';
import type { StatementToImport } from '../../features/payouts/payout-verbs.ts';
import { type PreviewedPayout, previewStatement } from '../../features/payouts/preview-statement.ts';
import { FORMAT_NAMES, formatsOf } from '../../features/payouts/statement-formats.ts';
import type { Website } from '../../features/websites/store/websites.ts';
import { fileField, formField, queryField, seeOther } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { PAYOUT_TEXTS } from '../../platform/messages/payouts/payouts-messages.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { formatMoney } from '../../platform/wording/format.ts';
import { actorOf, hrefOf, type SignedInContext } from '../console-context.ts';
import { methodField, methodOf } from '../views/choice-fields.ts';
import { formView } from '../views/form.ts';
import { factsView, notice, paymentLink, websiteView } from '../views/parts.ts';
import { type Column, tableView } from '../views/table.ts';
import { visibleWebsites } from '../visible.ts';
import { bankField, PAYOUTS_PATH, paidOnText, payoutMoney, reasonsView, sentDay } from './payout-views.ts';

const IMPORT = `${PAYOUTS_PATH}/import`;
/** The fields of the form that name the statement: the preview sends them on. */
const NAMES = ['method', 'format', 'bank', 'reference', 'date'] as const;

const TOO_LARGE = new OperatorError(
  'invalid',
  'file',
  refusal('statementTooLarge', { most: MAX_STATEMENT_BYTES / 1_000_000 }),
);

/** The form that uploads a statement. A refused file is chosen again. */
export async function showImport(context: SignedInContext, fault?: OperatorError, status = 200): Promise<FastifyReply> {
  const { language, request } = context;
  const texts = PAYOUT_TEXTS[language];
  const isTooLarge = queryField(request, 'file') === 'too_large';
  const form = formView(context, {
    action: IMPORT,
    submit: texts.preview,
    fault: fault ?? (isTooLarge ? TOO_LARGE : undefined),
    fields: [
      methodField(language, texts.method),
      {
        name: 'format',
        label: texts.format,
        hint: texts.formatHint,
        type: 'select',
        options: [['', texts.ownFormat], ...FORMAT_NAMES.map((format) => [format, texts.formats[format]] as const)],
      },
      bankField(language),
      {
        name: 'file',
        label: texts.file,
        hint: texts.fileHint({ most: MAX_STATEMENT_BYTES / 1_000_000, lines: MAX_STATEMENT_LINES }),
        type: 'file',
        accept: '.csv,.txt,text/csv,text/plain',
      },
      {
        name: 'reference',
        label: texts.importReference,
        hint: texts.importReferenceHint,
        maxlength: 100,
        autocomplete: 'off',
        isOptional: true,
      },
      { name: 'date', label: texts.paidOn, hint: texts.importDateHint, type: 'date', isOptional: true },
    ],
  });
  const content = html`<div class="sheet">${form}</div>
<p><a class="button quiet" href="${hrefOf(context, PAYOUTS_PATH)}">${texts.cancel}</a></p>`;
  return context.show({ title: texts.importStatement, content, place: PAYOUTS_PATH, mode: 'live' }, status);
}

/** Shows what an import of the uploaded statement would match. Stores nothing: the page has the statement, and sends it again. */
export async function preview(context: SignedInContext): Promise<FastifyReply> {
  const { deps, language, request } = context;
  const texts = PAYOUT_TEXTS[language];
  const bytes = fileField(request, 'file');
  if (!bytes) throw new OperatorError('invalid', 'file', refusal('statementMissing'));
  const previewed = await previewStatement(deps, statementOf(context, bytes));
  const websites = await visibleWebsites(context);
  const hidden = Object.fromEntries(NAMES.map((name) => [name, formField(request, name)]));
  const form = formView(context, {
    action: `${IMPORT}/confirm`,
    submit: texts.confirm,
    fields: [],
    isLarge: true,
    hidden: { ...hidden, statement: (await promisify(gzip)(bytes)).toString('base64') },
  });
  const content = html`<p>${texts.previewText}</p>${previewView(context, previewed, websites)}
<div class="sheet">${form}</div><p><a class="button quiet" href="${hrefOf(context, IMPORT)}">${texts.otherFile}</a></p>`;
  return context.show({ title: texts.previewTitle, content, place: PAYOUTS_PATH, mode: 'live' });
}

/** Imports the statement of the preview. The same statement sent twice is one. */
export async function confirmImport(context: SignedInContext): Promise<FastifyReply> {
  const { deps, reply, request } = context;
  const packed = Buffer.from(formField(request, 'statement'), 'base64');
  const bytes = await promisify(gunzip)(packed, { maxOutputLength: MAX_STATEMENT_BYTES }).catch(() => {
    throw new OperatorError('invalid', 'file', refusal('statementMissing'));
  });
  const imported = await deps.operator.as(actorOf(context)).importStatement(statementOf(context, bytes));
  const [first, ...others] = imported.map(({ payout }) => payout.id);
  const count = imported.filter(({ isNew }) => isNew).length;
  const page = first !== undefined && others.length === 0 ? `${PAYOUTS_PATH}/${first}` : PAYOUTS_PATH;
  return seeOther(reply, hrefOf(context, page, count > 0 ? { done: 'imported', count } : { done: 'before' }));
}

function statementOf(context: SignedInContext, bytes: Uint8Array): StatementToImport {
  const { request } = context;
  const method = methodOf(formField(request, 'method'));
  const chosen = formField(request, 'format');
  const format = chosen === '' ? formatsOf(method)[0] : FORMAT_NAMES.find((each) => each === chosen);
  if (!format) throw new OperatorError('invalid', 'format', refusal('statementFormatUnknown'));
  const reference = formField(request, 'reference').trim();
  return {
    ...{ bytes, method, format, bank: formField(request, 'bank').trim(), paidOn: sentDay(context) },
    reference: reference === '' ? undefined : reference,
  };
}

/** More lines that fit nothing are not listed; the page of the imported payout has all. */
const SHOWN = 50;
/** A few matched lines show that the right columns were read. */
const SHOWN_MATCHED = 5;

/** What an import would do: for each payout its sums, the lines that fit nothing with the reason, and a few of the others. */
function previewView(
  context: SignedInContext,
  previewed: readonly PreviewedPayout[],
  websites: readonly Website[],
): Html {
  return html`${previewed.map((each) => payoutView(context, each, websites))}`;
}

function payoutView(
  context: SignedInContext,
  { payout, isNew, lines, outstanding }: PreviewedPayout,
  websites: readonly Website[],
): Html {
  const { language } = context;
  const texts = PAYOUT_TEXTS[language];
  const money = (minor: number) => html`${payoutMoney(payout, minor, language)}`;
  const facts = factsView([
    [texts.paidOn, html`${paidOnText(payout, language)}`],
    [texts.gross, money(payout.grossMinor)],
    [texts.fee, money(payout.feeMinor)],
    [texts.net, money(payout.netMinor)],
    [texts.lines, html`${payout.lines.length}`],
  ]);
  const title = html`<h2>${texts.payout} <bdi>${payout.reference}</bdi></h2>`;
  if (!isNew)
    return html`${title}${notice('care', html`<p>${texts.knownBefore}</p>`)}<div class="sheet">${facts}</div>`;
  const open = lines.filter(({ state }) => state === 'only_theirs');
  const matched = lines.filter(({ state }) => state === 'matched');
  const ours =
    outstanding === 0
      ? ''
      : html`<p>${outstanding < MOST_OUTSTANDING ? texts.wouldOurs({ count: outstanding }) : texts.wouldOursMore({ count: outstanding })}</p>`;
  const result = texts.wouldMatch({ matched: matched.length, lines: lines.length });
  return html`${title}${notice(open.length === 0 ? 'good' : 'care', html`<p><strong>${result}</strong></p>${ours}`)}<div class="sheet">${facts}</div>
${open.length === 0 ? '' : html`<p>${texts.wouldOpen({ count: open.length })}</p>${reasonsView(open, language)}${linesTable(context, open.slice(0, SHOWN), websites)}${open.length > SHOWN ? html`<p class="hint">${texts.oursShown({ count: SHOWN })}</p>` : ''}`}
${matched.length === 0 ? '' : html`<h3>${texts.lineStates.matched}</h3>${linesTable(context, matched.slice(0, SHOWN_MATCHED), websites)}${matched.length > SHOWN_MATCHED ? html`<p class="hint">${texts.oursShown({ count: SHOWN_MATCHED })}</p>` : ''}`}`;
}

function linesTable(context: SignedInContext, lines: readonly PayoutLine[], websites: readonly Website[]): Html {
  const { language } = context;
  const texts = PAYOUT_TEXTS[language];
  const columns: Column<PayoutLine>[] = [
    { label: texts.line, isNumber: true, cell: ({ line }) => html`${line}` },
    { label: texts.kind, cell: ({ kind }) => html`${texts.kinds[kind]}` },
    { label: texts.reference, phone: 'lead', cell: ({ reference }) => html`<bdi>${reference}</bdi>` },
    {
      label: texts.amount,
      phone: 'end',
      isNumber: true,
      cell: ({ amountMinor, currency }) => html`${formatMoney(amountMinor, currency, language)}`,
    },
    {
      label: texts.result,
      phone: 'second',
      cell: ({ reason, paymentId, websiteId }) =>
        reason === null
          ? html`${paymentLink(context, paymentId)} ${websiteId === null ? '' : websiteView(websites, websiteId)}`
          : html`${texts.reasonNames[reason]}`,
    },
  ];
  return tableView(lines, { caption: texts.linesTitle, empty: '', columns });
}
