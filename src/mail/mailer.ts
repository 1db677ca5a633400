import type { Html } from '../lib/html.ts';
import { CHECKED_TLS } from '../lib/tls.ts';
import type { SmtpSettings } from './smtp-settings.ts';

/** How long each step of a conversation with the server may take. */
const STEP_TIMEOUT_MS = 15_000;
/** And all of it. */
export const MAIL_TIMEOUT_MS = 45_000;

/** An e-mail, ready to be sent. */
export interface Mail {
  readonly from: { readonly name: string; readonly address: string };
  readonly to: string;
  readonly replyTo?: string | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html: Html;
  /** The same at every attempt, so that a mailbox can tell a repetition. */
  readonly messageId: string;
}

/** The server did not take an e-mail. The message holds nothing of it, and nothing of what the server said. */
export class MailFailure extends Error {
  override readonly name = 'MailFailure';
  /** It takes nothing for this address, now or later. */
  readonly isFinal: boolean;

  constructor(reason: string, isFinal: boolean) {
    super(reason);
    this.isFinal = isFinal;
  }
}

export interface Mailer {
  /** Resolves when the server has taken the e-mail. Throws MailFailure when it is not known to have. */
  send(mail: Mail): Promise<void>;
  /** Connects, logs in and says goodbye. Throws MailFailure. */
  check(): Promise<void>;
}

/** E-mails by SMTP, one connection each: they are few. What is being sent when `stopped` is aborted is broken off. */
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
          // Nothing of a payment may name a file or an address to be read.
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

/** The codes alone: texts of servers repeat the customer's address. */
function failureOf(error: unknown): MailFailure {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const answered = typeof responseCode === 'number' ? responseCode : undefined;
  const reason = [typeof code === 'string' ? code : 'unknown', answered].filter(Boolean).join(' ');
  return new MailFailure(reason, isAddressRefused(error));
}

/**
 * Whether it is the customer's address that the server will never take. What it says of the sender, the login or the text, and
 * that it does not relay for us, it would say of every e-mail: that is the operator's to mend, and no reason to give one up.
 */
function isAddressRefused(error: unknown): boolean {
  const { command, code, responseCode, response } = error as Record<string, unknown>;
  if (command === 'API') return code === 'EENVELOPE';
  if (command !== 'RCPT TO' || Number(responseCode) < 500) return false;
  return !/^5(03|30|35|\d\d[ -]5\.7\.)/.test(String(response));
}
