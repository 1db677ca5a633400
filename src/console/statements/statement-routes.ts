import type { FastifyReply } from 'fastify';
import { statementCsv } from '../../features/statements/statement-csv.ts';
import { statementPdf } from '../../features/statements/statement-pdf.ts';
import type { SignedInContext } from '../console-context.ts';
import { plainName } from '../exports/export-file-name.ts';
import type { ConsoleRoute } from '../route.ts';
import { readShownStatement, type ShownStatement, showStatement } from './statement-page.ts';
import { STATEMENTS_PATH, showStatements, showWebsites } from './statements-page.ts';

const ONE = '/websites/:id';

/** Statements: the list of websites, and of each the list of months, the statement of a month, and its files. */
export const STATEMENT_ROUTES: readonly ConsoleRoute[] = [
  { method: 'GET', path: STATEMENTS_PATH, access: 'statements.read', handle: showWebsites },
  { method: 'GET', path: `${ONE}/statements`, access: 'statements.read', handle: showStatements },
  { method: 'GET', path: `${ONE}/statement`, access: 'statements.read', handle: showStatement },
  { method: 'GET', path: `${ONE}/statement.csv`, access: 'statements.read', handle: sendCsv },
  { method: 'GET', path: `${ONE}/statement.pdf`, access: 'statements.read', handle: sendPdf },
];

async function sendCsv(context: SignedInContext): Promise<FastifyReply> {
  const shown = await readShownStatement(context);
  return sendFile(context, shown, {
    content: statementCsv(shown.statement, { website: shown.website, language: context.language }),
    type: 'text/csv; charset=utf-8',
    extension: 'csv',
  });
}

async function sendPdf(context: SignedInContext): Promise<FastifyReply> {
  const shown = await readShownStatement(context);
  const { statement, website } = shown;
  const { language, deps } = context;
  const content = await statementPdf(statement, { website, language, createdAtUs: deps.clock() });
  return sendFile(context, shown, { content, type: 'application/pdf', extension: 'pdf' });
}

function sendFile(
  { reply }: SignedInContext,
  { website, statement }: ShownStatement,
  { content, type, extension }: { content: string | Buffer; type: string; extension: string },
): FastifyReply {
  const shop = plainName(website.name) || plainName(website.id);
  const name = `peye-statement-${statement.mode}-${shop}-${statement.month}.${extension}`;
  return reply
    .headers({
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .send(content);
}
