import { randomBytes } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { connect, type PeerCertificate } from 'node:tls';
import type { Config } from '../../config.ts';
import { US_PER_DAY } from '../../core/durations.ts';
import { type Finding, ok, problem, warning } from '../../features/operations/finding.ts';
import { proofOf } from '../../http/health-routes.ts';
import { isLocalHost } from '../../platform/network/web-url.ts';
import { isSameText } from '../../platform/secrets/secrets.ts';
import { boxOf, readSecretKey } from '../secret-key.ts';

const TIMEOUT_MS = 5_000;
/** A certificate that expires earlier should have been renewed: Let's Encrypt renews a month before. */
const LOW_CERTIFICATE_DAYS = 14;
/** Larger than any readiness report. */
const MOST_BYTES = 64 * 1024;

const FROM_HERE = 'Some machines cannot reach their own public address. In that case, try from another machine.';

/** Checks that PUBLIC_URL leads to this gateway: the name, the certificate and the gateway that responds. */
export async function checkPublicUrl(config: Config): Promise<Finding[]> {
  const { publicUrl } = config;
  const { protocol, hostname, port } = new URL(publicUrl);
  const host = hostname.replace(/^\[|\]$/g, '');
  if (host === '0.0.0.0' || host === '::') {
    return [
      warning('public_url', `customers cannot reach ${publicUrl}`, 'Set PUBLIC_URL to the address that customers use.'),
    ];
  }
  if (isLocalHost(host)) {
    return [ok('public_url', `${publicUrl} (this machine only; set PUBLIC_URL before customers pay)`)];
  }
  if (protocol === 'http:') {
    return [
      warning(
        'public_url',
        `${publicUrl} is not encrypted: payment pages would be sent without TLS`,
        'Put a TLS proxy in front of the gateway, and set PUBLIC_URL to its https:// address.',
      ),
    ];
  }
  try {
    await lookup(host);
  } catch (error) {
    const reason = `the host name of ${publicUrl} does not resolve (${(error as NodeJS.ErrnoException).code})`;
    return [warning('public_url', reason, `Correct PUBLIC_URL, or create the DNS record. ${FROM_HERE}`)];
  }
  return [...(await checkCertificate(host, Number(port || 443))), ...(await checkGateway(config))];
}

/** Checks whether browsers trust the certificate of a server, and until when. */
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
        `Check the proxy and the firewall. ${FROM_HERE}`,
      ),
    ];
  }
  const { certificate, fault } = seen;
  const daysLeft = Math.floor(((Date.parse(certificate.valid_to) - nowMs) * 1000) / US_PER_DAY);
  if (fault !== undefined) {
    const fix = 'Renew the certificate, or configure the whole chain in the proxy (fullchain.pem, not cert.pem).';
    return [problem('certificate', `browsers do not trust the certificate of ${host}: ${fault}`, fix)];
  }
  if (daysLeft < LOW_CERTIFICATE_DAYS) {
    const fix = 'Find out why it was not renewed: docs/deploying.md has the commands.';
    return [warning('certificate', `the certificate of ${host} expires in ${daysLeft} days`, fix)];
  }
  return [ok('certificate', `the certificate of ${host} is trusted, for ${daysLeft} more days`)];
}

/** Reads the certificate of a server, and why it is not trusted. Throws if there is no TLS connection within five seconds. */
function readCertificate(
  host: string,
  port: number,
): Promise<{ certificate: PeerCertificate; fault: string | undefined }> {
  return new Promise((resolve, reject) => {
    // Checked below: an untrusted certificate is a finding, not an error.
    const socket = connect({ host, port, servername: host, rejectUnauthorized: false }, () => {
      const error = socket.authorized ? undefined : socket.authorizationError;
      resolve({ certificate: socket.getPeerCertificate(), fault: error && String(error) });
      socket.destroy();
    });
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error(`no response within ${TIMEOUT_MS / 1000} s`)));
    socket.on('error', reject);
  });
}

/** Checks that the gateway at PUBLIC_URL has the key of this store. */
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
    const fix = `Start the gateway, and check the target of the proxy. ${FROM_HERE}`;
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
      `another gateway responds at ${publicUrl}: it has a different SECRET_KEY`,
      'Check PUBLIC_URL and the target of the proxy.',
    ),
  ];
}

/** Reads the body of a response. Throws if it is too large for a readiness report. */
async function boundedText(response: Response): Promise<string> {
  let text = '';
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece;
    if (text.length > MOST_BYTES) throw new Error('the response is too large to be a gateway’s');
  }
  return text;
}
