import { isIPv6 } from 'node:net';
import type { Command } from 'commander';
import { checkLiveMethods } from '../app/doctor/check-live.ts';
import { checkPublicUrl } from '../app/doctor/check-public-url.ts';
import { checkRateSource } from '../app/doctor/check-rates.ts';
import { checkSmtp } from '../app/doctor/check-receipts.ts';
import { checkMetricsPort, checkPort, checkRedis } from '../app/doctor/check-services.ts';
import { checkDataFolder, checkStore } from '../app/doctor/check-store.ts';
import { CommandFailure, failureText } from '../app/failure.ts';
import { liveRisks } from '../app/live-risks.ts';
import { readWebhookCa } from '../app/webhook-ca.ts';
import { type Config, readConfig } from '../config.ts';
import { isPublicAddress } from '../lib/public-address.ts';
import { ConfigError } from '../lib/settings-reader.ts';
import { sharedBits } from '../lib/subnet.ts';
import { type Finding, ok, problem, warning } from '../operator/finding.ts';
import { asCalled } from './as-called.ts';
import { type Environment, readEnvironment } from './environment.ts';
import { paint, printResult, terminalWidth, wrapped } from './output.ts';
import { withProgress } from './progress.ts';
import { unknownSettings, unknownSettingsText } from './unknown-settings.ts';

const MIN_NODE_MAJOR = 24;

/** `peye doctor`: checks the set-up, says how to fix it, and changes nothing. */
export function doctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('check the configuration and suggest fixes; changes nothing')
    .option('--json', 'print one JSON document: {ok, checks: [{check, status, message, fix}]}')
    .addHelpText(
      'after',
      `
Each line is ok, a warning or a problem. Any problem makes the exit code 1. May run beside the server.
A large embedded store takes a while: every page of it is read.

Examples:
  peye doctor
  peye doctor --json`,
    )
    .action((options: { json?: true }) => doctor(options));
}

async function doctor(options: { json?: true }): Promise<void> {
  const checks = await withProgress('looking at the set-up', examine);
  const problems = checks.filter((finding) => finding.status === 'problem').length;
  printResult(options, { ok: problems === 0, checks }, () => worstFirst(checks).map(findingText).join('\n'));
  if (problems > 0)
    throw new CommandFailure(problems === 1 ? 'there is 1 problem.' : `there are ${problems} problems.`);
}

async function examine(): Promise<Finding[]> {
  const findings: Finding[] = [checkNode()];
  let config: Config;
  try {
    const environment = readEnvironment();
    config = readConfig(environment.values);
    findings.push(checkSettings(environment));
  } catch (error) {
    // Without settings there is nothing else to check.
    return [
      ...findings,
      problem('settings', failureText(error), 'Correct the setting; .env.example explains each one.'),
    ];
  }
  findings.push(...(await checkPublicUrl(config)), ...checkProxy(config), ...checkWebhooks(config));
  findings.push(...checkDataFolder(config));
  findings.push(...(await checkStore(config)), await checkRedis(config), ...(await checkPort(config)));
  findings.push(...(await checkMetricsPort(config)));
  findings.push(...(await checkLiveMethods(config)), ...(await checkLiveRisks(config)));
  findings.push(...(await checkRateSource(config)), ...(await checkSmtp(config)));
  return findings;
}

/** An address that cannot be used is the store's problem already. */
async function checkLiveRisks(config: Config): Promise<Finding[]> {
  try {
    return await liveRisks(config);
  } catch (error) {
    if (error instanceof ConfigError) return [];
    throw error;
  }
}

function checkNode(): Finding {
  const major = Number.parseInt(process.versions.node, 10);
  if (major >= MIN_NODE_MAJOR) return ok('node', `Node ${process.versions.node}`);
  return problem('node', `Node ${process.versions.node} is too old`, `Install Node ${MIN_NODE_MAJOR} or newer.`);
}

/** A name that is nearly one of ours is most likely a typing error that would be ignored silently. */
function checkSettings(environment: Environment): Finding {
  const unknown = unknownSettings(environment);
  const file = environment.fileNames === undefined ? 'there is no .env file here' : '.env is read';
  if (unknown.length === 0) return ok('settings', `every setting can be used; ${file}`);
  return warning(
    'settings',
    `set, but no setting of Peye: ${unknownSettingsText(unknown)}`,
    'Compare the names with .env.example, unless another program reads them.',
  );
}

/** A range of public addresses that is wider holds strangers: networks of large proxies are narrower. */
const LEAST_PUBLIC_BITS = { 4: 12, 6: 28 } as const;

function checkProxy({ publicUrl, trustProxy, rateLimitPerMinute }: Config): Finding[] {
  const wide = trustProxy.filter((subnet) => {
    const [address = ''] = subnet.split('/');
    return isPublicAddress(address) && sharedBits(subnet) < LEAST_PUBLIC_BITS[isIPv6(address) ? 6 : 4];
  });
  if (wide.length > 0) {
    return [
      warning(
        'trust_proxy',
        `TRUST_PROXY holds a wide range of public addresses: ${wide.join(', ')}. Anyone there can claim any address`,
        'Name the addresses of your proxies alone.',
      ),
    ];
  }
  if (!publicUrl.startsWith('https:') || trustProxy.length > 0 || rateLimitPerMinute === 0) return [];
  return [
    warning(
      'trust_proxy',
      'PUBLIC_URL is https, so a proxy is in front, but TRUST_PROXY is not set: all clients share one rate limit',
      "Set TRUST_PROXY to the proxy's address.",
    ),
  ];
}

/** What loosens the rules for callback URLs; nothing is reported when nothing does. */
function checkWebhooks(config: Config): Finding[] {
  const findings: Finding[] = [];
  if (config.webhookAllowedSubnets.length > 0) {
    findings.push(
      warning(
        'webhooks',
        `webhooks may go to addresses that are not public: ${config.webhookAllowedSubnets.join(', ')}`,
        'Unset WEBHOOK_ALLOWED_SUBNETS, unless this is a test or a closed network.',
      ),
    );
  }
  return config.webhookCaFile === null ? findings : [...findings, checkWebhookCa(config)];
}

function checkWebhookCa(config: Config): Finding {
  try {
    const ca = readWebhookCa(config);
    if (ca && ca.expiresAtMs <= Date.now()) {
      const expired = new Date(ca.expiresAtMs).toISOString().slice(0, 10);
      return warning('webhooks', `a certificate in ${config.webhookCaFile} expired on ${expired}`, 'Renew it.');
    }
    return ok('webhooks', `receivers signed by ${config.webhookCaFile} are trusted too`);
  } catch (error) {
    return problem('webhooks', failureText(error), 'Correct WEBHOOK_CA_FILE, or unset it.');
  }
}

const STYLES = { problem: 'red', warning: 'yellow', ok: 'green' } as const;
const NARROW = 60;
const WORST_FIRST = ['problem', 'warning', 'ok'];

/** In the order of the checks otherwise. */
function worstFirst(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((a, b) => WORST_FIRST.indexOf(a.status) - WORST_FIRST.indexOf(b.status));
}

/** Below each other where the terminal is too narrow for columns. */
function findingText({ check, status, message, fix }: Finding): string {
  const width = terminalWidth() ?? Number.POSITIVE_INFINITY;
  const isNarrow = width < NARROW;
  const indent = isNarrow ? 2 : 'problem  lakaypay_card  '.length;
  const word = paint(STYLES[status], status.padEnd('problem'.length));
  const head = `${word}  ${isNarrow ? check : check.padEnd('lakaypay_card'.length)}`;
  const below = `\n${' '.repeat(indent)}`;
  const said = wrapped(message, { width, indent });
  const line = `${head}${isNarrow ? below : '  '}${said}`;
  // In one piece: it may be a command to paste.
  return fix === undefined ? line : `${line}${below}→ ${asCalled(fix)}`;
}
