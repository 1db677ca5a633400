import type { FastifyReply } from 'fastify';
import type { Mode, PaymentMethod } from '../../core/payment.ts';
import { readPaymentSums } from '../../features/payments/store/payment-sums.ts';
import { listDeliveryPage } from '../../features/webhooks/store/delivery-page.ts';
import type { WebsiteChanges } from '../../features/websites/change-website.ts';
import { listApiKeys } from '../../features/websites/store/api-keys.ts';
import type { Website } from '../../features/websites/store/websites.ts';
import { formField, seeOther } from '../../http/form-fields.ts';
import { haitiDayOf } from '../../platform/clock/haiti-time.ts';
import { CONFIRM_TEXTS } from '../../platform/messages/confirm/confirm-messages.ts';
import { KEY_TEXTS } from '../../platform/messages/keys/keys-messages.ts';
import { WEBSITE_TEXTS } from '../../platform/messages/websites/websites-messages.ts';
import type { OperatorError } from '../../platform/operator-error.ts';
import { formatHaitiTime } from '../../platform/wording/format.ts';
import { actorOf, hrefOf, type SignedInContext } from '../console-context.ts';
import { type Confirmation, requireTypedName, showConfirmation } from '../views/confirm-page.ts';
import { visibleWebsite } from '../visible.ts';
import { keyEnd, keyName, keyPath, type SeenKey } from './key-view.ts';
import { MENU_PATH, pathOf } from './website-view.ts';

/** More waiting webhooks than this are not counted. */
const MOST_WEBHOOKS = 1_000;

/** Confirms before a website is deactivated. */
export async function confirmDeactivation(context: SignedInContext, fault?: OperatorError): Promise<FastifyReply> {
  const website = await thisWebsite(context);
  if (website.deactivatedAtUs !== null) return toWebsite(context, website);
  const texts = CONFIRM_TEXTS[context.language];
  const waiting = { websiteIds: [website.id], status: 'pending', limit: MOST_WEBHOOKS } as const;
  const { deliveries, next } = await listDeliveryPage(context.deps.db, waiting);
  const webhooks = next === undefined ? texts.webhooks : texts.webhooksMore;
  const facts = [
    texts.websiteText,
    texts.liveKeys({ count: await countActiveKeys(context, website, 'live') }),
    texts.testKeys({ count: await countActiveKeys(context, website, 'test') }),
    texts.paidToday({ count: await countPaidToday(context, website) }),
    webhooks({ count: deliveries.length }),
  ];
  const { deactivate } = WEBSITE_TEXTS[context.language];
  const form = { action: `${pathOf(website)}/deactivate`, submit: deactivate, isDanger: true };
  return confirm(context, website, { ...form, title: texts.websiteTitle, facts }, fault);
}

/** Deactivates a website: all its keys are refused. */
export async function deactivate(context: SignedInContext): Promise<FastifyReply> {
  return changeConfirmed(context, { isActive: false });
}

/** Confirms before live cards are approved. This is a decision about risk, so it requires a reason. */
export async function confirmApproval(context: SignedInContext, fault?: OperatorError): Promise<FastifyReply> {
  const website = await thisWebsite(context);
  if (website.cardLiveApproved) return toWebsite(context, website);
  const texts = CONFIRM_TEXTS[context.language];
  const count = await countPaidToday(context, website);
  const form = {
    action: `${pathOf(website)}/card/approve`,
    submit: WEBSITE_TEXTS[context.language].approve,
    fields: [{ name: 'note', label: texts.approveNote, hint: texts.approveNoteHint, maxlength: 255 }],
  };
  const facts = [texts.approveText, texts.approveRisk, texts.paidToday({ count })];
  return confirm(context, website, { ...form, title: texts.approveTitle, facts }, fault);
}

/** Approves live cards for a website. */
export async function approve(context: SignedInContext): Promise<FastifyReply> {
  const note = formField(context.request, 'note').trim();
  return changeConfirmed(context, { cardLiveApproved: true, note });
}

/** Confirms before the approval of live cards is withdrawn. */
export async function confirmWithdrawal(context: SignedInContext, fault?: OperatorError): Promise<FastifyReply> {
  const website = await thisWebsite(context);
  if (!website.cardLiveApproved) return toWebsite(context, website);
  const texts = CONFIRM_TEXTS[context.language];
  const count = await countPaidToday(context, website, ['card']);
  const { revoke } = WEBSITE_TEXTS[context.language];
  const form = { action: `${pathOf(website)}/card/withdraw`, submit: revoke, isDanger: true };
  const facts = [texts.withdrawText, texts.cardToday({ count })];
  return confirm(context, website, { ...form, title: texts.withdrawTitle, facts }, fault);
}

/** Withdraws the approval of live cards. */
export async function withdraw(context: SignedInContext): Promise<FastifyReply> {
  return changeConfirmed(context, { cardLiveApproved: false });
}

/** How many keys of a mode a website's server can use. */
export async function countActiveKeys({ deps }: SignedInContext, { id }: Website, mode: Mode): Promise<number> {
  const nowUs = deps.clock();
  const keys = (await listApiKeys(deps.db, id)).filter((key) => key.mode === mode && key.deactivatedAtUs === null);
  return keys.filter(({ expiresAtUs }) => expiresAtUs === null || expiresAtUs > nowUs).length;
}

/** How many live payments of a website were paid today in Haiti, with one of these methods or with any. */
export async function countPaidToday(
  { deps }: SignedInContext,
  { id }: Website,
  methods?: readonly PaymentMethod[],
): Promise<number> {
  const today = haitiDayOf(deps.clock());
  const day = { websiteIds: [id], mode: 'live', by: 'day', from: today, to: today + 1 } as const;
  return (await readPaymentSums(deps.db, day))
    .filter(({ outcome, method }) => outcome === 'completed' && (methods?.includes(method) ?? true))
    .reduce((sum, { payments }) => sum + payments, 0);
}

function thisWebsite(context: SignedInContext): Promise<Website> {
  return visibleWebsite(context, context.params.id ?? '');
}

function toWebsite({ reply, ...context }: SignedInContext, website: Website, done?: string): FastifyReply {
  return seeOther(reply, hrefOf(context, pathOf(website), { done }));
}

function confirm(
  context: SignedInContext,
  website: Website,
  question: Omit<Confirmation, 'place' | 'name' | 'back'>,
  fault: OperatorError | undefined,
): Promise<FastifyReply> {
  const about = { place: MENU_PATH, name: website.name, back: pathOf(website) };
  return showConfirmation(context, { ...question, ...about }, fault);
}

/** Makes a change after its confirmation. */
async function changeConfirmed(context: SignedInContext, changes: WebsiteChanges): Promise<FastifyReply> {
  const website = await thisWebsite(context);
  requireTypedName(context, website.name);
  await context.deps.operator.as(actorOf(context)).changeWebsite(website.id, changes);
  return toWebsite(context, website, 'changed');
}

/** Confirms before a live key is deactivated. */
export async function confirmKeyDeactivation(
  context: SignedInContext,
  { website, key }: SeenKey,
  fault?: OperatorError,
): Promise<FastifyReply> {
  const texts = CONFIRM_TEXTS[context.language];
  if (key.deactivatedAtUs !== null) return seeOther(context.reply, hrefOf(context, keyPath(key)));
  const { lastUsedAtUs } = key;
  const question = {
    title: texts.keyTitle,
    place: MENU_PATH,
    name: website.name,
    facts: [
      `${keyName(context, key)}: ${keyEnd(key)}`,
      texts.keyText,
      lastUsedAtUs === null
        ? texts.keyUnused
        : texts.keyUsed({ time: formatHaitiTime(lastUsedAtUs, context.language) }),
      texts.paidToday({ count: await countPaidToday(context, website) }),
    ],
    action: `${keyPath(key)}/deactivate`,
    submit: KEY_TEXTS[context.language].deactivate,
    isDanger: true,
    back: keyPath(key),
  };
  return showConfirmation(context, question, fault);
}
