import { CommandFailure } from '../platform/command-failure.ts';

/**
 * Packages that a gateway loads when it first needs them: to send a webhook or a receipt, call a provider, show its docs and metrics,
 * trace, create a PDF, format a message with arguments, and let users sign in with 2FA and choose a password.
 */
export const LATER_PACKAGES: readonly string[] = [
  'undici',
  'nodemailer',
  '@fastify/swagger',
  'marked',
  'otpauth',
  '@simplewebauthn/server',
  '@zxcvbn-ts/language-common',
  'd3-scale',
  'd3-shape',
  'uqr',
  'pdfkit',
  'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  'intl-messageformat',
  'prom-client',
  '@opentelemetry/api',
  '@opentelemetry/core',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace',
  '@opentelemetry/exporter-trace-otlp-proto',
];

/**
 * Throws CommandFailure if one of them is not installed. Without this check, the fault would only show once a customer
 * has paid.
 */
export function requireLaterPackages(names = LATER_PACKAGES): void {
  for (const name of names) {
    try {
      import.meta.resolve(name);
    } catch {
      throw new CommandFailure(`the package ${name} is not installed. Run: npm ci`);
    }
  }
}
