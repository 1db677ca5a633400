import type { FastifyReply } from 'fastify';
import type { Mode } from '../../core/payment.ts';
import { keyFacts } from '../../features/websites/api-key-json.ts';
import { findOldSecretEnd, KEY_SCOPES, type ListedApiKey } from '../../features/websites/store/api-keys.ts';
import { seeOther } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { KEY_TEXTS } from '../../platform/messages/keys/keys-messages.ts';
import { WEBSITE_TEXTS } from '../../platform/messages/websites/websites-messages.ts';
import type { OperatorError } from '../../platform/operator-error.ts';
import { formatHaitiTime } from '../../platform/wording/format.ts';
import { actorOf, hrefOf, may, type SignedInContext } from '../console-context.ts';
import { requireTypedName } from '../views/confirm-page.ts';
import { sentFacts, showEditForm } from '../views/edit-form.ts';
import { actionView } from '../views/form.ts';
import { copyable, factsView, timeView } from '../views/parts.ts';
import { confirmKeyDeactivation } from './confirm-pages.ts';
import { keyFields, sentKeyFields, sentWait, waitField } from './key-fields.ts';
import { keyEnd, keyName, keyPath, keyState, type SeenKey, timeOrNever, visibleKey } from './key-view.ts';
import { create, refuseNew, showNew, showOnce } from './new-key.ts';
import { keyNotice, undoKey } from './undo.ts';
import { backLink, linkButton, MENU_PATH, requestsPath } from './website-view.ts';

/** The fields of a key's form that are checked for an edit conflict. */
const FACTS = ['name', 'expires_at', 'allowed_addresses', 'scopes'];
const ROLLED = ['hint'];

/** The pages of keys of one mode, because permissions depend on the mode. */
export function keyPages(mode: Mode) {
  const changeForm = async (context: SignedInContext, fault?: OperatorError) =>
    showChange(context, await visibleKey(context, mode), fault);
  const rollForm = async (context: SignedInContext, fault?: OperatorError) =>
    showRoll(context, await visibleKey(context, mode), fault);
  const confirmForm = async (context: SignedInContext, fault?: OperatorError) =>
    confirmKeyDeactivation(context, await visibleKey(context, mode), fault);
  return {
    showNew: (context: SignedInContext) => showNew(context, mode),
    create: {
      handle: (context: SignedInContext) => create(context, mode),
      refused: (context: SignedInContext, fault: OperatorError) => refuseNew(context, mode, fault),
    },
    show: async (context: SignedInContext) => showKey(context, await visibleKey(context, mode)),
    showChange: changeForm,
    change: {
      handle: async (context: SignedInContext) => change(context, await visibleKey(context, mode)),
      refused: changeForm,
    },
    showRoll: rollForm,
    roll: {
      handle: async (context: SignedInContext) => roll(context, await visibleKey(context, mode)),
      refused: rollForm,
    },
    confirmDeactivation: confirmForm,
    deactivateConfirmed: {
      handle: async (context: SignedInContext) => {
        const seen = await visibleKey(context, mode);
        requireTypedName(context, seen.website.name);
        return setActive(context, seen, false);
      },
      refused: confirmForm,
    },
    deactivate: async (context: SignedInContext) => setActive(context, await visibleKey(context, mode), false),
    activate: async (context: SignedInContext) => setActive(context, await visibleKey(context, mode), true),
    undo: async (context: SignedInContext) => undoKey(context, await visibleKey(context, mode)),
  };
}

/** A link back to the key's page, which also says which key the form is for. */
function keyLink(context: SignedInContext, key: ListedApiKey): Html {
  return html`<p><a href="${hrefOf(context, keyPath(key))}">«&nbsp;<bdi>${keyName(context, key)}</bdi> <code>${keyEnd(key)}</code></a></p>`;
}

async function showKey(context: SignedInContext, { website, key }: SeenKey): Promise<FastifyReply> {
  const { deps, language } = context;
  const texts = KEY_TEXTS[language];
  const isActive = key.deactivatedAtUs === null;
  // A deactivated key has no working secret.
  const oldUntilUs = isActive ? await findOldSecretEnd(deps.db, key.id, deps.clock()) : null;
  const facts = factsView([
    [texts.ends, html`<code>${copyable(keyEnd(key))}</code>`],
    [
      texts.oldText,
      oldUntilUs === null ? null : html`${texts.oldUntil({ time: formatHaitiTime(oldUntilUs, language) })}`,
    ],
    [WEBSITE_TEXTS[language].id, html`<code>${key.id}</code>`],
    [texts.mode, html`${texts[key.mode]}`],
    [texts.state, keyState(context, key)],
    [texts.expires, timeOrNever(context, key.expiresAtUs)],
    [texts.addresses, html`${key.addresses?.join(', ') ?? texts.everywhere}`],
    [texts.scopes, html`${(key.scopes ?? KEY_SCOPES).join(', ')}`],
    [texts.created, timeView(key.createdAtUs, language)],
    [texts.lastUsed, html`${timeOrNever(context, key.lastUsedAtUs)} <span class="soft">(${texts.lastUsedHint})</span>`],
  ]);
  const path = keyPath(key);
  const changes = may(context, `keys.change.${key.mode}`);
  const actions = [
    changes && linkButton(context, `${path}/change`, texts.change),
    may(context, `keys.roll.${key.mode}`) && linkButton(context, `${path}/roll`, texts.roll),
    changes && stateButton(context, key),
  ];
  const requests = html`<p><a href="${hrefOf(context, requestsPath(website), { key: key.id, mode: key.mode })}">${texts.requests.title}</a></p>`;
  const content = html`${backLink(context, website)}${await keyNotice(context, { website, key })}
<div class="sheet">${facts}<div class="row">${actions}</div></div>${requests}`;
  return context.show({ title: keyName(context, key), content, place: MENU_PATH });
}

/** Deactivating a live key needs a confirmation. */
function stateButton(context: SignedInContext, key: ListedApiKey): Html {
  const texts = KEY_TEXTS[context.language];
  const path = keyPath(key);
  if (key.deactivatedAtUs !== null) return actionView(context, { action: `${path}/activate`, submit: texts.activate });
  if (key.mode === 'live') return linkButton(context, `${path}/deactivate`, texts.deactivate, 'danger');
  return actionView(context, { action: `${path}/deactivate`, submit: texts.deactivate, isDanger: true });
}

function showChange(context: SignedInContext, { key }: SeenKey, fault?: OperatorError): Promise<FastifyReply> {
  const texts = KEY_TEXTS[context.language];
  const page = {
    title: texts.change,
    place: MENU_PATH,
    action: `${keyPath(key)}/change`,
    submit: texts.save,
    facts: keyFacts(key),
    changes: FACTS,
    fields: keyFields(context, key),
    top: keyLink(context, key),
  };
  return showEditForm(context, page, fault);
}

async function change(context: SignedInContext, { key }: SeenKey): Promise<FastifyReply> {
  const fields = sentKeyFields(context, key);
  await context.deps.operator.as(actorOf(context)).changeApiKey(key.id, fields, sentFacts(context, FACTS));
  return seeOther(context.reply, hrefOf(context, keyPath(key), { done: 'changed' }));
}

function showRoll(context: SignedInContext, { key }: SeenKey, fault?: OperatorError): Promise<FastifyReply> {
  const texts = KEY_TEXTS[context.language];
  const page = {
    title: texts.roll,
    place: MENU_PATH,
    action: `${keyPath(key)}/roll`,
    submit: texts.roll,
    isDanger: true,
    facts: { hint: key.hint },
    changes: ROLLED,
    fields: [{ ...waitField(context, 'overlap', '86400'), label: texts.overlap, hint: texts.overlapHint }],
    top: keyLink(context, key),
    text: html`<p>${texts.rollText}</p>`,
  };
  return showEditForm(context, page, fault);
}

async function roll(context: SignedInContext, { key }: SeenKey): Promise<FastifyReply> {
  const { deps, language } = context;
  const texts = KEY_TEXTS[language];
  const overlapSeconds = sentWait(context, 'overlap');
  const given = { id: key.id, overlapSeconds, seen: sentFacts(context, ROLLED) };
  const { text } = await deps.operator.as(actorOf(context)).rotateApiKey(given);
  const until = formatHaitiTime(deps.clock() + overlapSeconds * 1_000_000, language);
  const message = overlapSeconds === 0 ? texts.oldEnded : texts.oldUntil({ time: until });
  const more = html`<p>${message}</p>`;
  return showOnce(context, { title: texts.rolled, text, path: keyPath(key), more });
}

async function setActive(context: SignedInContext, { key }: SeenKey, isActive: boolean): Promise<FastifyReply> {
  await context.deps.operator.as(actorOf(context)).setApiKeyActive(key.id, isActive);
  return seeOther(context.reply, hrefOf(context, keyPath(key), { done: 'changed' }));
}
