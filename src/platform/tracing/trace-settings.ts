import { parseHttpUrl, type SettingsReader } from '../settings-reader.ts';

/** Where traces are sent, in OpenTelemetry's own settings. */
export interface TraceSettings {
  /** The collector's URL, without the path of a signal. */
  readonly endpoint: string;
  /** Sent with every export, for example a collector's key. */
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** The recorded part of all traces, from 0 to 1. */
  readonly ratio: number;
}

/** The settings whose value is never quoted. */
export const TRACE_SECRETS = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_HEADERS'];

/** Null when tracing is off. Throws ConfigError. */
export function readTraceSettings({ read, text }: SettingsReader): TraceSettings | null {
  const endpoint = read<string | null>(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    null,
    'an http:// or https:// address such as http://127.0.0.1:4318, or empty for no traces',
    parseHttpUrl,
  );
  const headers = read(
    'OTEL_EXPORTER_OTLP_HEADERS',
    {},
    'a comma list of name=value, with percent-encoding for what a list cannot hold',
    parseHeaders,
  );
  const serviceName = text('OTEL_SERVICE_NAME') ?? 'peye';
  const ratio = read('OTEL_TRACES_SAMPLER_ARG', 1, 'a number from 0 to 1, the part of all traces', parseRatio);
  return endpoint === null ? null : { endpoint, headers, serviceName, ratio };
}

function parseHeaders(value: string): Record<string, string> | undefined {
  const entries = value.split(',').map((item) => item.split(/=(.*)/s).slice(0, 2).map(decoded));
  const isWhole = entries.every(([name, of]) => /^[\w-]+$/.test(name ?? '') && /^[\x20-\x7e]+$/.test(of ?? ''));
  return isWhole ? (Object.fromEntries(entries) as Record<string, string>) : undefined;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.trim());
  } catch {
    return undefined;
  }
}

function parseRatio(value: string): number | undefined {
  const ratio = /^\d(?:\.\d{1,9})?$/.test(value) ? Number(value) : Number.NaN;
  return ratio >= 0 && ratio <= 1 ? ratio : undefined;
}
