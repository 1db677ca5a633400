import { isIPv6 } from 'node:net';
import { checkLiveMethods } from '../app/doctor/check-live.ts';
import { checkPublicUrl } from '../app/doctor/check-public-url.ts';
import { checkRateSource } from '../app/doctor/check-rates.ts';
import { checkSmtp } from '../app/doctor/check-receipts.ts';
import { checkMetricsPort, checkPort, checkRedis } from '../app/doctor/check-services.ts';
import { checkDataFolder, checkStore } from '../app/doctor/check-store.ts';
import { failureText } from '../app/failure.ts';
import { liveRisks } from '../app/live-risks.ts';
import { readWebhookCa } from '../app/open-sender.ts';
import { type Config, readConfig } from '../config.ts';
import { type Finding, ok, problem, warning } from '../features/operations/finding.ts';
import { CommandFailure } from '../platform/command-failure.ts';
import { isPublicAddress } from '../platform/network/public-address.ts';
import { sharedBits } from '../platform/network/subnet.ts';
import { ConfigError } from '../platform/settings-reader.ts';
import { asCalled } from './as-called.ts';
import { type Environment, readEnvironment } from './environment.ts';
import { type Command, type JsonOption, paint, printResult, terminalWidth, wrapped } from './output.ts';
import { withProgress } from './progress.ts';
import { unknownSettings, unknownSettingsText } from './unknown-settings.ts';

const MIN_NODE_MAJOR = 24;

/** `peye doctor`: checks the configuration and suggests fixes, and changes nothing. */
export function doctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('Check the configuration and suggest fixes (read-only)')
    .json('print one JSON document: {ok, checks: [{check, status, message, fix}]}')
    .more(`
Each line is ok, a warning or a problem. Exits with 1 if there is a problem. You can run it while the gateway runs. A large
embedded database takes a while, because Peye reads all of it.

Examples:
  peye doctor
  peye doctor --json`)
    .action((options: JsonOption) => doctor(options));
}

async function doctor(options: JsonOption): Promise<void> {
  const checks = await withProgress('checking the configuration', examine);
  const problems = checks.filter((finding) => finding.status === 'problem').length;
  printResult(options, { ok: problems === 0, checks }, () => worstFirst(checks).map(findingText).join('\n'));
  if (problems > 0) throw new CommandFailure(problems === 1 ? '1 problem found.' : `${problems} problems found.`);
}

async function examine(): Promise<Finding[]> {
  const findings: Finding[] = [checkNode()];
  let config: Config;
  try {
    const environment = readEnvironment();
    config = readConfig(environment.values);
    findings.push(checkSettings(environment));
  } catch (error) {
    // Without valid settings nothing else can be checked.
    return [
      ...findings,
      problem('settings', failureText(error), 'Correct the setting. .env.example explains each one.'),
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

/** An invalid DATABASE_URL is reported by the check of the store. */
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

/** Reports unknown settings. A name close to a setting is most likely a typing error, which would have no effect. */
function checkSettings(environment: Environment): Finding {
  const unknown = unknownSettings(environment);
  const file = environment.fileNames === undefined ? 'no .env file in this folder' : '.env was read';
  if (unknown.length === 0) return ok('settings', `all settings are valid; ${file}`);
  return warning(
    'settings',
    `unknown settings: ${unknownSettingsText(unknown)}`,
    'Compare the names with .env.example, unless another program uses them.',
  );
}

/** Wider ranges of public addresses include unrelated hosts: even large proxies have narrower networks. */
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
        `TRUST_PROXY contains a wide range of public addresses: ${wide.join(', ')}. Any host in it can forge client addresses`,
        'List only the addresses of your proxies.',
      ),
    ];
  }
  if (!publicUrl.startsWith('https:') || trustProxy.length > 0 || rateLimitPerMinute === 0) return [];
  return [
    warning(
      'trust_proxy',
      'PUBLIC_URL is https, so there is a proxy in front, but TRUST_PROXY is not set: all clients share one rate limit',
      'Set TRUST_PROXY to the address of the proxy.',
    ),
  ];
}

/** Reports settings that loosen the rules for callback URLs. */
function checkWebhooks(config: Config): Finding[] {
  const findings: Finding[] = [];
  if (config.webhookAllowedSubnets.length > 0) {
    findings.push(
      warning(
        'webhooks',
        `webhooks can be sent to non-public addresses: ${config.webhookAllowedSubnets.join(', ')}`,
        'Unset WEBHOOK_ALLOWED_SUBNETS, unless this is a test or a private network.',
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
    return ok('webhooks', `endpoints with certificates of ${config.webhookCaFile} are trusted too`);
  } catch (error) {
    return problem('webhooks', failureText(error), 'Correct WEBHOOK_CA_FILE, or unset it.');
  }
}

const STYLES = { problem: 'red', warning: 'yellow', ok: 'green' } as const;
const NARROW = 60;
const WORST_FIRST = ['problem', 'warning', 'ok'];

/** Problems first, then warnings; otherwise in the order of the checks. */
function worstFirst(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((a, b) => WORST_FIRST.indexOf(a.status) - WORST_FIRST.indexOf(b.status));
}

/** Uses separate lines where the terminal is too narrow for columns. */
function findingText({ check, status, message, fix }: Finding): string {
  const width = terminalWidth() ?? Number.POSITIVE_INFINITY;
  const isNarrow = width < NARROW;
  const indent = isNarrow ? 2 : 'problem  lakaypay_card  '.length;
  const label = paint(STYLES[status], status.padEnd('problem'.length));
  const head = `${label}  ${isNarrow ? check : check.padEnd('lakaypay_card'.length)}`;
  const below = `\n${' '.repeat(indent)}`;
  const text = wrapped(message, { width, indent });
  const line = `${head}${isNarrow ? below : '  '}${text}`;
  // Not wrapped, because it may be a command to paste.
  return fix === undefined ? line : `${line}${below}→ ${asCalled(fix)}`;
}
