import type { FastifyReply } from 'fastify';
import { ApiError } from '../../core/errors.ts';
import { canHavePasskeys } from '../../features/users/passkeys.ts';
import { isFactorRecent } from '../../features/users/session-rules.ts';
import { listFactors } from '../../features/users/store/user-factors.ts';
import { formField, queryField, seeOther } from '../../http/form-fields.ts';
import { html, trustedHtml } from '../../platform/html/html.ts';
import { ACCOUNT_TEXTS } from '../../platform/messages/account/account-messages.ts';
import { around } from '../../platform/messages/catalogue.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { refusalText } from '../../platform/messages/refusals/refusal-messages.ts';
import type { OperatorError } from '../../platform/operator-error.ts';
import { parseObject } from '../../platform/text/json-object.ts';
import { hrefOf, ownPath, type SignedInContext } from '../console-context.ts';
import { nextPath } from '../console-path.ts';
import type { ConsoleRoute } from '../route.ts';
import { sendSessionToken } from '../session-cookie.ts';
import { formView } from '../views/form.ts';
import { notice } from '../views/parts.ts';

const MENU_PATH = '/account';
/** An authenticator's secret, and the longest address with it that fits into a QR code. */
const SECRET = /^[A-Z2-7]{16,64}$/;
const MAX_URI = 1_000;

/** Adds and removes the user's own two-factor methods and recovery codes. */
export const MY_TWO_FACTOR_ROUTES: readonly ConsoleRoute[] = [
  { method: 'GET', path: '/account/factors', access: 'signed_in', handle: (context) => recently(context, showChoice) },
  {
    method: 'POST',
    path: '/account/factors/totp',
    access: 'signed_in',
    sends: { next: 'maybe' },
    handle: (context) => recently(context, beginTotp),
    refused: showChoice,
  },
  {
    method: 'POST',
    path: '/account/factors/totp/confirm',
    access: 'signed_in',
    sends: { name: 'one', code: 'one', secret: 'one', uri: 'one', next: 'maybe' },
    handle: confirmTotp,
    refused: refuseTotp,
  },
  {
    method: 'POST',
    path: '/account/factors/passkey/options',
    access: 'signed_in',
    sends: {},
    handle: sendOptions,
    refused: refuseOptions,
  },
  {
    method: 'POST',
    path: '/account/factors/passkey',
    access: 'signed_in',
    sends: { name: 'one', passkey: 'one', next: 'maybe' },
    handle: addPasskey,
    refused: showChoice,
  },
  {
    method: 'GET',
    path: '/account/factors/remove',
    access: 'signed_in',
    handle: (context) => recently(context, confirmRemoval),
  },
  {
    method: 'POST',
    path: '/account/factors/remove',
    access: 'signed_in',
    sends: { id: 'one' },
    handle: (context) => recently(context, remove),
    refused: refuseRemoval,
  },
  {
    method: 'POST',
    path: '/account/recovery-codes',
    access: 'signed_in',
    sends: {},
    handle: (context) => recently(context, renewCodes),
  },
];

/** Changing factors requires a recent confirmation with an existing factor, if there is one. */
async function recently(
  context: SignedInContext,
  go: (context: SignedInContext) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const { who, deps } = context;
  if (!who.hasFactor || isFactorRecent(who.session, deps.clock())) return go(context);
  return seeOther(context.reply, hrefOf(context, '/step-up', { next: ownPath(context) || MENU_PATH }));
}

async function showChoice(context: SignedInContext, fault?: OperatorError): Promise<FastifyReply> {
  const { language, request, formToken } = context;
  const texts = ACCOUNT_TEXTS[language];
  const next = nextPath(queryField(request, 'next') || formField(request, 'next'));
  const name = {
    name: 'name',
    label: texts.factorName,
    hint: texts.factorNameHint,
    maxlength: 255,
    value: formField(request, 'name'),
  };
  const totp = formView(context, {
    action: '/account/factors/totp',
    submit: texts.totpAdd,
    hidden: { next },
    fields: [],
  });
  const newPasskey = () =>
    formView(context, {
      action: '/account/factors/passkey',
      submit: texts.passkeyAdd,
      hidden: { next, passkey: '' },
      fields: [name],
    });
  const about = html`<h2>${texts.passkey}</h2><p>${texts.passkeyText}</p>`;
  // If browsers cannot create passkeys, the page says so before the user tries.
  const passkey = canHavePasskeys(context.deps.publicUrl)
    ? html`<div class="sheet new-passkey" data-options="${hrefOf(context, '/account/factors/passkey/options')}" data-token="${formToken}">${about}<noscript><p class="soft">${texts.passkeyNoScript}</p></noscript>${newPasskey()}</div>`
    : html`<div class="sheet">${about}<p class="soft">${texts.passkeyNowhere}</p></div>`;
  const content = html`${queryField(request, 'needed') === '1' ? notice('care', html`<p>${texts.factorNeeded}</p>`) : ''}
${fault ? notice('bad', html`<p>${refusalText(fault.refusal, language)}</p>`) : ''}
<div class="sheet"><h2>${texts.totp}</h2>${totp}</div>
${passkey}`;
  return context.show({ title: texts.addFactor, content, place: MENU_PATH }, fault ? 422 : 200);
}

async function beginTotp(context: SignedInContext): Promise<FastifyReply> {
  return showTotp(context, await context.deps.users.beginTotp(context.who));
}

async function showTotp(
  context: SignedInContext,
  { secret, uri }: { secret: string; uri: string },
  fault?: OperatorError,
): Promise<FastifyReply> {
  const { language, request } = context;
  const texts = ACCOUNT_TEXTS[language];
  const { renderSVG } = await import('uqr');
  const form = formView(context, {
    action: '/account/factors/totp/confirm',
    submit: texts.confirm,
    fault,
    hidden: { next: nextPath(formField(request, 'next')), secret, uri },
    fields: [
      {
        name: 'name',
        label: texts.factorName,
        hint: texts.factorNameHint,
        maxlength: 255,
        value: formField(request, 'name') || texts.totp,
      },
      {
        name: 'code',
        label: texts.totpCode,
        inputmode: 'numeric',
        autocomplete: 'one-time-code',
        maxlength: 12,
      },
    ],
  });
  const content = html`<div class="sheet"><p>${texts.totpScan}</p>
<div class="qr" role="img" aria-label="${texts.qrCode}">${trustedHtml(renderSVG(uri, { border: 2 }))}</div>
<p>${texts.totpKey}${TEXTS[language].colon} <code id="totp-key">${secret.replace(/(.{4})(?=.)/g, '$1 ')}</code></p>
<div class="row"><a class="button quiet" href="${uri}">${texts.totpHere}</a><button type="button" class="quiet copy" data-copy="totp-key" hidden>${texts.totpCopy}</button></div>
${form}</div>`;
  return context.show({ title: texts.totpAdd, content, place: MENU_PATH }, fault ? 422 : 200);
}

async function confirmTotp(context: SignedInContext): Promise<FastifyReply> {
  const { request, deps, who } = context;
  const name = formField(request, 'name').trim();
  const code = formField(request, 'code').replaceAll(/\s/g, '');
  return added(context, await deps.users.addTotp(who, { name, code }));
}

/**
 * Shows the form again with the secret that it sent. This secret is only displayed: the one that is used is stored with
 * the session.
 */
function refuseTotp(context: SignedInContext, fault: OperatorError): Promise<FastifyReply> {
  const shown = { secret: formField(context.request, 'secret'), uri: formField(context.request, 'uri') };
  const isOurs = SECRET.test(shown.secret) && shown.uri.startsWith('otpauth://') && shown.uri.length <= MAX_URI;
  return fault.field === 'factor' || !isOurs ? showChoice(context, fault) : showTotp(context, shown, fault);
}

async function sendOptions({ reply, deps, who }: SignedInContext): Promise<FastifyReply> {
  const options = await deps.users.beginPasskey(who);
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(options));
}

async function refuseOptions({ reply, language }: SignedInContext, { refusal }: OperatorError): Promise<FastifyReply> {
  return reply
    .code(422)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ message: refusalText(refusal, language) }));
}

async function addPasskey(context: SignedInContext): Promise<FastifyReply> {
  const { request, deps, who } = context;
  const name = formField(request, 'name').trim();
  const response = parseObject(formField(request, 'passkey'));
  return added(context, await deps.users.addPasskey(who, { name, response }));
}

/** Confirms a new factor. The first factor comes with the recovery codes, which are shown once. */
async function added(
  context: SignedInContext,
  { token, recoveryCodes }: { token: string; recoveryCodes: readonly string[] | null },
): Promise<FastifyReply> {
  const { request, reply, deps } = context;
  sendSessionToken(reply, deps.publicUrl, token);
  const next = nextPath(formField(request, 'next'));
  const onward = next === '' ? MENU_PATH : next;
  return recoveryCodes === null
    ? seeOther(reply, hrefOf(context, '') + onward)
    : showCodes(context, recoveryCodes, onward);
}

async function renewCodes(context: SignedInContext): Promise<FastifyReply> {
  return showCodes(context, await context.deps.users.renewRecoveryCodes(context.who), MENU_PATH);
}

function showCodes(context: SignedInContext, codes: readonly string[], next: string): Promise<FastifyReply> {
  const texts = ACCOUNT_TEXTS[context.language];
  const content = html`<div class="sheet"><p>${texts.codesText}</p>
<div class="secret"><pre><code id="codes">${codes.join('\n')}</code></pre><button type="button" class="quiet copy" data-copy="codes" hidden>${texts.copy}</button></div>
<p><a class="button" href="${hrefOf(context, '') + next}">${texts.codesKept}</a></p></div>`;
  // The session's token has changed since the request, so forms in a menu would be invalid.
  return context.show({ title: texts.codes, content, isAlone: true });
}

/** Confirms before a factor is removed. */
async function confirmRemoval(context: SignedInContext): Promise<FastifyReply> {
  const { deps, who, language, request } = context;
  const texts = ACCOUNT_TEXTS[language];
  const factors = await listFactors(deps.db, who.user.id);
  const factor = factors.find(({ id }) => id === queryField(request, 'id'));
  if (!factor) throw new ApiError('not_found');
  const [before, after] = around(texts.removeText, 'name');
  const form = formView(context, {
    action: '/account/factors/remove',
    submit: texts.remove,
    hidden: { id: factor.id },
    fields: [],
    isDanger: true,
  });
  const content = html`<div class="sheet"><p>${before}<bdi>${factor.name}</bdi>${after}</p>${factors.length === 1 ? html`<p>${texts.removeLast}</p>` : ''}
<div class="row">${form}<a class="button quiet" href="${hrefOf(context, MENU_PATH)}">${texts.keep}</a></div></div>`;
  return context.show({ title: texts.removeTitle, content, place: MENU_PATH });
}

async function remove(context: SignedInContext): Promise<FastifyReply> {
  const { request, deps, who, reply } = context;
  await deps.users.removeFactor(who, formField(request, 'id'));
  return seeOther(reply, hrefOf(context, MENU_PATH, { done: 'removed' }));
}

async function refuseRemoval(context: SignedInContext, fault: OperatorError): Promise<FastifyReply> {
  if (fault.code === 'not_found') throw fault;
  const content = notice('bad', html`<p>${refusalText(fault.refusal, context.language)}</p>`);
  return context.show({ title: ACCOUNT_TEXTS[context.language].account, content, place: MENU_PATH }, 422);
}
