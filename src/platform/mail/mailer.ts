import type { Html } from '../html/html.ts';
import { CHECKED_TLS } from '../network/tls.ts';
import type { SmtpSettings } from './smtp-settings.ts';

/** How long each step of a conversation with the server may take. */
const STEP_TIMEOUT_MS = 15_000;
/** The time limit of the whole conversation. */
export const MAIL_TIMEOUT_MS = 45_000;

/** An e-mail, ready to be sent. */
export interface Mail {
  readonly from: { readonly name: string; readonly address: string };
  readonly to: string;
  readonly replyTo?: string | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html: Html;
  /** The same id in every attempt, so that a mailbox can detect a duplicate. */
  readonly messageId: string;
}

/** The server did not accept an e-mail. The message contains no text of the e-mail or of the server. */
export class MailFailure extends Error {
  override readonly name = 'MailFailure';
  /** The server will never accept e-mails for this address. */
  readonly isFinal: boolean;

  constructor(reason: string, isFinal: boolean) {
    super(reason);
    this.isFinal = isFinal;
  }
}

export interface Mailer {
  /** Resolves when the server has accepted the e-mail. Throws MailFailure when that is not certain. */
  send(mail: Mail): Promise<void>;
  /** Connects, authenticates and disconnects. Throws MailFailure. */
  check(): Promise<void>;
}

/**
 * Sends e-mails by SMTP, with one connection for each, because they are few. Aborting `stopped` aborts the e-mail being
 * sent.
 */
export function smtpMailer(
  settings: SmtpSettings,
  { stopped, stepTimeoutMs = STEP_TIMEOUT_MS }: { stopped?: AbortSignal; stepTimeoutMs?: number } = {},
): Mailer {
  const talk = async (say: (transport: Transporter) => Promise<unknown>) => {
    const transport = await connect(settings, stepTimeoutMs);
    try {
      await say(transport);
    } catch (error) {
      throw failureOf(error);
    } finally {
      transport.close();
    }
  };
  return {
    send: ({ to, replyTo, html, ...mail }) =>
      talk((transport) =>
        transport.sendMail({
          ...mail,
          html: html.toString(),
          to: { name: '', address: to },
          ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
          headers: { 'Auto-Submitted': 'auto-generated' },
          xMailer: false,
          // No data of a payment may name a file or a URL to be read.
          disableFileAccess: true,
          disableUrlAccess: true,
          signal: AbortSignal.any([...(stopped ? [stopped] : []), AbortSignal.timeout(MAIL_TIMEOUT_MS)]),
        }),
      ),
    check: () => talk((transport) => transport.verify()),
  };
}

type Transporter = Awaited<ReturnType<typeof connect>>;

async function connect({ host, port, tls, user, password }: SmtpSettings, stepTimeoutMs: number) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    host,
    port,
    secure: tls === 'first',
    requireTLS: tls === 'upgrade',
    ignoreTLS: tls === 'none',
    tls: CHECKED_TLS,
    ...(user !== null && password !== null && { auth: { user, pass: password } }),
    connectionTimeout: stepTimeoutMs,
    greetingTimeout: stepTimeoutMs,
    socketTimeout: stepTimeoutMs,
    dnsTimeout: stepTimeoutMs,
  });
}

/** Reports only the codes, because the texts of servers repeat the customer's address. */
function failureOf(error: unknown): MailFailure {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const answered = typeof responseCode === 'number' ? responseCode : undefined;
  const reason = [typeof code === 'string' ? code : 'unknown', answered].filter(Boolean).join(' ');
  return new MailFailure(reason, isAddressRefused(error));
}

/**
 * Whether the server will never accept the customer's address. Errors about the sender, the credentials, the text, or
 * relaying would occur with every e-mail. The operator must fix those, and the e-mail is retried.
 */
function isAddressRefused(error: unknown): boolean {
  const { command, code, responseCode, response } = error as Record<string, unknown>;
  if (command === 'API') return code === 'EENVELOPE';
  if (command !== 'RCPT TO' || Number(responseCode) < 500) return false;
  return !/^5(03|30|35|\d\d[ -]5\.7\.)/.test(String(response));
}
