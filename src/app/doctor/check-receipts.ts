import type { Config } from '../../config.ts';
import { US_PER_DAY } from '../../lib/durations.ts';
import { MailFailure, smtpMailer } from '../../mail/mailer.ts';
import { type Finding, ok, problem, warning } from '../../operator/finding.ts';
import type { Database } from '../../storage/database.ts';
import { countReceipts } from '../../storage/receipts.ts';
import { listWebsites } from '../../storage/websites.ts';

const RECENT_DAYS = 7;

/** Whether the server of SMTP_URL takes us in: nothing is sent. */
export async function checkSmtp({ smtp }: Config): Promise<Finding[]> {
  if (smtp === null) return [];
  const server = `${smtp.host}:${smtp.port}`;
  try {
    await smtpMailer(smtp).check();
    return [ok('receipts', `${server} takes e-mails from us`)];
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    const fix = 'Check SMTP_URL: host, port, user, password, and smtps:// or smtp://.';
    return [problem('receipts', `${server} takes no e-mails from us${reasonOf(error)} (${error.message})`, fix)];
  }
}

/** What became of receipts by e-mail, and what cannot become of them. Nothing where nobody wants any. */
export async function checkReceipts({ smtp }: Config, db: Database): Promise<Finding[]> {
  const { waiting, givenUp } = await countReceipts(db, Date.now() * 1000 - RECENT_DAYS * US_PER_DAY);
  const findings: Finding[] = [];
  if (givenUp > 0) {
    const what = `${count(givenUp)} could not be sent in the last ${RECENT_DAYS} days`;
    findings.push(warning('receipts', what, 'The log names the payments: "a receipt could not be sent".'));
  }
  if (smtp !== null) return waiting > 0 ? [...findings, ok('receipts', `${count(waiting)} to be sent`)] : findings;
  const wanting = (await listWebsites(db)).filter(({ sendsReceipts }) => sendsReceipts);
  if (wanting.length > 0) {
    const who = wanting.map(({ id }) => id).join(', ');
    const fix = 'Set SMTP_URL and SMTP_FROM, or switch it off: peye websites update ID --receipts off';
    findings.push(warning('receipts', `receipts are on for ${who}, but SMTP_URL is not set`, fix));
  }
  return findings;
}

/** What the codes that mostly come from a wrong SMTP_URL mean. */
const MEANINGS: Readonly<Record<string, string>> = {
  EDNS: 'its name leads to no address',
  ESOCKET: 'it cannot be connected to, or not with TLS that can be trusted',
  ECONNECTION: 'it cannot be connected to, or breaks off',
  ETIMEDOUT: 'it does not answer in time',
  ETLS: 'it does not speak TLS as smtp:// and smtps:// ask for it',
  EAUTH: 'it refuses user and password, or wants them',
};

function reasonOf({ message }: MailFailure): string {
  const meaning = MEANINGS[message.split(' ')[0] ?? ''];
  return meaning === undefined ? '' : `: ${meaning}`;
}

function count(receipts: number): string {
  return receipts === 1 ? '1 receipt' : `${receipts} receipts`;
}
