import type { FastifyReply } from 'fastify';
import { checkAuditLog } from '../../features/audit/check-audit-log.ts';
import { html } from '../../platform/html/html.ts';
import { AUDIT_TEXTS } from '../../platform/messages/audit/audit-messages.ts';
import { refusalText } from '../../platform/messages/refusals/refusal-messages.ts';
import type { SignedInContext } from '../console-context.ts';
import { notice, secretOnce } from '../views/parts.ts';

/** As many rows as can be checked while a page loads. */
export const CHECKED_ROWS = 1_000;

/** Checks the hash chain of the log's newest rows, up to its head. */
export async function showAuditCheck(context: SignedInContext): Promise<FastifyReply> {
  const { deps, language } = context;
  const texts = AUDIT_TEXTS[language];
  const { rows, head, fault } = await checkAuditLog(deps.db, { last: CHECKED_ROWS });
  const place = `${head.position}:${head.hash}`;
  const result = fault
    ? notice('bad', html`<p>${refusalText(fault.refusal, language)}</p><p>${texts.broken}</p>`)
    : notice('good', html`<p>${texts.whole({ count: rows })}</p>`);
  const shown = fault ? '' : secretOnce(texts.head, place, texts.copy);
  const content = html`${result}<div class="sheet"><p>${texts.chainText}</p>${shown}
<p>${texts.checkAll} <code>peye audit verify --expect ${fault ? 'POSITION:HASH' : place}</code></p></div>`;
  return context.show({ title: texts.chain, content, place: '/audit' });
}
