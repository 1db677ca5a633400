import { type Failure, theNetwork } from '../world/network.ts';

interface NetworkRequest {
  readonly to: { readonly address: string };
  readonly messageId: string;
  readonly subject: string;
  readonly text: string;
  readonly signal: AbortSignal;
}

/** nodemailer as far as the source uses it: an e-mail is one request on the simulated network. */
export function createTransport({ host }: { readonly host: string }) {
  return {
    sendMail: ({ to, messageId, subject, text, signal }: NetworkRequest) =>
      new Promise<void>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(Object.assign(new Error('aborted'), { code: 'EABORT' })));
        const body = JSON.stringify({ to: to.address, messageId, subject, text });
        theNetwork().send(
          { origin: `smtps://${host}`, host, method: 'MAIL', path: '', headers: {}, body },
          ({ status }) => (status === 250 ? resolve() : reject(refusal(status))),
          ({ message, code }: Failure) => reject(Object.assign(new Error(message), { code, command: 'CONN' })),
        );
      }),
    verify: async () => true,
    close: () => {},
  };
}

function refusal(status: number): Error {
  const response = `${status} ${status === 550 ? 'no such user' : 'try again later'}`;
  return Object.assign(new Error(response), {
    code: 'EENVELOPE',
    command: 'RCPT TO',
    responseCode: status,
    response,
  });
}
