import type { Config } from '../../config.ts';
import { US_PER_DAY } from '../../core/durations.ts';
import type { Database } from '../../database/database.ts';
import { type Finding, ok, problem, warning } from '../../features/operations/finding.ts';
import { countReceipts } from '../../features/receipts/store/receipts.ts';
import { listWebsites } from '../../features/websites/store/websites.ts';
import { MailFailure, smtpMailer } from '../../platform/mail/mailer.ts';

const RECENT_DAYS = 7;

/** Checks that the server of SMTP_URL accepts a login; sends nothing. */
export async function checkSmtp({ smtp }: Config): Promise<Finding[]> {
  if (smtp === null) return [];
  const server = `${smtp.host}:${smtp.port}`;
  try {
    await smtpMailer(smtp).check();
    return [ok('receipts', `${server} accepts e-mails`)];
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    const fix = 'Check SMTP_URL: host, port, user, password, and smtps:// or smtp://.';
    return [problem('receipts', `${server} does not accept e-mails${reasonOf(error)} (${error.message})`, fix)];
  }
}

/** Reports receipts that failed, are waiting, or cannot be sent. Reports nothing if no website sends receipts. */
export async function checkReceipts({ smtp }: Config, db: Database): Promise<Finding[]> {
  const { waiting, givenUp } = await countReceipts(db, Date.now() * 1000 - RECENT_DAYS * US_PER_DAY);
  const findings: Finding[] = [];
  if (givenUp > 0) {
    const failures = `${count(givenUp)} could not be sent in the last ${RECENT_DAYS} days`;
    findings.push(
      warning('receipts', failures, 'The log names the payments: "could not be sent, and will not be retried".'),
    );
  }
  if (smtp !== null) return waiting > 0 ? [...findings, ok('receipts', `${count(waiting)} waiting`)] : findings;
  const sendingWebsites = (await listWebsites(db)).filter(({ sendsReceipts }) => sendsReceipts);
  if (sendingWebsites.length > 0) {
    const ids = sendingWebsites.map(({ id }) => id).join(', ');
    const fix = 'Set SMTP_URL and SMTP_FROM, or switch receipts off: peye websites update ID --receipts off';
    findings.push(warning('receipts', `receipts are on for ${ids}, but SMTP_URL is not set`, fix));
  }
  return findings;
}

/** What the error codes of a wrong SMTP_URL usually mean. */
const MEANINGS: Readonly<Record<string, string>> = {
  EDNS: 'its host name does not resolve',
  ESOCKET: 'the connection fails, or its TLS certificate is not trusted',
  ECONNECTION: 'the connection fails or breaks off',
  ETIMEDOUT: 'it does not respond in time',
  ETLS: 'it does not support the TLS that smtp:// or smtps:// needs',
  EAUTH: 'it rejects the user and password, or needs them',
};

function reasonOf({ message }: MailFailure): string {
  const meaning = MEANINGS[message.split(' ')[0] ?? ''];
  return meaning === undefined ? '' : `: ${meaning}`;
}

function count(receipts: number): string {
  return receipts === 1 ? '1 receipt' : `${receipts} receipts`;
}
