import type { FastifyReply } from 'fastify';
import { US_PER_MINUTE } from '../../core/durations.ts';
import type { Ability } from '../../core/roles.ts';
import type { AuditRow } from '../../features/audit/audit.ts';
import { listAuditRows } from '../../features/audit/store/audit-log.ts';
import type { Website } from '../../features/websites/store/websites.ts';
import { formField, queryField, seeOther } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { CONFIRM_TEXTS } from '../../platform/messages/confirm/confirm-messages.ts';
import { KEY_TEXTS } from '../../platform/messages/keys/keys-messages.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { WEBSITE_TEXTS } from '../../platform/messages/websites/websites-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { formatShortHaitiTime } from '../../platform/wording/format.ts';
import { actorOf, hrefOf, may, type SignedInContext } from '../console-context.ts';
import { actionView } from '../views/form.ts';
import { notice } from '../views/parts.ts';
import { visibleWebsite } from '../visible.ts';
import { keyPath, type SeenKey } from './key-view.ts';
import { changesTo, factsOf } from './undone-facts.ts';
import { pathOf } from './website-view.ts';

/** How long a change can be undone. */
const UNDO_US = 10 * US_PER_MINUTE;

/** The facts of a website that Undo restores together: one form changes them, with this permission. */
interface UndoneForm {
  /** After the website's path. */
  readonly path: string;
  readonly access: Ability;
  readonly facts: readonly string[];
}

/** The forms of a website whose changes can be undone. */
export const UNDONE_FORMS: readonly UndoneForm[] = [
  {
    path: '/edit/undo',
    access: 'websites.update',
    facts: ['name', 'contact', 'colour', 'return_url', 'receipts'],
  },
  {
    path: '/callback/undo',
    access: 'websites.callback',
    facts: ['callback_url', 'test_callback_url', 'refund_callback_url', 'test_refund_callback_url'],
  },
  { path: '/methods/undo', access: 'websites.methods', facts: ['methods'] },
  { path: '/card/undo', access: 'websites.approve_card', facts: ['card_live_approved', 'note'] },
  { path: '/deactivate/undo', access: 'websites.activate', facts: ['active'] },
];

/** The results of the last action, as the redirect address names them. */
const DONE = ['changed', 'already', 'undone'] as const;
type Done = (typeof DONE)[number];

/** The offer to undo a change. */
interface Undo {
  readonly row: AuditRow;
  readonly action: string;
  /** The change stopped payments. */
  readonly isStop: boolean;
}

/**
 * The result of the last action on a website, and a button that undoes its last change; empty when there is neither. Only the user who made
 * the change can undo it, within ten minutes and before anything else changes. Until then every visit of the page offers it: the button
 * names the change's row in the audit log.
 */
export async function websiteNotice(context: SignedInContext, website: Website): Promise<Html | ''> {
  const row = await findOwnChange(context, website.id);
  const form = row && UNDONE_FORMS.find((each) => isOf(each, row) && may(context, each.access));
  const isStop = row !== undefined && factsOf(row.after).active === false;
  return noticeOf(
    context,
    WEBSITE_TEXTS[context.language].already,
    form && { row, action: pathOf(website) + form.path, isStop },
  );
}

/** The result of the last action on a key, and a button that undoes the user's deactivation of it. */
export async function keyNotice(context: SignedInContext, { key }: SeenKey): Promise<Html | ''> {
  const row = await findOwnChange(context, key.id);
  const isOffered = row?.action === 'key.deactivate' && may(context, `keys.change.${key.mode}`);
  const undo = isOffered ? { row, action: `${keyPath(key)}/deactivate/undo`, isStop: true } : undefined;
  return noticeOf(context, KEY_TEXTS[context.language].already, undo);
}

function noticeOf(context: SignedInContext, already: string, undo: Undo | undefined): Html | '' {
  const { language, request } = context;
  const done: Done | undefined = DONE.find((each) => each === queryField(request, 'done'));
  const texts = CONFIRM_TEXTS[language];
  const offered = done === undefined || done === 'changed' ? undo : undefined;
  if (!done && !offered) return '';
  const message = done && { changed: WEBSITE_TEXTS[language].changed, already, undone: texts.undone }[done];
  const button =
    offered &&
    html`<p>${texts.undoUntil({ time: formatShortHaitiTime(offered.row.atUs + UNDO_US, language).time })}</p>
${actionView(context, { action: offered.action, submit: texts.undo, hidden: { change: String(offered.row.position) } })}`;
  const tone = done === 'already' || offered?.isStop ? 'care' : 'good';
  return notice(tone, html`${message ? html`<p>${message}</p>` : ''}${button ?? ''}`);
}

/** Restores what a form of a website has changed. Throws OperatorError unless the change is the user's own, recent, and the last one. */
export function undoOf(form: UndoneForm) {
  return async (context: SignedInContext): Promise<FastifyReply> => {
    const website = await visibleWebsite(context, context.params.id ?? '');
    const row = await requireOwnChange(context, website.id);
    if (!isOf(form, row)) throw changedSince();
    const { note: _, ...seen } = factsOf(row.after);
    // The verb compares the facts again, so that a concurrent change is not overwritten.
    await context.deps.operator.as(actorOf(context)).changeWebsite(website.id, changesTo(factsOf(row.before)), seen);
    return seeOther(context.reply, hrefOf(context, pathOf(website), { done: 'undone' }));
  };
}

/** Activates a key that the user has deactivated. Throws OperatorError like `undoOf`. */
export async function undoKey(context: SignedInContext, { key }: SeenKey): Promise<FastifyReply> {
  const row = await requireOwnChange(context, key.id);
  if (row.action !== 'key.deactivate') throw changedSince();
  await context.deps.operator.as(actorOf(context)).setApiKeyActive(key.id, true);
  return seeOther(context.reply, hrefOf(context, keyPath(key), { done: 'undone' }));
}

/** The last change of a website or key, if this user has made it in the last ten minutes. */
async function findOwnChange({ deps, who }: SignedInContext, subjectId: string): Promise<AuditRow | undefined> {
  const [row] = await listAuditRows(deps.db, { subjectId, limit: 1 });
  const isOwn = row?.actor.kind === 'user' && row.actor.id === who.user.id;
  return isOwn && row.atUs >= deps.clock() - UNDO_US ? row : undefined;
}

async function requireOwnChange(context: SignedInContext, subjectId: string): Promise<AuditRow> {
  const row = await findOwnChange(context, subjectId);
  if (!row || String(row.position) !== formField(context.request, 'change')) throw changedSince();
  return row;
}

function changedSince(): OperatorError {
  return new OperatorError('conflict', 'change', refusal('undoRefused'));
}

/**
 * Whether a row changed only facts of this form. Activating a website cannot be undone, because deactivating needs the
 * confirmation.
 */
function isOf({ facts }: UndoneForm, { after }: AuditRow): boolean {
  const changed = factsOf(after);
  const names = Object.keys(changed);
  return names.length > 0 && names.every((name) => facts.includes(name)) && changed.active !== true;
}
