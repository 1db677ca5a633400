import type { FastifyReply } from 'fastify';
import type { Proof } from '../../features/users/prove-factor.ts';
import { isHalf } from '../../features/users/session-rules.ts';
import { listFactors } from '../../features/users/store/user-factors.ts';
import { formField, queryField, seeOther } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { SIGN_IN_TEXTS } from '../../platform/messages/sign-in/sign-in-messages.ts';
import { parseObject } from '../../platform/text/json-object.ts';
import { type ConsoleContext, hrefOf, type SignedInContext } from '../console-context.ts';
import { nextPath } from '../console-path.ts';
import type { ConsoleRoute } from '../route.ts';
import { knownBrowser, markBrowser, sendSessionToken } from '../session-cookie.ts';
import { actionView, formView } from '../views/form.ts';
import { notice } from '../views/parts.ts';

/** A code or a passkey assertion. The form has all of these fields, and the user fills in one. */
const PROOF = { code: 'maybe', recovery_code: 'maybe', passkey: 'maybe', next: 'maybe' } as const;

/** Two-factor authentication: after the password, and again as a step-up for sensitive changes. */
export const FACTOR_ROUTES: readonly ConsoleRoute[] = [
  { method: 'GET', path: '/sign-in/factor', access: 'half', handle: showFactor },
  { method: 'POST', path: '/sign-in/factor', access: 'half', sends: PROOF, handle: prove },
  { method: 'POST', path: '/sign-in/passkey', access: 'half', sends: {}, handle: sendPasskeyOptions },
  { method: 'GET', path: '/step-up', access: 'signed_in', handle: showFactor },
  { method: 'POST', path: '/step-up', access: 'signed_in', sends: PROOF, handle: prove },
];

async function showFactor(context: SignedInContext): Promise<FastifyReply> {
  const next = nextPath(queryField(context.request, 'next'));
  // A user without a factor adds one first. A user who has confirmed already continues.
  if (!context.who.hasFactor) return seeOther(context.reply, hrefOf(context, '/account/factors', { needed: 1, next }));
  return showForm(context, { next });
}

async function prove(context: SignedInContext): Promise<FastifyReply> {
  const { request, reply, deps, who, language } = context;
  const texts = SIGN_IN_TEXTS[language];
  const next = nextPath(formField(request, 'next'));
  const result = await deps.users.proveFactor(who, proofOf(context), {
    ...deps.limits,
    knownBrowser: knownBrowser(request, deps, who.user.email),
  });
  switch (result.outcome) {
    case 'proved':
      sendSessionToken(reply, deps.publicUrl, result.token);
      if (isHalf(who)) markBrowser(request, reply, { deps, email: who.user.email });
      return seeOther(reply, hrefOf(context, '') + next);
    case 'wrong':
      return showForm(context, {
        next,
        fault: formField(request, 'passkey') === '' ? texts.wrongCode : texts.passkeyFailed,
        status: 422,
      });
    case 'wait':
      reply.header('retry-after', String(result.seconds));
      return showForm(context, {
        next,
        fault: texts.wait({ seconds: result.seconds }),
        status: 429,
      });
  }
}

function proofOf({ request }: ConsoleContext): Proof {
  const passkey = formField(request, 'passkey');
  if (passkey !== '') return { kind: 'passkey', response: parseObject(passkey) };
  const code = formField(request, 'code').replaceAll(/\s/g, '');
  if (code !== '') return { kind: 'totp', code };
  return { kind: 'recovery_code', code: formField(request, 'recovery_code').trim() };
}

/** The passkey options for the page's script. */
async function sendPasskeyOptions({ reply, deps, who }: SignedInContext): Promise<FastifyReply> {
  // Browsers without passkey support get no button for it.
  const options = await deps.users.passkeyOptions(who);
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(options));
}

async function showForm(
  context: SignedInContext,
  { next, fault, status = 200 }: { next: string; fault?: string; status?: number },
): Promise<FastifyReply> {
  const { who, language, deps } = context;
  const texts = SIGN_IN_TEXTS[language];
  const isFirst = isHalf(who);
  const hasPasskey = (await listFactors(deps.db, who.user.id)).some(({ kind }) => kind === 'passkey');
  const form = formView(context, {
    action: isFirst ? '/sign-in/factor' : '/step-up',
    submit: texts.goOn,
    hidden: { next, passkey: '' },
    fields: [
      {
        name: 'code',
        label: texts.code,
        hint: texts.codeHint,
        autocomplete: 'one-time-code',
        inputmode: 'numeric',
        maxlength: 12,
        isOptional: true,
      },
      { name: 'recovery_code', label: texts.recovery, hint: texts.recoveryHint, maxlength: 60, isOptional: true },
    ],
  });
  const title = isFirst ? texts.factor : texts.stepUp;
  const content = html`${fault === undefined ? '' : notice('bad', html`<p>${fault}</p>`)}
<p>${isFirst ? texts.factorText : texts.stepUpText}</p>
<div class="sheet">
${hasPasskey ? passkeyButton(context) : ''}
${form}</div>
${isFirst ? actionView(context, { action: '/sign-out', submit: texts.signOut }) : ''}`;
  return context.show({ title, content }, status);
}

/** Hidden until the script that makes it work shows it. */
function passkeyButton(context: SignedInContext): Html {
  const options = hrefOf(context, '/sign-in/passkey');
  return html`<p><button type="button" class="quiet passkey" data-options="${options}" data-token="${context.formToken}" hidden>${SIGN_IN_TEXTS[context.language].usePasskey}</button></p>`;
}
