import { type CheckoutSession, type SessionStatus, sessionStatus } from '../../features/checkout/session.ts';
import { sessionFields } from '../../features/checkout/session-json.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { CHECKOUT_TEXTS } from '../../platform/messages/checkout/checkout-messages.ts';
import { formatMoney } from '../../platform/wording/format.ts';
import type { SignedInContext } from '../console-context.ts';
import { badge } from '../views/parts.ts';

/** The path of the list below `/console`. */
export const SESSIONS_PATH = '/checkout';

const TONES: Readonly<Record<SessionStatus, Parameters<typeof badge>[0]>> = {
  open: 'care',
  processing: 'care',
  paid: 'good',
  expired: 'calm',
  cancelled: 'calm',
};

/** The path of a session's page, below `/console`. */
export function pathOf({ id }: Pick<CheckoutSession, 'id'>): string {
  return `${SESSIONS_PATH}/${encodeURIComponent(id)}`;
}

/** The fields of sessions now, as exports and pages show them. */
export function sessionsNow({ deps: { publicUrl, clock } }: Pick<SignedInContext, 'deps'>) {
  return { list: 'checkout', fields: sessionFields({ publicUrl, nowUs: clock() }) } as const;
}

/** The status of a session now. */
export function statusNow({ deps }: Pick<SignedInContext, 'deps'>, session: CheckoutSession): SessionStatus {
  return sessionStatus(session, deps.clock());
}

/** The status of a session now, as a badge. */
export function statusBadge(context: SignedInContext, session: CheckoutSession): Html {
  const status = statusNow(context, session);
  return badge(TONES[status], CHECKOUT_TEXTS[context.language].statuses[status]);
}

/** The amount of the order. */
export function sessionMoney({ language }: Pick<SignedInContext, 'language'>, session: CheckoutSession): Html {
  return html`${formatMoney(session.amountMinor, session.currency, language)}`;
}
