import { createServer, type Socket } from 'node:net';

/** The step at which the server refuses, and its response. */
const REFUSALS = {
  unknown_recipient: ['RCPT', '550 5.1.1 <marie@example.com> is unknown here'],
  busy: ['RCPT', '451 4.3.0 later'],
  not_logged_in: ['MAIL', '530 5.7.0 authentication required'],
  sender_refused: ['MAIL', '550 5.1.8 the sender is not verified'],
  login_wanted: ['RCPT', '530 authentication required'],
  login_failed: ['RCPT', '535 authentication failed'],
  out_of_order: ['RCPT', '503 MAIL comes first'],
  not_relaying: ['RCPT', '554 5.7.1 <marie@example.com>: no relaying'],
  text_refused: ['.', '554 5.7.1 this looks like spam'],
} as const;

/**
 * The behaviour of a mail server. `takes`: it accepts e-mails. `silent`: it accepts connections and sends nothing.
 * `closed`: it responds with 421. `breaks_off`: it closes the connection in the middle of the e-mail. `no_answer`: it
 * accepts the e-mail and sends no response. The other behaviours are refusals.
 */
type MailBehaviour = 'takes' | 'silent' | 'closed' | 'breaks_off' | 'no_answer' | keyof typeof REFUSALS;

interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** The e-mail as it was received, with its lines joined by \n. */
  readonly text: string;
  header(name: string): string | undefined;
  /** The content of its parts, decoded, one after the other. */
  readonly content: string;
}

export interface MailServer {
  readonly port: number;
  /** Every e-mail that arrived completely, accepted or not. */
  readonly mails: readonly ReceivedMail[];
  /** The number of connections that clients have opened. */
  readonly connections: number;
  /** The commands of all connections, in upper case. */
  readonly commands: readonly string[];
  behaviour: MailBehaviour;
  close(): Promise<void>;
}

/** A mail server on loopback, which shares no code with the library that speaks to it. */
export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    started.connections++;
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    if (started.behaviour === 'closed') socket.end('421 closed for today\r\n');
    else if (started.behaviour !== 'silent') serve(socket, started, { mails, commands });
  });
  const started = {
    port: 0,
    connections: 0,
    mails,
    commands,
    behaviour: 'takes' as MailBehaviour,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  started.port = address.port;
  return started;
}

function serve(
  socket: Socket,
  server: { readonly behaviour: MailBehaviour },
  { mails, commands }: { mails: ReceivedMail[]; commands: string[] },
): void {
  const say = (line: string): void => void socket.write(`${line}\r\n`);
  let waiting = '';
  let from = '';
  let to: string[] = [];
  let data: string[] | undefined;
  const refusal = (step: string) => {
    const [at, line] = REFUSALS[server.behaviour as keyof typeof REFUSALS] ?? [];
    return at === step ? line : undefined;
  };
  const command = (line: string) => {
    commands.push(line.toUpperCase());
    const name = line.slice(0, 4).toUpperCase();
    const refused = refusal(name);
    if (refused !== undefined) return say(refused);
    if (name === 'EHLO') return say('250-mail.test\r\n250 8BITMIME');
    if (name === 'MAIL') {
      from = /<(.*?)>/.exec(line)?.[1] ?? '';
      to = [];
      return say('250 ok');
    }
    if (name === 'RCPT') {
      to.push(/<(.*?)>/.exec(line)?.[1] ?? '');
      return say('250 ok');
    }
    if (name === 'DATA') {
      data = [];
      return say('354 start mail input');
    }
    say(name === 'QUIT' ? '221 bye' : '502 what');
    if (name === 'QUIT') socket.end();
  };
  const inData = (line: string, lines: string[]) => {
    if (server.behaviour === 'breaks_off' && lines.length > 3) return void socket.destroy();
    if (line !== '.') return void lines.push(line.replace(/^\./, ''));
    data = undefined;
    const refused = refusal('.');
    if (refused !== undefined) return say(refused);
    mails.push(mailOf(from, to, lines));
    if (server.behaviour !== 'no_answer') say('250 accepted');
  };
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    const lines = (waiting + chunk).split('\r\n');
    waiting = lines.pop() ?? '';
    for (const line of lines) data ? inData(line, data) : command(line);
  });
  say('220 mail.test');
}

function mailOf(from: string, to: readonly string[], lines: readonly string[]): ReceivedMail {
  const text = lines.join('\n');
  const [head = ''] = text.split('\n\n', 1);
  const headers = head.replace(/\n[ \t]+/g, ' ');
  return {
    from,
    to,
    text,
    header: (name) => new RegExp(`^${name}: (.*)$`, 'im').exec(headers)?.[1],
    content: decoded(text),
  };
}

/** The decoded parts of a multipart e-mail. Each part is in base64 or quoted-printable. */
function decoded(text: string): string {
  const boundary = /boundary="([^"]+)"/.exec(text)?.[1] ?? '';
  return text
    .split(`--${boundary}`)
    .slice(1)
    .map((part) => {
      const [head = '', ...rest] = part.trimStart().split('\n\n');
      const body = rest.join('\n\n');
      if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString();
      if (!/quoted-printable/i.test(head)) return Buffer.from(body, 'latin1').toString();
      const bytes = body
        .replace(/=\n/g, '')
        .replace(/=([\dA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
      return Buffer.from(bytes, 'latin1').toString();
    })
    .join('\n');
}
