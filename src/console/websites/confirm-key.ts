import type { FastifyReply } from 'fastify';
import { seeOther } from '../../http/form-fields.ts';
import { CONFIRM_TEXTS } from '../../platform/messages/confirm/confirm-messages.ts';
import { KEY_TEXTS } from '../../platform/messages/keys/keys-messages.ts';
import type { OperatorError } from '../../platform/operator-error.ts';
import { formatHaitiTime } from '../../platform/wording/format.ts';
import { hrefOf, type SignedInContext } from '../console-context.ts';
import { showConfirmation } from '../views/confirm-page.ts';
import { countPaidToday } from './confirm-pages.ts';
import { keyEnd, keyName, keyPath, type SeenKey } from './key-view.ts';
import { MENU_PATH } from './website-view.ts';

/** Confirms before a live key is deactivated. */
export async function confirmDeactivation(
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
