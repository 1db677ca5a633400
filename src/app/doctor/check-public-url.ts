import { randomBytes } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { connect, type PeerCertificate } from 'node:tls';
import type { Config } from '../../config.ts';
import { proofOf } from '../../http/health-routes.ts';
import { US_PER_DAY } from '../../lib/durations.ts';
import { isSameText } from '../../lib/is-same-text.ts';
import { isLocalHost } from '../../lib/local-host.ts';
import { type Finding, ok, problem, warning } from '../../operator/finding.ts';
import { boxOf, readSecretKey } from '../secret-key.ts';

const TIMEOUT_MS = 5_000;
/** A certificate that ends earlier should have been renewed: Let's Encrypt's are renewed a month before. */
const LOW_CERTIFICATE_DAYS = 14;
/** More than a readiness report has. */
const MOST_BYTES = 64 * 1024;

const FROM_HERE = 'Some machines cannot reach their own public address: then try it from another one.';

/** Whether PUBLIC_URL leads to this gateway: its name, its certificate and, where a gateway responds, whose it is. */
export async function checkPublicUrl(config: Config): Promise<Finding[]> {
  const { publicUrl } = config;
  const { protocol, hostname, port } = new URL(publicUrl);
  const host = hostname.replace(/^\[|\]$/g, '');
  if (host === '0.0.0.0' || host === '::') {
    return [warning('public_url', `customers cannot reach ${publicUrl}`, 'Set PUBLIC_URL to the address they use.')];
  }
  if (isLocalHost(host)) {
    return [ok('public_url', `${publicUrl} (this machine only; set PUBLIC_URL before customers pay)`)];
  }
  if (protocol === 'http:') {
    return [
      warning(
        'public_url',
        `${publicUrl} is not encrypted: payment pages would be sent in the clear`,
        'Put a proxy with TLS in front, and set PUBLIC_URL to its https:// address.',
      ),
    ];
  }
  try {
    await lookup(host);
  } catch (error) {
    const reason = `the name of ${publicUrl} leads to no address (${(error as NodeJS.ErrnoException).code})`;
    return [warning('public_url', reason, `Correct PUBLIC_URL, or make the DNS record. ${FROM_HERE}`)];
  }
  return [...(await checkCertificate(host, Number(port || 443))), ...(await checkGateway(config))];
}

/** Whether browsers trust the certificate that a server shows, and for how long. */
export async function checkCertificate(host: string, port: number, nowMs = Date.now()): Promise<Finding[]> {
  let seen: { certificate: PeerCertificate; fault: string | undefined };
  try {
    seen = await readCertificate(host, port);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    return [
      warning(
        'public_url',
        `${host}:${port} does not respond with TLS (${reason})`,
        `Check the proxy in front, and the firewall. ${FROM_HERE}`,
      ),
    ];
  }
  const { certificate, fault } = seen;
  const daysLeft = Math.floor(((Date.parse(certificate.valid_to) - nowMs) * 1000) / US_PER_DAY);
  if (fault !== undefined) {
    const fix = 'Renew it, or give the proxy the whole chain (fullchain.pem, not cert.pem).';
    return [problem('certificate', `browsers do not trust the certificate of ${host}: ${fault}`, fix)];
  }
  if (daysLeft < LOW_CERTIFICATE_DAYS) {
    const fix = 'Look why it was not renewed: docs/deploying.md has the commands.';
    return [warning('certificate', `the certificate of ${host} ends in ${daysLeft} days`, fix)];
  }
  return [ok('certificate', `the certificate of ${host} is trusted, for ${daysLeft} more days`)];
}

/** The certificate that a server shows, and why it is not trusted. Throws when there is no TLS within five seconds. */
function readCertificate(
  host: string,
  port: number,
): Promise<{ certificate: PeerCertificate; fault: string | undefined }> {
  return new Promise((resolve, reject) => {
    // Judged below: a certificate that is not trusted is the finding.
    const socket = connect({ host, port, servername: host, rejectUnauthorized: false }, () => {
      const error = socket.authorized ? undefined : socket.authorizationError;
      resolve({ certificate: socket.getPeerCertificate(), fault: error && String(error) });
      socket.destroy();
    });
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error(`no response within ${TIMEOUT_MS / 1000} s`)));
    socket.on('error', reject);
  });
}

/** Whether the gateway that responds at PUBLIC_URL has this store's key. */
export async function checkGateway(config: Config): Promise<Finding[]> {
  const { publicUrl } = config;
  const challenge = randomBytes(16).toString('hex');
  let proof: unknown;
  try {
    const response = await fetch(`${publicUrl}/readyz?challenge=${challenge}`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    });
    proof = (JSON.parse(await boundedText(response)) as { proof?: unknown }).proof;
    if (typeof proof !== 'string') throw new Error(`the response (${response.status}) is not a gateway's`);
  } catch (error) {
    const { cause, message } = error as Error & { cause?: Error };
    const reason = error instanceof SyntaxError ? 'the response is not a gateway’s' : (cause?.message ?? message);
    const fix = `Start the gateway, and check where the proxy in front leads. ${FROM_HERE}`;
    return [warning('public_url', `no gateway responds at ${publicUrl}: ${reason}`, fix)];
  }
  const key = readSecretKey(config);
  if (!key) return [ok('public_url', `a gateway responds at ${publicUrl}`)];
  if (isSameText(proof, proofOf(boxOf(config, key), challenge))) {
    return [ok('public_url', `this gateway responds at ${publicUrl}`)];
  }
  return [
    problem(
      'public_url',
      `another gateway responds at ${publicUrl}: it does not have this store's SECRET_KEY`,
      'Check PUBLIC_URL, and where the proxy in front leads.',
    ),
  ];
}

/** The text of a response. Throws for more than a readiness report may have. */
async function boundedText(response: Response): Promise<string> {
  let text = '';
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece;
    if (text.length > MOST_BYTES) throw new Error('the response is too large to be a gateway’s');
  }
  return text;
}
